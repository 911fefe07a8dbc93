import type { CheckpointSection, FactKey, SectionKey } from '../../../shared/compact/checkpoint.ts'
import { CHECKPOINT_TEMPLATE } from '../checkpoint/template.ts'
import type { Facts, PathFact, PlanItem } from './facts.ts'
import { ageMark } from './plan-age.ts'
import { isOpen } from './plan-items.ts'
import { renderReferences } from './render-references.ts'

/** Characters the heading of a fact section costs, with its empty lines. */
function headingChars(key: SectionKey): number {
  return (CHECKPOINT_TEMPLATE.find((entry) => entry.key === key)?.heading.length ?? 0) + 7
}

function sectionChars(key: SectionKey, text: string): number {
  return text === '' ? 0 : text.length + headingChars(key)
}

/** At most this share of what the floors leave goes to each kind that may be shortened. */
const SHARE = { done: 0.05, errors: 0.08, verified: 0.04, read: 0.05 } as const
/** With less room than this, files that were only read and finished tasks leave it to the names still in use. */
const SMALL_CHARS = 3_000

/**
 * The facts as sections, within `budgetChars` (headings included) whenever the floors allow: rules, changed
 * files and open tasks always stand complete, the rest by weight. `present` is text that stands in the same
 * request anyway (narrative, kept turns): names found in it are not repeated.
 */
export function renderFacts(facts: Facts, budgetChars: number, present = ''): readonly CheckpointSection[] {
  const floors = renderFloors(facts)
  let left =
    budgetChars - floors.reduce((sum, section) => sum + section.text.length + headingChars(section.key), 0)
  const total = Math.max(0, left)
  const isSmall = total < SMALL_CHARS
  function take(key: FactKey, lines: readonly string[], share: number): string {
    const text = fitLines(lines, Math.min(left - headingChars(key), total * share))
    left -= sectionChars(key, text)
    return text
  }
  /** What nobody else needed goes to the lines that were left out: a fact is never dropped beside empty room. */
  function grow(key: FactKey, lines: readonly string[], text: string): string {
    const more = fitLines(lines, left + text.length - (text === '' ? headingChars(key) : 0))
    left -= sectionChars(key, more) - sectionChars(key, text)
    return more
  }
  const lines = {
    errors: facts.errors.toReversed().map(errorLine),
    verified: facts.verified.toReversed().map(verifiedLine),
    read: facts.paths.filter((fact) => fact.use === 'read').map(pathLine),
    done: facts.plan.filter((item) => !isOpen(item)).map(planLine),
  }
  const openPlan = floors.find((section) => section.key === 'plan')?.text ?? ''
  let errors = take('errors', lines.errors, SHARE.errors)
  let verified = take('verified', lines.verified, SHARE.verified)
  let read = take('files-read', isSmall ? [] : lines.read, SHARE.read)
  let done = take('plan', isSmall && !hasOpen(facts.plan) ? [] : lines.done, SHARE.done)
  const shown = [...floors.map((section) => section.text), errors, verified, read, done, present].join('\n')
  const references = renderReferences(facts.references, left - headingChars('references'), shown)
  left -= sectionChars('references', references)
  errors = grow('errors', lines.errors, errors)
  read = grow('files-read', lines.read, read)
  verified = grow('verified', lines.verified, verified)
  done = grow('plan', lines.done, done)
  const plan = [openPlan, done].filter((text) => text !== '')
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
  return renderFloors(facts).reduce((sum, each) => sum + each.text.length + headingChars(each.key), 0)
}

function hasOpen(plan: readonly PlanItem[]): boolean {
  return plan.some(isOpen)
}

function section(key: FactKey, text: string): CheckpointSection {
  return { key, lane: 'facts', text }
}

function planLine(item: PlanItem): string {
  return `- [${item.status}] ${item.id === null ? '' : `(${item.id}) `}${item.text}${ageMark(item)}`
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
