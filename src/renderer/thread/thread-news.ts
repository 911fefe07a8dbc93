import type { OpenedThread } from '../../shared/ipc/thread.ts'
import type { Row } from '../../shared/thread/row.ts'

/** Rows from `from` on are new; there are `total`. */
export interface News {
  readonly from: number
  readonly total: number
}

/** Two pieces of news as one. */
export function both(one: News, other: News | null): News {
  if (other === null) return one
  return { from: Math.min(one.from, other.from), total: Math.max(one.total, other.total) }
}

/** Facts about the thread after rows came to its end, `added` = tokens that were not counted before. */
export function grown(
  opened: OpenedThread,
  { from, total }: News,
  read: readonly Row[],
  added: number,
): OpenedThread {
  const prompts = [
    ...opened.prompts.filter((index) => index < from),
    ...read.filter((row) => row.kind === 'user' && row.role === 'prompt').map((row) => row.index),
  ]
  const { compaction } = opened
  const isLonger = compaction.kind === 'unavailable' && compaction.reason !== 'read-only-format'
  return {
    ...opened,
    messages: total,
    prompts,
    turns: prompts.length,
    tokens: opened.tokens === null ? null : opened.tokens + added,
    ...(compaction.kind === 'available'
      ? { compaction: { ...compaction, turns: compaction.turns + prompts.length - opened.prompts.length } }
      : {}),
    ...(isLonger && prompts.length > 0
      ? {
          compaction:
            prompts.length > 1
              ? ({ kind: 'available', turns: prompts.length } as const)
              : ({ kind: 'unavailable', reason: 'too-few-turns', turns: 1 } as const),
        }
      : {}),
  }
}
