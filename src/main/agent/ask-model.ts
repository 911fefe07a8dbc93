import { AppError } from '../../shared/ipc/errors.ts'
import type { ChatAnswer } from '../providers/chat/chat-model.ts'
import { KeptReply } from './kept-reply.ts'
import type { ChatModelPort, GuardAnswer, TurnPorts } from './ports.ts'
import { ReplyDraft } from './reply-draft.ts'
import type { RunningReply } from './running-reply.ts'
import { isStop, untilAborted } from './until-aborted.ts'

/** A whole reply, or the part of it that came and why no more did. */
export type Asked =
  | { readonly kind: 'answered'; readonly answer: ChatAnswer; readonly durationMs: number }
  | {
      readonly kind: 'failed'
      readonly error: unknown
      readonly draft: ReplyDraft
      readonly durationMs: number
    }

/** One call of a model, with its text on the way to the windows. Never rejects. */
export async function askModel(
  ports: TurnPorts,
  request: Extract<GuardAnswer, { kind: 'ready' }>,
  replyIndex: number,
  running: RunningReply,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<Asked> {
  const startedMs = ports.now()
  const draft = new ReplyDraft()
  const batch = running.open(replyIndex, draft, (delta) => ports.emit.delta(delta))
  const kept = new KeptReply(ports.parts, { origin: request.model.origin, startedMs }, ports.now)
  let isOpen = true
  let hasBegun = false
  try {
    const answer = await untilAborted(
      request.model.stream(
        request.body,
        (delta) => {
          // A model that does not hear the stop may still talk.
          if (!isOpen) return
          if (!hasBegun) onFirst()
          hasBegun = true
          draft.take(delta)
          batch.add(delta)
          kept.add(delta)
        },
        signal,
      ),
      signal,
    )
    const durationMs = ports.now() - startedMs
    recordRequest(ports, request.model, answer, durationMs)
    return { kind: 'answered', answer, durationMs }
  } catch (error) {
    const durationMs = ports.now() - startedMs
    const result = isStop(error) || signal.aborted ? 'cancelled' : 'failed'
    ports.record({
      atMs: ports.now(),
      kind: 'request',
      result,
      tokens: null,
      costUsd: null,
      durationMs,
      details: {
        model: request.model.origin.model,
        ...(error instanceof AppError && result === 'failed' ? { code: error.code } : {}),
      },
    })
    return { kind: 'failed', error, draft, durationMs }
  } finally {
    isOpen = false
    running.close()
    kept.end()
  }
}

function recordRequest(ports: TurnPorts, model: ChatModelPort, answer: ChatAnswer, durationMs: number): void {
  const { usage } = answer
  ports.record({
    atMs: ports.now(),
    kind: 'request',
    result: 'completed',
    tokens: usage === null ? null : usage.input + usage.output + usage.cacheRead + usage.cacheWrite,
    costUsd: usage?.cost ?? null,
    durationMs,
    details: { model: model.origin.model, ending: answer.ending, calls: answer.calls.length },
  })
}
