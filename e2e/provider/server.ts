import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Answer, type Frame, makeAnswer } from './answer.ts'
import { asArray, asObject, asText } from './json.ts'
import { localPage, modelList } from './local-server.ts'
import { createPrivateState, type PrivateState } from './private-state.ts'
import { type Refusal, refusalBody, refuse } from './refusal.ts'
import { countTokens, requestText } from './request-text.ts'
import { checkAnthropic } from './rules-anthropic.ts'
import { checkChat } from './rules-chat.ts'
import { checkCommon } from './rules-common.ts'
import { checkResponses } from './rules-responses.ts'
import { sendStream } from './send-stream.ts'
import { anthropicBody, anthropicFrames } from './speak-anthropic.ts'
import { chatBody, chatFrames } from './speak-chat.ts'
import { responsesBody, responsesFrames } from './speak-responses.ts'
import type {
  AnswerStep,
  JsonObject,
  Protocol,
  RecordedRequest,
  ScriptedProviderOptions,
  Step,
} from './types.ts'

/** A provider that answers by script. Loopback only. */
export interface ScriptedProvider {
  /** Without `/v1`. */
  readonly url: string
  /** Everything that was asked, in order. */
  readonly requests: readonly RecordedRequest[]
  /** Lets go of what was asked so far. */
  forget(): void
  /** Breaks open connections too. */
  close(): Promise<void>
}

const PATHS: { readonly [path: string]: Protocol } = {
  '/v1/chat/completions': 'openai-chat',
  '/v1/responses': 'openai-responses',
  '/v1/messages': 'anthropic',
}
const MAX_BODY_BYTES = 32 * 1024 * 1024
const DELTA_CHARS = 24

/**
 * Starts a real HTTP server that speaks Chat Completions, Responses and Messages, enforces what the real
 * providers enforce, and misbehaves where the script says so. Rules are checked before the script.
 */
