import type { FactClass, FactState } from '../../../shared/compact/retention.ts'

/** What losing a fact of a class costs (retention.md). */
export const FACT_WEIGHTS: { readonly [kind in FactClass]: number } = {
  rule: 5,
  'modified-path': 5,
  'open-task': 5,
  'unresolved-error': 4,
  decision: 3,
  number: 2,
  'read-path': 1,
  command: 1,
  url: 1,
  hash: 1,
  identifier: 1,
  'resolved-error': 0.5,
}

/** Classes in the order the report shows them. */
export const FACT_CLASSES: readonly FactClass[] = [
  'rule',
  'modified-path',
  'open-task',
  'unresolved-error',
  'decision',
  'number',
  'read-path',
  'command',
  'url',
  'hash',
  'identifier',
  'resolved-error',
]

/** How much of a fact a state keeps. */
export const STATE_SCORES: { readonly [state in FactState]: number } = {
  verbatim: 1,
  'in-tail': 1,
  normalised: 0.9,
  recoverable: 0.5,
  mutated: 0,
  stale: 0,
  missing: 0,
}
