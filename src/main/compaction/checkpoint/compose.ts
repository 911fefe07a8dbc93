import type { CheckpointSection, SectionKey } from '../../../shared/compact/checkpoint.ts'
import { headingOfLine, meaningOfHeading } from './heading-names.ts'
import { CHECKPOINT_TEMPLATE, type Template, type TemplateEntry } from './template.ts'
import { readCheckpoint } from './wrapper.ts'

/** What stands under a required heading that has nothing to say. */
const NOTHING = '- None'

/**
 * The body of a checkpoint: the template's headings in their order, `## Goal` first, without wrapper and
 * `# Context checkpoint`. Required headings are always there, fact headings only with text under them.
 * A line of a section that would read as one of the template's headings gets a backslash, so that text of
 * the conversation cannot open a section.
 */
export function composeCheckpointBody(
  sections: readonly CheckpointSection[],
  template: Template = CHECKPOINT_TEMPLATE,
): string {
  const texts = new Map<SectionKey, string>()
  for (const section of sections) {
    const text = section.text.trim()
    if (text === '') continue
    const former = texts.get(section.key)
    texts.set(section.key, former === undefined ? text : `${former}\n${text}`)
  }
  const blocks: string[] = []
  for (const entry of template) {
    const heading = `${'#'.repeat(entry.level)} ${entry.heading}`
    if (!entry.key) {
      if (speaksBelow(entry, texts, template)) blocks.push(heading)
      else if (entry.isRequired) blocks.push(`${heading}\n${NOTHING}`)
      continue
    }
    const text = texts.get(entry.key)
    if (text !== undefined) blocks.push(`${heading}\n${escapeHeadings(text, template)}`)
    else if (entry.isRequired)
      blocks.push(speaksBelow(entry, texts, template) ? heading : `${heading}\n${NOTHING}`)
  }
  return blocks.join('\n\n')
}

/** True when a chapter without words of its own has facts under it: "None" above them would be untrue. */
function speaksBelow(
  entry: TemplateEntry,
  texts: ReadonlyMap<SectionKey, string>,
  template: Template,
): boolean {
  if (entry.level !== 2) return false
  const below = template.slice(template.indexOf(entry) + 1)
  const end = below.findIndex(({ level }) => level === 2)
  return (end === -1 ? below : below.slice(0, end)).some(({ key }) => key !== null && texts.has(key))
}

/**
 * The sections of a checkpoint body; also reads a whole checkpoint message, and bodies of other programs.
 *
 * Gives every narrative section of the template, in its order, with empty text where nothing is said, and
 * the fact sections that are there. The inverse of `composeCheckpointBody` up to white space at the ends
 * of sections. A heading that is not the template's stays as text in the section it stands in, or in
 * `context` when none was opened; so does text before the first heading. Text straight under `Progress`
 * counts as in progress, since nothing says it is done.
 */
export function parseCheckpointBody(
  body: string,
  template: Template = CHECKPOINT_TEMPLATE,
): readonly CheckpointSection[] {
  const lines = (readCheckpoint(body)?.body ?? body).split(/\r\n|\r|\n/)
  const texts = new Map<SectionKey, string[]>()
  let current: SectionKey = 'context'
  for (const line of lines) {
    const heading = headingOfLine(line, template)
    const meaning = heading === null ? null : meaningOfHeading(heading, template)
    if (meaning?.kind === 'section' || meaning?.kind === 'group') {
      current = meaning.kind === 'section' ? meaning.key : 'in-progress'
      if (texts.get(current)?.some((former) => former.trim() !== '')) texts.get(current)?.push('')
      continue
    }
    const section = texts.get(current) ?? []
    section.push(unescapeHeading(line, template))
    texts.set(current, section)
  }
  const sections: CheckpointSection[] = []
  for (const entry of template) {
    if (!entry.key || !entry.lane) continue
    const text = saidIn(texts.get(entry.key) ?? [])
    if (text !== '' || entry.lane === 'narrative') sections.push({ key: entry.key, lane: entry.lane, text })
  }
  return sections
}

/** Text of a section's lines; the words for "nothing" are nothing. */
export function saidIn(lines: readonly string[]): string {
  const text = lines.join('\n').trim()
  return /^[-*•]?\s*\(?(?:none|n\/a|nothing|nil|无|無|なし|없음|keine?|aucune?|ninguno|нет|لا شيء)\)?\s*[.。]?$/i.test(
    text,
  )
    ? ''
    : text
}

function escapeHeadings(text: string, template: Template): string {
  return text
    .split('\n')
    .map((line) => (isTemplateHeading(withoutBackslashes(line), template) ? `\\${line}` : line))
    .join('\n')
}

function unescapeHeading(line: string, template: Template): string {
  return line.startsWith('\\') && isTemplateHeading(withoutBackslashes(line), template) ? line.slice(1) : line
}

function withoutBackslashes(line: string): string {
  return line.replace(/^\\+/, '')
}

/** Also the heading of a whole checkpoint, which would read as a checkpoint inside this one. */
function isTemplateHeading(line: string, template: Template): boolean {
  const heading = headingOfLine(line, template)
  if (heading === null) return false
  return meaningOfHeading(heading, template).kind !== 'unknown' || /^context\s+checkpoint$/i.test(heading)
}
