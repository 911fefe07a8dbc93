import type { CompactPlan } from '../../shared/compact/plan.ts'
import type { Client } from '../bridge/client.ts'
import { turnPlace } from './configure-draft.ts'

/** Rows that the door gives at once; a message further on in its turn has at least their tokens before it. */
const MOST = 200

/** Tokens of a message's turn before it, without what is left unsent; 0 where they cannot be read. */
export async function tokensBefore(
  client: Client,
  thread: string,
  plan: CompactPlan,
  index: number,
): Promise<number> {
  const turn = plan.turns[turnPlace(plan, index)]
  if (turn === undefined || turn.from === index) return 0
  const unsent = new Set(plan.marks.flatMap((mark) => (mark.kind === 'exclude' ? [mark.index] : [])))
  try {
    const limit = Math.min(MOST, index - turn.from)
    const { rows } = await client.request('thread.page', { thread, from: turn.from, limit })
    return rows.filter((row) => !unsent.has(row.index)).reduce((sum, { tokens }) => sum + tokens, 0)
  } catch {
    // The range holds all the same; only the forecast is off by what could not be read.
    return 0
  }
}
