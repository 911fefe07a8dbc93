import { AppError, type ErrorCode } from '../../../shared/ipc/errors.ts'
import { classifyFailure } from './classify-failure.ts'
import type { Exchange } from './exchange.ts'
import type { FailureClass, FailureFacts, TransportFault } from './failure.ts'
import { readNumbers, readOutputMost, readOutputRoom } from './failure-numbers.ts'
import { FAILURE_TEXTS } from './failure-texts.ts'
import { redact } from './redact.ts'
import { readRefusedParameter } from './refused-parameter.ts'
import { readRetryDelayMs } from './retry-delay.ts'
import { transportCode, transportFault } from './transport-fault.ts'
import { type ErrorFields, unwrapBody } from './unwrap-body.ts'

/** What is known about the call beside the failure itself. */
export interface FailureContext {
  readonly exchange: Exchange
  /** The person's own stop. */
  readonly signal: AbortSignal
  readonly host: string
  /** Removed from every text. */
  readonly secrets: readonly string[]
  readonly hasKey: boolean
  readonly nowMs: number
}

const MAX_DETAILS_CHARS = 1_000

/**
 * Turns whatever a provider call threw into an `AppError` with a provider code.
 *
 * `params` may hold `host`, `status`, `layer` (address, certificate, key, model, server), `retryAfterMs`,
 * `limitTokens`, `usedTokens`, `outputRoomTokens`, `outputMostTokens` (for any input), `parameter`, and `retry: 'no'` when waiting cannot help.
 * `details` is the provider's own text with keys removed; the original exception is not kept, since it holds
 * headers.
 */
export function toProviderError(thrown: unknown, context: FailureContext): AppError {
  const { exchange, host } = context
  if (context.signal.aborted) return new AppError('cancelled', FAILURE_TEXTS.cancelled.text)
  if (thrown instanceof AppError) return thrown
  if (exchange.isTimedOut())
    return new AppError('timeout', 'The provider fell silent.', { params: { host, layer: 'address' } })
  const refusal = exchange.refusal()
  if (refusal !== null) return fromFacts({ ...refusal, isAbortedByUs: false, transport: null }, context)
  const event = streamEventOf(thrown)
  if (event !== null) return failureOfEvent(event, context)
  const transport = transportFault(thrown)
  if (exchange.hasAnswer()) return streamCut(thrown, context)
  if (transport !== null) return fromTransport(thrown, transport, context)
  return new AppError('internal', 'The call to the provider failed in an unexpected way.', {
    params: { host },
    details: shorten(explain(thrown), context),
  })
}

/** The error for an event inside a 200 stream, or for a body that came instead of one. */
export function failureOfEvent(rawBody: string, context: FailureContext): AppError {
  return fromFacts({ httpStatus: null, rawBody, headers: {}, isAbortedByUs: false, transport: null }, context)
}

/** The SDKs throw an event of a stream as an error with a body and no status. */
function streamEventOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !('error' in thrown) || thrown.error === undefined) return null
  return JSON.stringify({ error: thrown.error })
}

function streamCut(thrown: unknown, context: FailureContext): AppError {
  return new AppError('stream-cut', 'The answer broke off.', {
    params: { host: context.host },
    details: shorten(explain(thrown), context),
  })
}

function fromTransport(thrown: unknown, transport: TransportFault, context: FailureContext): AppError {
  const code = transportCode(thrown)
  return new AppError(transport === 'timeout' ? 'timeout' : 'network', FAILURE_TEXTS.network.text, {
    params: {
      host: context.host,
      layer: transport === 'certificate' ? 'certificate' : 'address',
      ...(code === null ? {} : { reason: code }),
      // A certificate does not get better by waiting.
      ...(transport === 'certificate' ? { retry: 'no' } : {}),
    },
    details: shorten(explain(thrown), context),
  })
}

function fromFacts(facts: FailureFacts, context: FailureContext): AppError {
  const fields = unwrapBody(facts.rawBody)
  const found = classifyFailure(facts)
  const { code, text } = FAILURE_TEXTS[found]
  const isKeyMissing = code === 'auth' && !context.hasKey
  const finalCode: ErrorCode = isKeyMissing ? 'no-key' : code
  return new AppError(finalCode, isKeyMissing ? 'The provider asks for a key, and none is set.' : text, {
    params: { host: context.host, ...readParams(found, facts, fields, context.nowMs) },
    details: shorten(detailsOf(facts, fields), context),
  })
}

function readParams(found: FailureClass, facts: FailureFacts, fields: ErrorFields, nowMs: number) {
  const params: Record<string, string | number> = {}
  const { limitTokens, usedTokens } = readNumbers(fields)
  const waits = found === 'rate_limit' || found === 'overload' || found === 'quota'
  const retryAfterMs = waits ? readRetryDelayMs(facts.headers, fields, nowMs) : null
  const outputRoom = found === 'overflow_output' ? readOutputRoom(fields) : null
  const outputMost = found === 'overflow_output' ? readOutputMost(fields) : null
  const parameter = found === 'bad_request' ? readRefusedParameter(fields) : null
  const layer = layerOf(found, fields)
  if (facts.httpStatus !== null) params.status = facts.httpStatus
  if (layer !== null) params.layer = layer
  if (retryAfterMs !== null) params.retryAfterMs = retryAfterMs
  if (limitTokens !== null) params.limitTokens = limitTokens
  if (usedTokens !== null) params.usedTokens = usedTokens
  if (outputRoom !== null) params.outputRoomTokens = outputRoom
  if (outputMost !== null) params.outputMostTokens = outputMost
  if (parameter !== null) params.parameter = parameter
  // A bucket smaller than the request never lets it through.
  if (found === 'rate_limit' && limitTokens !== null && usedTokens !== null && usedTokens > limitTokens)
    params.retry = 'no'
  return params
}

function layerOf(found: FailureClass, fields: ErrorFields): string | null {
  if (found === 'auth' || found === 'permission') return 'key'
  if (found === 'overload') return 'server'
  if (found !== 'not_found') return null
  const namesModel = [...fields.codes, ...fields.messages].some((text) => /model|deployment/i.test(text))
  return namesModel ? 'model' : 'address'
}

function detailsOf(facts: FailureFacts, fields: ErrorFields): string {
  const status = facts.httpStatus === null ? [] : [`HTTP ${facts.httpStatus}`]
  const location = facts.headers.location
  const codes = [...new Set(fields.codes)].slice(0, 4)
  const redirect = location === undefined ? [] : [`redirect to ${location}`]
  return [...status, ...codes, ...redirect, ...fields.messages].join(' · ')
}

function explain(thrown: unknown): string {
  const parts: string[] = []
  let current = thrown
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    parts.push(current.message)
    current = current.cause
  }
  return parts.length === 0 ? String(thrown) : parts.join(' · ')
}

function shorten(text: string, { secrets }: FailureContext): string {
  // Redacted before it is cut, so that no half of a key is left at the end.
  return redact(text, secrets).slice(0, MAX_DETAILS_CHARS)
}
