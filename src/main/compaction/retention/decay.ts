import type { Facts } from '../facts/facts.ts'
import { isOpen } from '../facts/plan-items.ts'
import { readReplacement, supersedes } from '../facts/replacement.ts'

/** How much of a checkpoint's heaviest facts (weight 5) the next one still holds. */
export interface Decay {
  /** 0 to 1; 1 when there was nothing to lose. */
  readonly share: number
  readonly lost: readonly string[]
}

/**
 * Share of the rules, open tasks and changed files in one checkpoint that are in the next one, or were retired
 * for a reason: a rule replaced by a later rule, a task finished, dropped or left out of a new list.
 */
export function measureDecay(before: Facts, after: Facts, retiredBy: Facts): Decay {
  const lost: string[] = []
  const rules = new Set(after.rules.map((rule) => rule.text))
  const replacements = after.rules.flatMap(({ text }) => readReplacement(text) ?? [])
  for (const { text } of before.rules)
    if (!rules.has(text) && !replacements.some((later) => supersedes(later, text))) lost.push(text)
  const paths = new Set(after.paths.filter((fact) => fact.use !== 'read').map((fact) => fact.path))
  const changed = before.paths.filter((fact) => fact.use !== 'read')
  for (const fact of changed) if (!paths.has(fact.path)) lost.push(fact.path)
  const open = before.plan.filter((item) => isOpen(item) && item.status !== 'unanswered')
  for (const item of open) {
    const isHeld = after.plan.some((later) => later.text === item.text)
    if (!isHeld && !retiredBy.replacesPlan) lost.push(item.text)
  }
  const total = before.rules.length + changed.length + open.length
  return { share: total === 0 ? 1 : 1 - lost.length / total, lost }
}
