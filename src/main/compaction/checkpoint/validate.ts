import { parseCheckpointBody } from './compose.ts'
import { headingOfLine, meaningOfHeading } from './heading-names.ts'
import { CHECKPOINT_TEMPLATE, type Template } from './template.ts'
import { CHECKPOINT_HEADING, CHECKPOINT_SENTENCE, readCheckpoint } from './wrapper.ts'

/** Why a text is not a checkpoint that may be applied. */
export type CheckpointProblem =
  /** The wrapper of S-184 is missing or damaged. */
  | { readonly kind: 'wrapper' }
  | { readonly kind: 'missing-heading'; readonly heading: string }
  | { readonly kind: 'repeated-heading'; readonly heading: string }
  | { readonly kind: 'heading-order'; readonly heading: string }
  /** Nothing is said under any narrative heading. */
  | { readonly kind: 'empty' }
  /** Another checkpoint stands inside. */
  | { readonly kind: 'nested' }
  /** A lone surrogate. */
  | { readonly kind: 'ill-formed' }
  /** A reference into a thread's picture table. */
  | { readonly kind: 'picture-reference' }

/**
 * Checks a whole checkpoint message against S-184 and the template: wrapper, required headings once and in
 * order, something said, not nested, well-formed. No problems = may be applied.
 */
export function validateCheckpoint(
  text: string,
  template: Template = CHECKPOINT_TEMPLATE,
): readonly CheckpointProblem[] {
  const problems: CheckpointProblem[] = []
  const read = readCheckpoint(text)
  if (read?.form !== 'wrapped' || !hasWrapper(text)) problems.push({ kind: 'wrapper' })
  const body = read?.body ?? text
  problems.push(...headingProblems(body, template))
  const narrative = parseCheckpointBody(body, template).filter((section) => section.lane === 'narrative')
  if (narrative.every((section) => section.text === '')) problems.push({ kind: 'empty' })
  if (isNested(body)) problems.push({ kind: 'nested' })
  if (!text.isWellFormed()) problems.push({ kind: 'ill-formed' })
  if (/blob:sha256:/i.test(text)) problems.push({ kind: 'picture-reference' })
  return problems
}

function hasWrapper(text: string): boolean {
  const lines = text.trim().split(/\r?\n/)
  return (
    lines[0] === '<system-reminder>' &&
    lines.at(-1) === '</system-reminder>' &&
    text.replace(/\s+/g, ' ').includes(CHECKPOINT_SENTENCE)
  )
}

function headingProblems(body: string, template: Template): readonly CheckpointProblem[] {
  const problems: CheckpointProblem[] = []
  const found = body.split(/\r?\n/).flatMap((line) => {
    const heading = headingOfLine(line, template)
    const at = heading === null ? -1 : placeInTemplate(heading, template)
    return at >= 0 ? [at] : []
  })
  template.forEach((entry, at) => {
    const times = found.filter((other) => other === at).length
    if (times === 0 && entry.isRequired) problems.push({ kind: 'missing-heading', heading: entry.heading })
    if (times > 1) problems.push({ kind: 'repeated-heading', heading: entry.heading })
  })
  found.forEach((at, index) => {
    const before = found[index - 1] ?? -1
    const heading = template[at]?.heading
    if (at < before && heading !== undefined) problems.push({ kind: 'heading-order', heading })
  })
  return problems
}

function placeInTemplate(heading: string, template: Template): number {
  const meaning = meaningOfHeading(heading, template)
  if (meaning.kind === 'unknown') return -1
  return template.findIndex((entry) =>
    meaning.kind === 'section' ? entry.key === meaning.key : entry.key === null,
  )
}

function isNested(body: string): boolean {
  return (
    body.replace(/\s+/g, ' ').includes(`<system-reminder> ${CHECKPOINT_SENTENCE}`) ||
    body.split(/\r?\n/).some((line) => line.trim() === CHECKPOINT_HEADING)
  )
}
