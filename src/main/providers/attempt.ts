import { AppError } from '../../shared/ipc/errors.ts'
import type { AnswerEnding } from './answer-ending.ts'
import { streamAnthropicAnswer } from './anthropic.ts'
import { type Exchange, openExchange } from './errors/exchange.ts'
import { failureOfEvent, toProviderError } from './errors/to-app-error.ts'
import { streamChatAnswer } from './openai-chat.ts'
import { streamResponsesAnswer } from './openai-responses.ts'
import type { RequestShape, StreamAnswer } from './protocol-call.ts'
import type { ProviderTarget } from './provider-target.ts'
import type { SummaryRequest } from './summarizer.ts'

/** What the outside world gives to every call. */
export interface CallEnvironment {
  readonly fetch: typeof fetch
  readonly now: () => number
  /** Longest silence before `timeout`, in milliseconds. */
  readonly idleTimeoutMs: number
}

export interface Attempt {
  readonly target: ProviderTarget
  readonly model: string
  readonly request: SummaryRequest
  readonly shape: RequestShape
  readonly environment: CallEnvironment
  readonly signal: AbortSignal
  readonly onText: (delta: string) => void
}

const PROTOCOLS: { readonly [K in ProviderTarget['kind']]: StreamAnswer } = {
  'openai-chat': streamChatAnswer,
  'openai-responses': streamResponsesAnswer,
  anthropic: streamAnthropicAnswer,
}

/**
 * Makes one request and reads its stream to the end. Whatever fails is an `AppError` without a key; an abort
 * rejects at once with `cancelled`, even when the stream does not react.
 */
export async function attemptAnswer(attempt: Attempt): Promise<AnswerEnding> {
  const { target, environment, signal } = attempt
  return await underWatch(target, environment, signal, async (exchange) => {
    const outcome = await PROTOCOLS[target.kind]({
      address: target.address,
      key: target.key,
      model: attempt.model,
      request: attempt.request,
      shape: attempt.shape,
      exchange,
      onText: (delta) => {
        // Nothing may arrive after the person stopped.
        if (!exchange.signal.aborted) attempt.onText(delta)
      },
    })
    if (exchange.signal.aborted) throw new Error('aborted')
    if ('body' in outcome)
      throw failureOfEvent(outcome.body, contextOf(target, environment, signal, exchange))
    if (outcome.reason === null && outcome.text === '' && outcome.toolCalls === 0)
      throwIfNoStream(exchange, target, environment, signal)
    return outcome
  })
}

/** Runs one exchange: opens it, translates whatever it throws, closes it. */
export async function underWatch<T>(
  target: ProviderTarget,
  environment: CallEnvironment,
  signal: AbortSignal,
  run: (exchange: Exchange) => Promise<T>,
): Promise<T> {
  const { fetch, idleTimeoutMs } = environment
  const exchange = openExchange({ signal, idleTimeoutMs, fetch })
  try {
    if (signal.aborted) throw new Error('aborted')
    return await Promise.race([run(exchange), rejectOnAbort(exchange.signal)])
  } catch (error) {
    throw toProviderError(error, contextOf(target, environment, signal, exchange))
  } finally {
    exchange.close()
  }
}

/** What an error of this exchange is told with. */
export function contextOf(
  target: ProviderTarget,
  environment: CallEnvironment,
  signal: AbortSignal,
  exchange: Exchange,
) {
  const { address, secrets, hasKey } = target
  return { exchange, signal, host: address.host, secrets, hasKey, nowMs: environment.now() }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
  })
}

/** Throws for a 200 that is no stream: a web page, a plain JSON error, or an error event that an SDK passed over. */
export function throwIfNoStream(
  exchange: Exchange,
  target: ProviderTarget,
  environment: CallEnvironment,
  signal: AbortSignal,
): void {
  const head = exchange.head().trim()
  if (head.startsWith('<'))
    throw new AppError('not-found', 'The address answers with a web page, not as a model server.', {
      params: { host: target.address.host, layer: 'address' },
    })
  const body = errorBodyIn(head)
  if (body !== null) throw failureOfEvent(body, contextOf(target, environment, signal, exchange))
  if (head.startsWith('{'))
    throw new AppError('bad-request', 'The server does not stream its answers.', {
      params: { host: target.address.host, layer: 'server' },
    })
}

/** A JSON error that is the whole body, or the data of a first event without a name; null = neither. */
function errorBodyIn(head: string): string | null {
  for (const text of [head, head.split(/\r?\n\r?\n/)[0] ?? '']) {
    const json = text.replace(/^data:/, '')
    if (isErrorShape(json)) return json
  }
  return null
}

function isErrorShape(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null) return false
    return 'error' in value || 'detail' in value || ('message' in value && typeof value.message === 'string')
  } catch {
    return false
  }
}
