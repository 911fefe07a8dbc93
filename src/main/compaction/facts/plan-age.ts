import type { PlanItem } from './facts.ts'
import { isOpen } from './plan-items.ts'

/** A list that this many requests of the person left untouched tells how things stood, not how they stand. */
const OLD_FROM_REQUESTS = 3
const MARK = / \(as it stood (\d+) requests before\)$/
/** The mark at the end of a line, wherever it stands in a text. */
export const AGE_MARKS: RegExp = new RegExp(MARK.source, 'gm')

/** True for an open entry that the work has gone on without. */
export function isOld(item: PlanItem): boolean {
  return isOpen(item) && item.requestsSince >= OLD_FROM_REQUESTS
}

/** What stands behind the text of an old entry; empty for any other. */
export function ageMark(item: PlanItem): string {
  return isOld(item) ? ` (as it stood ${item.requestsSince} requests before)` : ''
}

/** An entry's text without the mark, and the age that the mark tells. */
export function readAgeMark(text: string): { readonly text: string; readonly requestsSince: number } {
  return { text: text.replace(MARK, ''), requestsSince: Number(MARK.exec(text)?.[1] ?? 0) }
}

/** The plan after `requests` more requests that did not touch it. */
export function agePlan(plan: readonly PlanItem[], requests: number): readonly PlanItem[] {
  if (requests === 0) return plan
  return plan.map((item) => ({ ...item, requestsSince: item.requestsSince + requests }))
}
