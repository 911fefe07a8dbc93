import { AppError, type ErrorCode } from '../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import type { Usage } from '../../shared/thread/message.ts'
import { familyOfModel } from '../compaction/tokens/model-family.ts'
import { type AnswerEnding, requireComplete } from './answer-ending.ts'
import { attemptAnswer, type CallEnvironment } from './attempt.ts'
import { costOf, type ModelProfile } from './model-profiles.ts'
import type { RequestShape } from './protocol-call.ts'
import type { ProviderAddress } from './provider-address.ts'
import { profileOf } from './provider-profile.ts'
import { type ProviderTarget, readTarget } from './provider-target.ts'
import { RETRY_POLICY, type RetryPolicy, withRetry } from './retry.ts'
import type { Summarizer, SummaryAnswer, SummaryRequest } from './summarizer.ts'

export interface OpenSummarizerOptions {
  /** Told before each wait for another try. */
  readonly onRetry?: (afterMs: number, code: ErrorCode) => void
  /** Longest silence, in milliseconds; without it `IDLE_TIMEOUT_MS`. */
  readonly idleTimeoutMs?: number
  readonly policy?: RetryPolicy
  readonly fetch?: typeof fetch
  readonly random?: () => number
  readonly now?: () => number
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * A model may reason for minutes, or a local one read a long prompt, before the first byte: what was paid for must not
 * be thrown away then. Node itself gives up after 300 s.
 */
const IDLE_TIMEOUT_MS = 290_000
/** Models at the vendors reason before they write, and their limit counts both. Only what is written is paid. */
const REASONING_TOKENS = 8_000
/** A limit spent on reasoning alone is widened once, by this factor. */
const WIDEN_FACTOR = 4
/** Below this many tokens no answer is worth asking for. */
const MIN_OUTPUT_TOKENS = 1_000
/** Some servers cut a long prompt without a word. Beyond this many characters per counted token they did. */
const TRUNCATED_CHARS_PER_TOKEN = 10
const TRUNCATED_MIN_CHARS = 20_000

/**
 * Makes a summarizer of a provider's settings and its key (null = none). Opens no connection. Throws `no-key`,
 * `bad-input` or `auth` when the settings cannot work, and `bad-input` without a model.
 */
export function openSummarizer(
  settings: ProviderSettings,
  key: string | null,
  options: OpenSummarizerOptions = {},
): Summarizer {
  const target = readTarget(settings, key)
  const model = settings.model.trim()
  if (model === '')
    throw new AppError('bad-input', 'No model is chosen for this provider.', { params: { layer: 'model' } })
  const profile = profileOf(settings)
  const windowTokens = settings.windowTokens ?? profile?.windowTokens ?? null
  const environment = environmentOf(options)
  let shape = firstShape(target.address)

  async function call(
    request: SummaryRequest,
    onText: (delta: string) => void,
    signal: AbortSignal,
  ): Promise<AnswerEnding> {
    const reasoningTokens = target.address.isVendor ? REASONING_TOKENS : 0
    const first = { ...request, maxOutputTokens: request.maxOutputTokens + reasoningTokens }
    let current: SummaryRequest = first
    for (let mends = 0; ; mends += 1) {
      try {
        const ending = await attemptAnswer({
          target,
          model,
          request: current,
          shape,
          environment,
          signal,
          onText,
        })
        if (current !== first || !isSpentOnReasoning(ending, current)) return ending
        current = { ...first, maxOutputTokens: first.maxOutputTokens * WIDEN_FACTOR }
      } catch (error) {
        // The answer's limit is lowered once; the other mends cannot come twice.
        const isSpent =
          mends >= 4 || (current !== first && error instanceof AppError && error.code === 'overflow-output')
        const mended = error instanceof AppError && !isSpent ? mend(error, shape, current) : null
        if (mended === null) throw error
        shape = mended.shape
        current = mended.request
      }
    }
  }

  return {
    id: settings.id,
    label: settings.name.trim() === '' ? model : `${settings.name.trim()} · ${model}`,
    windowTokens,
    family: familyOfModel(model),
    async summarize(request, onText, signal) {
      const ending = await withRetry(
        async (begin) => {
          const given = await call(
            request,
            (delta) => {
              begin()
              onText(delta)
            },
            signal,
          )
          // Inside the retry: a stream that ended before its first character may be asked for again.
          const text = requireComplete(given, windowTokens)
          return { ...given, text }
        },
        {
          policy: options.policy ?? RETRY_POLICY,
          signal,
          random: options.random ?? Math.random,
          onRetry: (afterMs, code) => options.onRetry?.(afterMs, code),
          ...(options.wait === undefined ? {} : { wait: options.wait }),
        },
      )
      requireWholeInput(request, ending.usage, target)
      return answerOf(ending.text, ending.usage, profile)
    },
  }
}

/** The clock, the network and the patience of calls. */
export function environmentOf(options: OpenSummarizerOptions): CallEnvironment {
  return {
    fetch: options.fetch ?? fetch,
    now: options.now ?? Date.now,
    idleTimeoutMs: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
  }
}

/** OpenAI refuses `max_tokens` for its newer models; compatible servers often know nothing else. */
export function firstShape(address: ProviderAddress): RequestShape {
  return {
    outputLimit: address.isVendor ? 'max_completion_tokens' : 'max_tokens',
    asksUsage: true,
    asksNotToStore: true,
  }
}

/** B-44: cut for its length before a single visible character, with most of the limit used. */
function isSpentOnReasoning(ending: AnswerEnding, request: SummaryRequest): boolean {
  const isCut = ['length', 'max_tokens', 'max_output_tokens'].includes(ending.reason ?? '')
  const outputTokens = ending.usage?.output ?? 0
  return isCut && ending.text.trim() === '' && outputTokens >= request.maxOutputTokens / 2
}

interface Mended {
  readonly shape: RequestShape
  readonly request: SummaryRequest
}

/** The same request in words that this server takes, or with a shorter answer; null = nothing to mend. */
export function mend(failure: AppError, shape: RequestShape, request: SummaryRequest): Mended | null {
  if (failure.code === 'overflow-output') return { shape, request: shortenOutput(failure, request) }
  if (failure.code !== 'bad-request') return null
  const { parameter } = failure.params
  if (parameter === 'stream_options' && shape.asksUsage)
    return { request, shape: { ...shape, asksUsage: false } }
  if (parameter === 'store' && shape.asksNotToStore)
    return { request, shape: { ...shape, asksNotToStore: false } }
  if (parameter !== shape.outputLimit) return null
  const outputLimit = parameter === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
  return { request, shape: { ...shape, outputLimit } }
}

/** B-40: lowers the answer's limit to what fits, never below the floor; then the input itself is too long. */
function shortenOutput(failure: AppError, request: SummaryRequest): SummaryRequest {
  const told = failure.params.outputRoomTokens
  const roomTokens = typeof told === 'number' ? told : Math.floor(request.maxOutputTokens / 2)
  if (roomTokens < MIN_OUTPUT_TOKENS || roomTokens >= request.maxOutputTokens)
    throw new AppError('overflow', 'The request leaves no room for an answer in the window of the model.', {
      params: failure.params,
      ...(failure.details === null ? {} : { details: failure.details }),
    })
  return { ...request, maxOutputTokens: roomTokens }
}

/** Ollama drops the oldest part of a long prompt and answers as if nothing happened. That is no summary. */
function requireWholeInput(request: SummaryRequest, usage: Usage | null, target: ProviderTarget): void {
  const chars = request.system.length + request.user.length
  const counted = usage === null ? 0 : usage.input + usage.cacheRead + usage.cacheWrite
  if (target.address.isVendor || chars < TRUNCATED_MIN_CHARS || counted < 1_000) return
  if (chars / counted > TRUNCATED_CHARS_PER_TOKEN)
    throw new AppError('overflow', 'The server read only a part of the request; its window is too small.', {
      params: { host: target.address.host, limitTokens: counted, reason: 'truncated' },
    })
}

function answerOf(text: string, usage: Usage | null, profile: ModelProfile | null): SummaryAnswer {
  if (usage === null) return { text, usage }
  return { text, usage: { ...usage, cost: usage.cost ?? costOf(usage, profile?.price ?? null) } }
}
