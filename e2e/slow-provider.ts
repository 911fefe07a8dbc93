import { createServer } from 'node:http'

/** A server that begins an answer and never ends it, and knows which connections are still open. */
export interface SlowProvider {
  readonly url: string
  /** Model calls so far. */
  readonly calls: number
  /** Answers that are still being written to somebody. */
  readonly open: number
  close(): Promise<void>
}

const HEAD =
  '# Context checkpoint\\n\\n## Goal\\n\\n- Keep the order of the parts\\n\\n## Constraints & Preferences\\n\\n- '

/** Speaks Chat Completions: a first heading at once, then a word every 100 ms for as long as somebody listens. */
export async function startSlowProvider(): Promise<SlowProvider> {
  let calls = 0
  let open = 0
  const server = createServer((request, response) => {
    request.resume()
    if (request.method !== 'POST') {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end('{}')
      return
    }
    calls += 1
    open += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const write = (text: string): void => {
      const delta = `{"choices":[{"index":0,"delta":{"content":"${text}"},"finish_reason":null}]}`
      response.write(`data: ${delta}\n\n`)
    }
    write(HEAD)
    const timer = setInterval(() => write('word '), 100)
    response.on('close', () => {
      clearInterval(timer)
      open -= 1
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    get calls() {
      return calls
    },
    get open() {
      return open
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
