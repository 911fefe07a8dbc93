import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { guarded } from '../guard.ts'
import { schemeHandler } from './protocol.ts'

/** `net.fetch` also reads `file:` addresses and the app's own schemes, which Node's fetch does not. */
async function fetchAny(input: string | Request, init?: RequestInit): Promise<Response> {
  const url = typeof input === 'string' ? input : input.url
  if (url.startsWith('file:')) return new Response(await readFile(fileURLToPath(url)))
  const handler = schemeHandler(url.slice(0, url.indexOf(':')))
  return handler ? handler(new Request(input, init)) : fetch(input, init)
}

export const net = guarded('net', {
  fetch: fetchAny,
  isOnline: (): boolean => true,
})
