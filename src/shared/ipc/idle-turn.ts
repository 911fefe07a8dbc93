import type { TurnState } from './turn.ts'

/** A thread in which nothing runs and nothing has happened yet. */
export const IDLE_TURN: TurnState = {
  phase: 'idle',
  startedMs: null,
  replyIndex: null,
  queue: [],
  approval: null,
  notice: null,
  failure: null,
  isUnsaved: false,
  asksToCompact: false,
}
