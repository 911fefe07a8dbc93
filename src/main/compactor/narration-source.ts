import type { CheckpointSection } from '../../shared/compact/checkpoint.ts'
import type { Message } from '../../shared/thread/message.ts'

/** What a summary is written from, whoever writes it and wherever it goes. */
export interface NarrationSource {
  /** Messages that age out, as the facts hold them: reductions never reach a summary. */
  readonly aged: readonly Message[]
  /** Sections of the checkpoint that is updated; empty = there is none. */
  readonly previous: readonly CheckpointSection[]
  /** Messages that stay; read for what is still in use. */
  readonly kept: readonly Message[]
  /** Place of the first aged message in the thread. */
  readonly firstIndex: number
}
