import type { TurnDelta } from '../../shared/ipc/turn.ts'
import type { ChatDelta } from '../providers/chat/chat-model.ts'

/** About one frame. */
const FRAME_MS = 33

/** Gathers pieces of one reply and passes them on at most once per frame. */
export class DeltaBatch {
  private readonly index: number
  private readonly send: (delta: TurnDelta) => void
  private readonly calls: () => TurnDelta['calls']
  private text = ''
  private thinking = ''
  private hasNews = false
  private timer: NodeJS.Timeout | null = null

  constructor(index: number, calls: () => TurnDelta['calls'], send: (delta: TurnDelta) => void) {
    this.index = index
    this.calls = calls
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
    this.send({ index: this.index, text, thinking, calls: this.calls() })
  }
}
