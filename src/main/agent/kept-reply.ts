import type { ModelOrigin } from '../../shared/thread/message.ts'
import type { ChatDelta } from '../providers/chat/chat-model.ts'
import type { ReplyPartsPort } from './ports.ts'
import { ReplyDraft } from './reply-draft.ts'

/** Longest time that text which came stands in memory alone. */
const KEEP_AFTER_MS = 500
/** Earlier when this many characters came. */
const KEEP_AFTER_CHARS = 8_000

/** Who writes a reply, since when. */
interface ReplyHead {
  readonly origin: ModelOrigin
  readonly startedMs: number
}

/** What came since the part before. */
interface ReplyPart {
  readonly atMs: number
  readonly pieces: readonly ChatDelta[]
}

/**
 * Keeps a reply while it streams, so that a killed process loses half a second of it. Each piece is written once:
 * the work grows with the reply, never with its square.
 */
export class KeptReply {
  readonly #parts: ReplyPartsPort
  readonly #head: ReplyHead
  readonly #now: () => number
  #isBegun = false
  #pieces: ChatDelta[] = []
  #chars = 0
  #timer: NodeJS.Timeout | null = null

  constructor(parts: ReplyPartsPort, head: ReplyHead, now: () => number) {
    this.#parts = parts
    this.#head = head
    this.#now = now
  }

  add(delta: ChatDelta): void {
    const last = this.#pieces.at(-1)
    const joined = last === undefined ? null : join(last, delta)
    if (joined === null) this.#pieces.push(delta)
    else this.#pieces[this.#pieces.length - 1] = joined
    this.#chars += sizeOf(delta)
    if (this.#chars >= KEEP_AFTER_CHARS) this.#write()
    else this.#timer ??= setTimeout(() => this.#write(), KEEP_AFTER_MS)
  }

  /** The reply has its end: it is stored as a message, or was empty. What waits is not written any more. */
  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#pieces = []
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const body = JSON.stringify({ atMs: this.#now(), pieces: this.#pieces } satisfies ReplyPart)
    this.#pieces = []
    this.#chars = 0
    try {
      if (!this.#isBegun) this.#parts.begin(JSON.stringify(this.#head))
      this.#isBegun = true
      this.#parts.add(body)
    } catch {
      // The reply itself goes on. A disk that refuses is told when its message is stored.
    }
  }
}

/** The reply that a crash broke off, as far as it was kept; null = none. */
export function leftReply(parts: ReplyPartsPort): ReturnType<ReplyDraft['partial']> | null {
  const [head, ...bodies] = parts.list()
  if (head === undefined) return null
  // Written by `KeptReply`, as text of these two shapes.
  const { origin, startedMs } = JSON.parse(head) as ReplyHead
  const draft = new ReplyDraft()
  let lastMs = startedMs
  for (const body of bodies) {
    const { atMs, pieces } = JSON.parse(body) as ReplyPart
    for (const delta of pieces) draft.take(delta)
    lastMs = atMs
  }
  if (draft.isEmpty) return null
  return draft.partial('interrupted', origin, lastMs, Math.max(0, lastMs - startedMs))
}

function sizeOf(delta: ChatDelta): number {
  return delta.kind === 'call' ? delta.name.length + delta.argumentsText.length : delta.text.length
}

/** Two pieces as one; null = they are parts of different things. */
function join(one: ChatDelta, next: ChatDelta): ChatDelta | null {
  if (one.kind === 'call')
    return next.kind === 'call' && next.position === one.position
      ? {
          ...one,
          name: one.name || next.name,
          argumentsText: one.argumentsText + next.argumentsText,
        }
      : null
  return next.kind === one.kind ? { ...one, text: one.text + next.text } : null
}
