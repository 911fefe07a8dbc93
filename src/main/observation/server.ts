import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AppError, toErrorValue } from '../../shared/ipc/errors.ts'
import type { Chunk, DataChunk } from './chunk.ts'
import type { ObservationPorts } from './ports.ts'
import { BodyError, readMessageText } from './read-body.ts'
import { refuseRequest } from './request-guard.ts'
import { createTurnTeller } from './turn-chunks.ts'

/** The interface while it listens. */
export interface ObservationServer {
  readonly port: number
  /** Breaks open streams too. */
  close(): Promise<void>
}

/** What may wait for a client that does not read; beyond it the client is let go of. The turn goes on. */
const MOST_WAITING_BYTES = 16_000_000

/** Status of a failure; everything else is the server's own. */
const STATUS: { readonly [code: string]: number } = {
  'file-not-found': 404,
  'path-outside': 403,
  'bad-input': 400,
  'no-key': 409,
}

/**
 * Opens the loopback interface (off by default): `GET /api/sessions/{id}/context` and
 * `POST /api/sessions/{id}/messages` as an AI SDK UI message stream. `port` 0 = any free one. Rejects when the
 * port is taken.
 */
export async function openObservation(
  options: { readonly port: number; readonly token: string },
  ports: ObservationPorts,
): Promise<ObservationServer> {
  let port = options.port
  const server = createServer((request, response) => {
    const refusal = refuseRequest(
      {
        host: request.headers.host,
        origin: request.headers.origin,
        authorization: request.headers.authorization,
      },
      port,
      options.token,
    )
    if (refusal !== null) {
      sendJson(response, refusal.status, { error: refusal.message })
      return
    }
    answer(request, response, ports).catch((error: unknown) => sendFailure(response, error))
  })
  await listen(server, options.port)
  const address = server.address()
  if (typeof address === 'object' && address !== null) port = address.port
  return {
    port,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new AppError('io-failed', `Port ${port} cannot be opened.`, { cause, params: { port } })),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  ports: ObservationPorts,
): Promise<void> {
  const [, session, what] = /^\/api\/sessions\/([^/?]+)\/(context|messages)$/.exec(request.url ?? '') ?? []
  if (session === undefined) return sendJson(response, 404, { error: 'There is no such address.' })
  const id = decode(session)
  const method = what === 'context' ? 'GET' : 'POST'
  if (request.method !== method) return sendJson(response, 405, { error: `Use ${method}.` })
  if (what === 'context') return sendJson(response, 200, contextBody(id, await ports.context(id)))
  await streamTurn(id, await readMessageText(request), response, ports)
}

function decode(session: string): string {
  try {
    return decodeURIComponent(session)
  } catch {
    throw new BodyError(400, 'The session id is not well encoded.')
  }
}

function contextBody(session: string, report: Awaited<ReturnType<ObservationPorts['context']>>) {
  return {
    session,
    used: report.usedTokens,
    limit: report.triggerTokens,
    percent: report.percent,
    window: report.windowTokens,
    window_source: report.windowSource,
    basis: report.basis,
    categories: Object.fromEntries(report.categories.map(({ category, tokens }) => [category, tokens])),
  }
}

/** Sends the message and tells the turn until it is over. A client that goes away stops nothing. */
async function streamTurn(
  session: string,
  text: string,
  response: ServerResponse,
  ports: ObservationPorts,
): Promise<void> {
  const waiting: (() => void)[] = []
  const early: (Chunk | DataChunk)[] = []
  let isOpen = false
  const write = (chunk: Chunk | DataChunk) => {
    if (!isOpen) early.push(chunk)
    else if (response.writableLength > MOST_WAITING_BYTES) response.destroy()
    else response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  const teller = createTurnTeller(randomUUID(), write)
  const over = new Promise<void>((resolve) => waiting.push(resolve))
  const end = () => {
    for (const resolve of waiting) resolve()
  }
  // Before sending, so that nothing of the turn is missed.
  const unsubscribe = ports.subscribe(session, (event) => {
    if (teller.tell(event)) end()
  })
  response.on('close', end)
  try {
    await ports.send(session, text)
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-vercel-ai-ui-message-stream': 'v1',
    })
    isOpen = true
    for (const chunk of early) write(chunk)
    await over
    if (!response.writableEnded) response.end('data: [DONE]\n\n')
  } finally {
    unsubscribe()
  }
}

function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (error instanceof BodyError) {
    sendJson(response, error.status, { error: error.message })
    return
  }
  const { code, message } = toErrorValue(error)
  sendJson(response, STATUS[code] ?? 500, { error: message, code })
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