export async function startScriptedProvider(
  options: ScriptedProviderOptions = {},
): Promise<ScriptedProvider> {
  const requests: RecordedRequest[] = []
  const sockets = new Set<Socket>()
  const state = createPrivateState('scripted')
  let calls = 0
  const server = createServer((incoming, response) => {
    response.on('error', () => response.destroy())
    answer(incoming, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await readBody(incoming)
    const request = record(incoming, rawBody)
    requests.push(request)
    const refusal = checkAccess(request, options)
    if (refusal !== null) return sendJson(response, refusal.status, refusalBody(request.protocol, refusal))
    if (request.protocol === null || request.method !== 'POST') return sendPage(request, response, options)
    await sendStep(request, request.protocol, response)
  }

  function record(incoming: IncomingMessage, rawBody: string): RecordedRequest {
    const path = incoming.url ?? '/'
    const protocol = PATHS[path.replace(/\?.*$/, '')] ?? null
    const body = parseBody(rawBody)
    const text = protocol === null || body === null ? '' : requestText(protocol, body)
    const isCall = protocol !== null && incoming.method === 'POST'
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : value,
      ]),
    )
    const call = isCall ? calls++ : -1
    return {
      method: incoming.method ?? 'GET',
      path,
      protocol,
      headers,
      body,
      rawBody,
      text,
      inputTokens: countTokens(text),
      call,
    }
  }

  async function sendStep(
    request: RecordedRequest,
    protocol: Protocol,
    response: ServerResponse,
  ): Promise<void> {
    const refusal = checkRequest(request, protocol, state, options)
    if (refusal !== null) return sendJson(response, refusal.status, refusalBody(protocol, refusal))
    const step = chooseStep(request, options)
    if (step.kind === 'drop') response.socket?.resetAndDestroy()
    else if (step.kind === 'reply') sendReply(response, step)
    else if (step.kind === 'answer') await sendAnswer(request, protocol, response, step, false)
    else if (step.where === 'after-headers') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
    } else if (step.where === 'after-text')
      await sendAnswer(request, protocol, response, { kind: 'answer' }, true)
  }

  async function sendAnswer(
    request: RecordedRequest,
    protocol: Protocol,
    response: ServerResponse,
    step: AnswerStep,
    pause: boolean,
  ): Promise<void> {
    const made = makeAnswer(protocol, step, request, options.deltaChars ?? DELTA_CHARS)
    if (request.body?.stream !== true) return sendJson(response, 200, wholeBody(protocol, made, state))
    await sendStream(
      response,
      frames(protocol, made, request.body, state),
      step,
      step.delayMs ?? options.delayMs ?? 0,
      pause,
    )
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    forget() {
      requests.length = 0
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

function frames(protocol: Protocol, answer: Answer, body: JsonObject, state: PrivateState): readonly Frame[] {
  if (protocol === 'openai-chat') return chatFrames(answer, body)
  return protocol === 'anthropic' ? anthropicFrames(answer, state) : responsesFrames(answer, state)
}

function wholeBody(protocol: Protocol, answer: Answer, state: PrivateState): unknown {
  if (protocol === 'openai-chat') return chatBody(answer)
  return protocol === 'anthropic' ? anthropicBody(answer, state) : responsesBody(answer, state)
}

function chooseStep(request: RecordedRequest, options: ScriptedProviderOptions): Step {
  const tool = asObject(asArray(request.body?.tools)[0])
  if (options.prefersTools === true && Object.keys(tool).length > 0) {
    const name = asText(tool.name) || asText(asObject(tool.function).name)
    return { kind: 'answer', text: '', toolCall: { name, arguments: {} } }
  }
  if (typeof options.script === 'function') return options.script(request)
  return options.script?.[request.call] ?? { kind: 'answer' }
}

function checkAccess(request: RecordedRequest, { key }: ScriptedProviderOptions): Refusal | null {
  if (key === undefined) return null
  const given = request.headers['x-api-key'] ?? request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (given === key) return null
  // The real one echoes what it was given; so does this one, to be caught at it.
  return refuse(`Incorrect API key provided: ${given}. You can find your API key at the console.`, {
    status: 401,
    type: request.protocol === 'anthropic' ? 'authentication_error' : 'invalid_request_error',
    code: 'invalid_api_key',
  })
}

function checkRequest(
  request: RecordedRequest,
  protocol: Protocol,
  state: PrivateState,
  options: ScriptedProviderOptions,
): Refusal | null {
  if (request.rawBody.length > MAX_BODY_BYTES)
    return refuse('Request exceeds the maximum size', { status: 413, type: 'request_too_large' })
  const { body } = request
  if (body === null) return refuse('We could not parse the JSON body of your request.')
  if (protocol === 'anthropic' && request.headers['anthropic-version'] === undefined)
    return refuse('anthropic-version: header is required')
  const shape =
    protocol === 'openai-chat'
      ? checkChat(body, options)
      : protocol === 'anthropic'
        ? checkAnthropic(body, state)
        : checkResponses(body, state)
  return checkCommon(protocol, body, request.inputTokens, options) ?? shape
}

function sendPage(
  request: RecordedRequest,
  response: ServerResponse,
  options: ScriptedProviderOptions,
): void {
  const path = request.path.replace(/\?.*$/, '')
  const page =
    path === '/v1/models'
      ? modelList(request.headers['anthropic-version'] !== undefined, options)
      : localPage(path, request.method, options)
  if (page !== null) sendJson(response, 200, page)
  else
    sendJson(response, 404, {
      error: { message: `Invalid URL (${request.method} ${path})`, type: 'invalid_request_error' },
    })
}

function sendReply(response: ServerResponse, step: Extract<Step, { kind: 'reply' }>): void {
  const isText = typeof step.body === 'string'
  const text = isText ? asText(step.body) : step.body === undefined ? '' : JSON.stringify(step.body)
  const type = isText && text.startsWith('<') ? 'text/html' : 'application/json'
  response.writeHead(step.status, { 'content-type': type, ...step.headers })
  response.end(text)
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function parseBody(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? asObject(value) : null
  } catch {
    return null
  }
}
