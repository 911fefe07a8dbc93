import { agedWeight, rankReferences } from './activation.ts'
import type { Facts, PathFact, PlanItem } from './facts.ts'
import { subjectKey } from './outcomes.ts'
import { agePlan } from './plan-age.ts'
import { applyPlan } from './plan-items.ts'
import { settleRules } from './rules.ts'
import { settlePlan } from './settle-plan.ts'

const MAX_REFERENCES = 2_000

/**
 * The facts after both stretches. Later rules replace the ones they supersede, later statuses win, errors are
 * settled by later success, names lose weight with age. Merging is by fact, so it never nests or doubles.
 */
export function mergeFacts(previous: Facts, next: Facts): Facts {
  const failedAgain = new Set(next.errors.map((error) => subjectKey(error.subject)))
  const settled = new Set([...next.succeeded, ...failedAgain])
  const verifiedAgain = new Set(next.verified.map((check) => subjectKey(check.command)))
  return {
    messageCount: previous.messageCount + next.messageCount,
    rules: settleRules([...previous.rules, ...next.rules]),
    plan: mergePlan(previous, next),
    replacesPlan: previous.replacesPlan || next.replacesPlan,
    closings: next.closings,
    requests: previous.requests + next.requests,
    paths: mergePaths(previous.paths, next.paths),
    errors: [...previous.errors.filter((error) => !settled.has(subjectKey(error.subject))), ...next.errors],
    succeeded: [
      ...new Set([...previous.succeeded.filter((key) => !failedAgain.has(key)), ...next.succeeded]),
    ],
    verified: [
      ...previous.verified.filter((check) => {
        const key = subjectKey(check.command)
        return !failedAgain.has(key) && !verifiedAgain.has(key)
      }),
      ...next.verified,
    ],
    references: mergeReferences(previous, next),
  }
}

function mergePlan(previous: Facts, next: Facts): readonly PlanItem[] {
  if (next.replacesPlan) return next.plan
  // A request stays open only until the conversation goes on.
  const before =
    next.messageCount === 0 ? previous.plan : previous.plan.filter((item) => item.status !== 'unanswered')
  const settled = settlePlan(before, next.closings)
  const isTouched = settled !== before || next.plan.some((item) => item.status !== 'unanswered')
  const aged = agePlan(settled, isTouched ? 0 : next.requests)
  return applyPlan(aged, { isWholeList: false, items: next.plan })
}

/** Most recently touched first; a changed file stays changed when it is only read later. */
function mergePaths(previous: readonly PathFact[], next: readonly PathFact[]): readonly PathFact[] {
  const before = new Map(previous.map((fact) => [fact.path, fact]))
  const merged = next.map((fact) => {
    const old = before.get(fact.path)
    before.delete(fact.path)
    return fact.use === 'read' && old !== undefined ? { ...fact, use: old.use } : fact
  })
  return [...merged, ...before.values()]
}

function mergeReferences(previous: Facts, next: Facts): Facts['references'] {
  if (next.messageCount === 0 && next.references.length === 0) return previous.references
  const weights = new Map(
    previous.references.map((name) => [name.text, agedWeight(name.weight, next.messageCount)]),
  )
  for (const name of next.references) weights.set(name.text, (weights.get(name.text) ?? 0) + name.weight)
  const spoken = new Set(
    [...previous.references, ...next.references].flatMap(({ kind, text }) =>
      kind === 'argument' ? [] : [text],
    ),
  )
  const argumentNames = new Set([...weights.keys()].filter((text) => !spoken.has(text)))
  return rankReferences(weights, MAX_REFERENCES, argumentNames)
}
