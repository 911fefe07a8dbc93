import type { QueuedMessage } from '../../../shared/ipc/turn.ts'
import type { Row } from '../../../shared/thread/row.ts'
import { type RuntimeState, shownNotice } from '../runtime/runtime-state.ts'

/** What stands under the last message. */
export type TailRow = 'live' | 'approval' | 'notice' | 'ending' | 'unanswered'

const BUSY = ['preparing', 'waiting', 'streaming']

/**
 * The rows under the last message, in order, joined by spaces so that a list can compare them. The live reply
 * leaves in the same commit that brings its message, and takes the place of its row.
 */
export function tailRows(state: RuntimeState, messages: number, last: Row | undefined): string {
  if (state.presence !== 'present') return ''
  const { turn, live } = state
  const rows: TailRow[] = []
  const hasLive = live !== null && live.index >= messages
  if (hasLive || (BUSY.includes(turn.phase) && live === null)) rows.push('live')
  if (turn.approval !== null) rows.push('approval')
  if (shownNotice(state) !== null) rows.push('notice')
  if (turn.phase === 'idle' && turn.failure !== null && !isMended(state)) rows.push('ending')
  else if (isUnanswered(last) && turn.phase === 'idle' && turn.queue.every(isHeld) && !hasLive)
    rows.push('unanswered')
  return rows.join(' ')
}

/** It waits for the person: nothing comes of it by itself. */
function isHeld({ waitsFor }: QueuedMessage): boolean {
  return waitsFor === 'person'
}

/** There was no model, or not the chosen one, and now there is one: only the reply is missing. */
function isMended({ turn, provider }: RuntimeState): boolean {
  const code = turn.failure?.code
  return (code === 'no-model' || code === 'provider-gone') && (provider?.providerId ?? null) !== null
}

function isUnanswered(last: Row | undefined): boolean {
  return last?.kind === 'user' && last.role === 'prompt'
}
