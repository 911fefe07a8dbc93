import type { CompactionOutcome } from '../../shared/compact/event.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Message, ToolSchema } from '../../shared/thread/message.ts'
import type { WindowLesson } from '../compaction/model-window.ts'
import type { Projection } from '../compaction/projection/projected-message.ts'
import { syntheticMessage } from '../compaction/projection/summary-message.ts'
import type { JsonObject } from '../compaction/request/private-layout.ts'
import { renderRequest } from '../compaction/request/render-request.ts'
import type { ImageData } from '../compaction/request/wire-turns.ts'
import { sanitizeFor } from '../compaction/sanitize/private-state.ts'
import type { CheckOptions, CheckResult, InPlaceCompactor } from '../compactor/in-place/in-place-compactor.ts'
import { keepPicturesWithin } from '../compactor/in-place/keep-pictures-within.ts'
import type { SummaryChat } from '../compactor/in-place/ports.ts'
import type { ThreadContext } from '../compactor/in-place/thread-context.ts'
import type { ChatModel } from '../providers/chat/chat-model.ts'
import type { ContextGuard, GuardAnswer, GuardInput } from './ports.ts'

/** Largest sum of all pictures in a request, in bytes of their base64 form: below the usual body limits (B-29). */
const PICTURE_BYTES = 20_000_000

/** After a provider has refused a body for its bytes. */
const PICTURE_BYTES_AFTER_REFUSAL = 4_000_000

/** Without a limit of one's own: Anthropic wants one. */
const REPLY_TOKENS = 16_000

/** What a guard is made of. */
export interface GuardParts {
  readonly context: ThreadContext
  readonly compactor: InPlaceCompactor
  /** The model that was ensured before the turn began. */
  readonly model: () => ChatModel
  readonly render: (messages: readonly Message[]) => Promise<{
    readonly messages: readonly Message[]
    readonly systemPrompt: string
  }>
  readonly images: (projection: Projection) => ImageData
  /** A refusal said something about the model's window; it holds until the program ends. */
  readonly learn: (lesson: WindowLesson) => void
  /** The numbers of the context are new. */
  readonly onChange: () => void
}

