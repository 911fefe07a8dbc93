import type { TurnDelta } from '../../shared/ipc/turn.ts'
import type { ChatDelta } from '../providers/chat/chat-model.ts'
import type { ReplyDraft } from './reply-draft.ts'

/** About one frame. */
const FRAME_MS = 33

/** Gathers pieces of one reply and passes them on at most once per frame, counted from 1. */
export class DeltaBatch {
  private readonly place: Pick<TurnDelta, 'index' | 'request'>
  private readonly draft: ReplyDraft
  private readonly send: (delta: TurnDelta) => void
  private text = ''
  private thinking = ''
  private sent = 0
  private hasNews = false
  private timer: NodeJS.Timeout | null = null

  /** Whoever adds a piece here has given it to `draft` before. */
  constructor(
    place: Pick<TurnDelta, 'index' | 'request'>,
    draft: ReplyDraft,
    send: (delta: TurnDelta) => void,
  ) {
    this.place = place
    this.draft = draft
    this.send = send
  }

  add(delta: ChatDelta): void {
    if (delta.kind === 'text') this.text += delta.text
    if (delta.kind === 'thinking') this.thinking += delta.text
    this.hasNews = true
    this.timer ??= setTimeout(() => this.flush(), FRAME_MS)
  }

  /** Sends what is left, at once. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    if (!this.hasNews) return
    this.hasNews = false
    const { text, thinking } = this
    this.text = ''
    this.thinking = ''
    this.sent += 1
    this.send({ ...this.place, seq: this.sent, text, thinking, calls: this.draft.shownCalls })
  }

  /** Everything that was sent, what is left included, as one piece; null = nothing came yet. */
  soFar(): TurnDelta | null {
    this.flush()
    if (this.sent === 0) return null
    return { ...this.place, seq: this.sent, ...this.draft.shown }
  }
}
