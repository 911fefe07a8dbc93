import type { NarrativeKey, SectionKey } from '../../../shared/compact/checkpoint.ts'
import { saidIn } from './compose.ts'
import { headingOfLine, meaningOfHeading } from './heading-names.ts'
import { CHECKPOINT_TEMPLATE, type Template } from './template.ts'
import { CHECKPOINT_HEADING, CHECKPOINT_SENTENCE } from './wrapper.ts'

/** What a summarizer's text lacks or has too much. */
export type NarrativeProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'missing-heading'; readonly key: NarrativeKey }
  /** Text before the first heading; left out. */
  | { readonly kind: 'preamble'; readonly text: string }
  /** A section that code writes; left out, so that a model cannot rewrite facts. */
  | { readonly kind: 'facts-heading'; readonly key: SectionKey }

/** One section as far as it has arrived. `isComplete` = a later heading has begun. */
export interface NarrativeSection {
  readonly key: NarrativeKey
  readonly text: string
  readonly isComplete: boolean
}

export interface Narrative {
  readonly sections: readonly NarrativeSection[]
  readonly problems: readonly NarrativeProblem[]
}

/** Keys of a template's narrative lane, in its order. */
function narrativeKeys(template: Template): readonly NarrativeKey[] {
  // The table pairs lane `narrative` with narrative keys alone.
  return template.flatMap((entry) =>
    entry.lane === 'narrative' && entry.key ? [entry.key as NarrativeKey] : [],
  )
}

/**
 * Reads the sections out of what a summarizer has written so far; works at every length of a growing text.
 *
 * Accepts what models do around the template: a fence about the whole, a preamble, wrapper tags, thoughts
 * in tags, other heading levels, bold headings, translated headings, sections in another order. A last
 * line that may become a heading or a tag is held back until it is whole, so that no half heading
 * flickers into a section. Sections come in the order of the template.
 */
export function parseNarrative(text: string, template: Template = CHECKPOINT_TEMPLATE): Narrative {
  const keys = narrativeKeys(template)
  const isNarrativeKey = (key: string): key is NarrativeKey => keys.some((each) => each === key)
  const lines = withoutThoughts(text).split(/\r\n|\r|\n/)
  if (!text.endsWith('\n') && mayBecomeHeading(lines.at(-1) ?? '')) lines.pop()

  const texts = new Map<NarrativeKey, string[]>()
  const problems: NarrativeProblem[] = []
  const preamble: string[] = []
  const underProgress: string[] = []
  let current: NarrativeKey | 'preamble' | 'progress' | 'dropped' = 'preamble'
  let isFenced = false
  for (const line of lines) {
    if (current === 'preamble' && /^\s*(?:```|~~~)/.test(line)) {
      isFenced = true
      continue
    }
    if (isWrapperLine(line)) continue
    const heading = headingOfLine(line, template)
    const meaning = heading === null ? null : meaningOfHeading(heading, template)
    if (meaning?.kind === 'group') {
      current = template === CHECKPOINT_TEMPLATE ? 'progress' : 'dropped'
    } else if (meaning?.kind === 'section') {
      if (isNarrativeKey(meaning.key)) current = open(texts, meaning.key)
      else {
        current = 'dropped'
        problems.push({ kind: 'facts-heading', key: meaning.key })
      }
    } else if (current === 'preamble') preamble.push(line)
    else if (current === 'progress') underProgress.push(line)
    else if (current !== 'dropped') texts.get(current)?.push(line)
  }
  if (isFenced && isNarrativeKey(current)) dropClosingFence(texts.get(current))
  // Text straight under Progress counts as in progress, since nothing says it is done.
  if (underProgress.some((line) => line.trim() !== '')) {
    texts.set('in-progress', [...underProgress, ...(texts.get('in-progress') ?? [])])
  }

  const sections = keys.flatMap((key): NarrativeSection[] => {
    const said = texts.get(key)
    return said ? [{ key, text: saidIn(said), isComplete: key !== current }] : []
  })
  return { sections, problems: [...problems, ...lacks(keys, sections, preamble)] }
}

function open(texts: Map<NarrativeKey, string[]>, key: NarrativeKey): NarrativeKey {
  const former = texts.get(key)
  if (!former) texts.set(key, [])
  else if (former.some((line) => line.trim() !== '')) former.push('')
  return key
}

function lacks(
  keys: readonly NarrativeKey[],
  sections: readonly NarrativeSection[],
  preamble: readonly string[],
): NarrativeProblem[] {
  const problems: NarrativeProblem[] = []
  if (sections.every((section) => section.text === '')) problems.push({ kind: 'empty' })
  for (const key of keys) {
    if (!sections.some((section) => section.key === key)) problems.push({ kind: 'missing-heading', key })
  }
  const before = preamble.join('\n').trim()
  if (before !== '') problems.push({ kind: 'preamble', text: before })
  return problems
}

const WRAPPER_LINE =
  /^\s*<\/?(?:system-reminder|summary|checkpoint|context-checkpoint|former-checkpoint|answer|output)>\s*$/i

function isWrapperLine(line: string): boolean {
  if (WRAPPER_LINE.test(line)) return true
  const words = line.trim().replace(/\s+/g, ' ')
  return words === CHECKPOINT_SENTENCE || words === CHECKPOINT_HEADING
}

/** Reasoning that local models print before their answer; an unclosed one reaches to the end. */
function withoutThoughts(text: string): string {
  return text.replace(/^\s*<(think|thinking|analysis|reasoning)>[\s\S]*?(?:<\/\1>|$)/i, '')
}

function mayBecomeHeading(line: string): boolean {
  return /^ {0,3}(?:#{1,6}(?:[ \t].*)?|\*\*[^*]{0,60}\*{0,2}:?|<\/?[\w-]{0,24}>?|`{1,3})$/.test(line)
}

function dropClosingFence(lines: string[] | undefined): void {
  if (!lines) return
  let last = lines.length - 1
  while (last >= 0 && (lines[last] ?? '').trim() === '') last -= 1
  if (last >= 0 && /^\s*(?:```|~~~)\s*$/.test(lines[last] ?? '')) lines.splice(last, 1)
}
