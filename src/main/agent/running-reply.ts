import type { TurnDelta } from '../../shared/ipc/turn.ts'
import { DeltaBatch } from './delta-batch.ts'
import type { ReplyDraft } from './reply-draft.ts'

/** The reply that is being written in a thread. A window that comes in its middle asks for all of it. */
export class RunningReply {
  private requests = 0
  private batch: DeltaBatch | null = null

  /** A model was asked: what comes of it is a reply of its own, also when it takes the place of a broken one. */
  open(index: number, draft: ReplyDraft, send: (delta: TurnDelta) => void): DeltaBatch {
    this.requests += 1
    this.batch = new DeltaBatch({ index, request: this.requests }, draft, send)
    return this.batch
  }

  /** It is over: what is left is sent, its message follows. */
  close(): void {
    this.batch?.flush()
    this.batch = null
  }

  /** The whole of it so far; null = none is written, or nothing came yet. */
  soFar(): TurnDelta | null {
    return this.batch?.soFar() ?? null
  }
}
