import type { CheckpointSection, FactKey } from '../../../shared/compact/checkpoint.ts'
import type { Facts, PathFact, PlanItem } from './facts.ts'
import { isOpen } from './plan-items.ts'
import { renderReferences } from './render-references.ts'

/** Characters a heading of the facts lane costs, with its blank lines. */
const HEADING_CHARS = 32
/** At most this share of what the floors leave goes to each kind that may be shortened. */
const SHARE = { done: 0.08, errors: 0.14, verified: 0.08, read: 0.1 } as const

/**
 * The facts as sections, within `budgetChars` (headings included) whenever the floors allow: rules, changed
 * files and open tasks always stand complete, the rest by weight. `present` is text that stands in the same
 * request anyway (narrative, kept turns): names found in it are not repeated.
 */
export function renderFacts(facts: Facts, budgetChars: number, present = ''): readonly CheckpointSection[] {
  const floors = renderFloors(facts)
  let left = budgetChars - floors.reduce((sum, section) => sum + section.text.length + HEADING_CHARS, 0)
  const total = Math.max(0, left)
  function take(lines: readonly string[], share: number): string {
    const text = fitLines(lines, Math.min(left - HEADING_CHARS, total * share))
    if (text !== '') left -= text.length + HEADING_CHARS
    return text
  }
  const errors = take(facts.errors.toReversed().map(errorLine), SHARE.errors)
  const verified = take(facts.verified.toReversed().map(verifiedLine), SHARE.verified)
  const read = take(facts.paths.filter((fact) => fact.use === 'read').map(pathLine), SHARE.read)
  const done = take(facts.plan.filter((item) => !isOpen(item)).map(planLine), SHARE.done)
  const plan = [floors.find((section) => section.key === 'plan')?.text ?? '', done].filter(
    (text) => text !== '',
  )
  const shown = [...floors.map((section) => section.text), errors, verified, read, done, present].join('\n')
  const references = renderReferences(facts.references, left - HEADING_CHARS, shown)
  const texts: { readonly [key in FactKey]: string } = {
    rules: floors.find((section) => section.key === 'rules')?.text ?? '',
    plan: plan.join('\n'),
    'files-modified': floors.find((section) => section.key === 'files-modified')?.text ?? '',
    'files-read': read,
    errors,
    verified,
    references,
  }
  const keys: readonly FactKey[] = [
    'rules',
    'plan',
    'files-modified',
    'files-read',
    'errors',
    'verified',
    'references',
  ]
  return keys.flatMap((key) => (texts[key] === '' ? [] : [section(key, texts[key])]))
}

/** What may never be shortened: rules word for word, open tasks with their status, changed files. */
export function renderFloors(facts: Facts): readonly CheckpointSection[] {
  const rules = facts.rules.map((rule) => `- ${rule.text}`)
  const open = facts.plan.filter(isOpen).map(planLine)
  const changed = facts.paths.filter((fact) => fact.use !== 'read').map(pathLine)
  const texts: readonly (readonly [FactKey, readonly string[]])[] = [
    ['rules', rules],
    ['plan', open],
    ['files-modified', changed],
  ]
  return texts.flatMap(([key, lines]) => (lines.length === 0 ? [] : [section(key, lines.join('\n'))]))
}

/** Characters that the floors need, headings included. */
export function floorChars(facts: Facts): number {
  return renderFloors(facts).reduce((sum, each) => sum + each.text.length + HEADING_CHARS, 0)
}

function section(key: FactKey, text: string): CheckpointSection {
  return { key, lane: 'facts', text }
}

function planLine(item: PlanItem): string {
  return `- [${item.status}] ${item.id === null ? '' : `(${item.id}) `}${item.text}`
}

function pathLine(fact: PathFact): string {
  return `- ${fact.path}${fact.use === 'deleted' ? ' (deleted)' : ''}`
}

function errorLine(error: Facts['errors'][number]): string {
  return `- \`${error.subject}\` failed: ${error.message}`
}

function verifiedLine(check: Facts['verified'][number]): string {
  return `- \`${check.command}\` succeeded${check.outcome === '' ? '' : `: ${check.outcome}`}`
}

function fitLines(lines: readonly string[], budgetChars: number): string {
  let text = ''
  for (const line of lines)
    if (text.length + line.length + 1 <= budgetChars) text += text === '' ? line : `\n${line}`
  return text
}