/** Joins the in-place compactor to a thread's turns: no request goes out unchecked (S-080, S-097). */
export function createContextGuard(parts: GuardParts): ContextGuard & {
  /** The body that a request of this list would have. */
  bodyOf(projection: Projection, tools: readonly ToolSchema[]): Promise<JsonObject>
  /** The chat for a summary behind it; null = the model as it is now was not asked with these tools yet. */
  summaryChat(): SummaryChat | null
} {
  const { context, compactor } = parts
  /** The last request that went out, by what its bytes begin with. */
  let sent: { readonly origin: string; readonly tools: string } | null = null
  /** Tools of the call that is being prepared, else of the last one. */
  let tools: readonly ToolSchema[] = []

  async function bodyOf(
    projection: Projection,
    tools: readonly ToolSchema[],
    behind: readonly Message[] = [],
  ): Promise<JsonObject> {
    const model = parts.model()
    const rendered = await parts.render(projection.map(({ message }) => message))
    return renderRequest({
      target: model.origin,
      family: model.family,
      system: rendered.systemPrompt,
      tools,
      messages: sanitizeFor([...rendered.messages, ...behind], model.origin),
      maxOutputTokens: model.origin.protocol === 'anthropic' ? replyLimit(model) : null,
      imageData: parts.images(projection),
    })
  }

  async function ready(projection: Projection, input: GuardInput): Promise<GuardAnswer> {
    const body = await bodyOf(projection, input.tools)
    sent = { origin: JSON.stringify(parts.model().origin), tools: JSON.stringify(input.tools) }
    return { kind: 'ready', body, model: parts.model() }
  }

  async function answer(result: CheckResult, input: GuardInput): Promise<GuardAnswer> {
    parts.onChange()
    const asks = result.kind === 'ask' || (result.kind === 'refused' && result.asks === true)
    input.report({ kind: 'ask', isOn: asks })
    if (result.kind === 'refused') return { kind: 'refused', error: refusalOf(result.outcome) }
    return ready(result.projection, input)
  }

  const optionsOf = (input: Pick<GuardInput, 'signal' | 'report'>, more?: AbortSignal): CheckOptions => ({
    signal: more === undefined ? input.signal : AbortSignal.any([input.signal, more]),
    onNotice: (notice) => input.report({ kind: 'notice', notice }),
  })

  return {
    bodyOf,
    summaryChat() {
      if (sent === null || sent.tools !== JSON.stringify(tools)) return null
      const model = parts.model()
      if (sent.origin !== JSON.stringify(model.origin)) return null
      return {
        protocol: model.origin.protocol,
        windowTokens: model.windowTokens ?? context.ports.model().window.tokens,
        body: (instruction) =>
          bodyOf(context.projection, tools, [syntheticMessage('summary', 'user', instruction)]),
        send: (body, onPiece, signal) =>
          model.stream(
            body,
            (delta) => {
              if (delta.kind !== 'thinking') onPiece(delta.kind === 'text' ? delta.text : delta.argumentsText)
            },
            signal,
          ),
      }
    },
    async beforeCall(input) {
      tools = input.tools
      await compactor.read(context, input.signal)
      await keepPicturesWithin(context, { budgetBytes: PICTURE_BYTES, includesLatest: false })
      const result = await compactor.check(context, optionsOf(input, input.skipCompaction))
      const isSkipped =
        result.kind === 'refused' && result.outcome.kind === 'cancelled' && !input.signal.aborted
      // The person wants it sent without waiting; what does not fit is refused by the provider, not by us.
      if (isSkipped) return ready(context.projection, input)
      return answer(result, input)
    },
    async afterOverflow(refusal, input) {
      await compactor.read(context, input.signal)
      if (refusal.code === 'payload') {
        const limits = { budgetBytes: PICTURE_BYTES_AFTER_REFUSAL, includesLatest: true }
        const isSmaller = await keepPicturesWithin(context, limits)
        return isSmaller ? ready(context.projection, input) : { kind: 'refused', error: refusal }
      }
      const lesson = lessonOf(refusal, context.pressure.tokens)
      if (lesson !== null) parts.learn(lesson)
      // A missing tier says nothing about a request below it (B-38).
      if (refusal.code === 'overflow-tier' && lesson === null) return { kind: 'refused', error: refusal }
      const result = await compactor.recover(context, { isForcedUsed: false }, optionsOf(input))
      return answer(result, input)
    },
    afterReply() {
      context.sync()
      parts.onChange()
    },
    async compactNow(focus, input) {
      const outcome = await compactor.compact(context, { focus, segmentFrom: null }, optionsOf(input))
      input.report({ kind: 'ask', isOn: false })
      parts.onChange()
      return outcome
    },
  }
}

function replyLimit(model: ChatModel): number {
  return model.windowTokens === null
    ? REPLY_TOKENS
    : Math.max(1_000, Math.min(REPLY_TOKENS, Math.floor(model.windowTokens / 4)))
}

function lessonOf(refusal: AppError, estimateTokens: number): WindowLesson | null {
  if (refusal.code === 'overflow-tier')
    return estimateTokens > 200_000 ? { kind: 'no-long-context', estimateTokens } : null
  const { limitTokens } = refusal.params
  return typeof limitTokens === 'number' ? { kind: 'stated-limit', limitTokens, estimateTokens } : null
}

/** What a person is told when the next request cannot be sent. */
function refusalOf(outcome: CompactionOutcome): AppError {
  switch (outcome.kind) {
    case 'needs_new_thread':
      return new AppError('needs-new-thread', 'This thread does not fit the model any more.', {
        params: { stage: outcome.stage, tokens: outcome.tokens, limit: outcome.limit },
      })
    case 'failed':
      return new AppError('compaction-failed', 'The context is full and could not be made smaller.', {
        params: { stage: outcome.stage, reason: outcome.code },
      })
    case 'cancelled':
      return new AppError('cancelled', 'Stopped.')
    default:
      return new AppError('compaction-failed', 'The context is full and could not be made smaller.', {
        params: { stage: 'plan', reason: outcome.kind === 'skipped' ? outcome.reason : outcome.kind },
      })
  }
}
