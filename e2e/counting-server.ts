import { createServer } from 'node:http'

/** A server that only counts: whatever reaches it, nothing should have. */
export interface CountingServer {
  readonly url: string
  readonly seen: readonly string[]
  close(): Promise<void>
}

/** Starts a server on loopback that answers everything with a small page. */
export async function startCountingServer(): Promise<CountingServer> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
    response.end('<title>reached</title>')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
