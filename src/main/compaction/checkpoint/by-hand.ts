import type { CheckpointSection, SectionKey } from '../../../shared/compact/checkpoint.ts'
import type { LinesByHand } from '../../../shared/thread/row.ts'
import { saidIn } from './compose.ts'

/** A line as it is compared: without its bullet, and of the plan without its status, which may change. */
function bareLine(key: SectionKey, line: string): string {
  const bare = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim()
  return key === 'plan' ? bare.replace(/^\[[\w-]*\s?\]\s+(?:\([^)\s]{1,40}\)\s+)?/, '') : bare
}

/** The lines of a text that are among `lines`, in their order. */
export function linesAmong(key: SectionKey, text: string, lines: readonly string[]): readonly string[] {
  const wanted = new Set(lines.map((line) => bareLine(key, line)))
  return text.split('\n').filter((line) => saidIn([line]) !== '' && wanted.has(bareLine(key, line)))
}

/** The section with a mark at those of `lines` that stand in it. */
export function markLines(section: CheckpointSection, lines: readonly string[]): CheckpointSection {
  const { key, lane, text } = section
  const byHand = linesAmong(key, text, lines)
  return byHand.length === 0 ? { key, lane, text } : { key, lane, text, byHand }
}

/** A section with the text that a person gave it: what `before` did not say is the person's, as is what was before. */
export function editByHand(before: CheckpointSection, given: string): CheckpointSection {
  const { key, lane } = before
  // A checkpoint has one kind of line end: a line behind another one would be no line of it.
  const text = asItems(before.text, given.replace(/\r\n?/g, '\n'))
  const former = new Set(before.text.split('\n').map((line) => bareLine(key, line)))
  const added = text.split('\n').filter((line) => !former.has(bareLine(key, line)))
  return markLines({ key, lane, text }, [...(before.byHand ?? []), ...added])
}

/**
 * A line added to a list without a bullet would run on in the item above it: it becomes an item. A text that a person
 * wrote in the place of the list stays as it is.
 */
function asItems(before: string, text: string): string {
  const former = before.split('\n').filter((line) => line.trim() !== '')
  const lines = text.split('\n')
  const isList =
    former.every((line) => /^(?:- |\s)/.test(line)) && lines.some((line) => former.includes(line))
  if (!isList) return text
  return lines.map((line) => (/^(?:\s|$|#|[-*+>|`]|\d+[.)]\s)/.test(line) ? line : `- ${line}`)).join('\n')
}

/** Did a person write this line of the section? */
export function isByHand({ key, byHand = [] }: CheckpointSection, line: string): boolean {
  return byHand.length > 0 && linesAmong(key, line, byHand).length > 0
}

/** Is the first line of the section the person's? */
export function leadsByHand(section: CheckpointSection): boolean {
  return isByHand(section, section.text.split('\n').find((line) => line.trim() !== '') ?? '')
}

/** The person's lines of a checkpoint, for the lineage of a copy. */
export function linesByHand(sections: readonly CheckpointSection[]): LinesByHand {
  return sections.flatMap(({ key, byHand = [] }) => (byHand.length === 0 ? [] : [{ key, lines: byHand }]))
}

/** Sections that were read back from text, with the marks of the lines that still stand in them. */
export function markSections(
  sections: readonly CheckpointSection[],
  known: LinesByHand,
): readonly CheckpointSection[] {
  return sections.map((section) =>
    markLines(
      section,
      known.flatMap(({ key, lines }) => (key === section.key ? lines : [])),
    ),
  )
}

/** A checkpoint's sections with nothing in them but the person's lines; the others are left out. */
export function onlyByHand(sections: readonly CheckpointSection[]): readonly CheckpointSection[] {
  return sections.flatMap((section) =>
    section.byHand === undefined ? [] : [{ ...section, text: section.byHand.join('\n') }],
  )
}
