import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('runs by hand, tells its address, enforces its key, ends on Ctrl+C', async () => {
  const path = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = spawn(process.execPath, [path, '--port', '0', '--key', 'k', '--delay-ms', '0'])
  let printed = ''
  let failed = ''
  child.stderr.on('data', (chunk) => {
    failed += String(chunk)
  })
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (printed.includes('Ctrl+C')) break
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
  expect(failed).toBe('')
  expect((await fetch(`${url}/v1/models`)).status).toBe(401)
  const listed = await fetch(`${url}/v1/models`, { headers: { authorization: 'Bearer k' } })
  expect(await listed.json()).toMatchObject({ object: 'list' })
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})
