import type { CompactPlan } from '../../shared/compact/plan.ts'
import type { FactState, RetainedFact } from '../../shared/compact/retention.ts'
import type { Row } from '../../shared/thread/row.ts'
import type { MessageRange } from '../../shared/thread/turn.ts'
import { rangeSums } from './range.ts'

export type CompareFilter = 'all' | 'missing' | 'changed'

/** Messages that the checkpoint covers. `fromIndex` is the first of them; null = from the start. */
export function summarizedRange(
  plan: CompactPlan,
  keepTurns: number,
  fromIndex: number | null = null,
): MessageRange {
  const { messages } = rangeSums(plan, { keepTurns, start: null })
  return { ...messages, from: Math.max(messages.from, fromIndex ?? 0) }
}

/** What the report says about each message; facts of one message stay in the report's order. */
export function factsByMessage(
  notable: readonly RetainedFact[],
): ReadonlyMap<number, readonly RetainedFact[]> {
  const byMessage = new Map<number, RetainedFact[]>()
  for (const fact of notable) {
    const own = byMessage.get(fact.messageIndex)
    if (own === undefined) byMessage.set(fact.messageIndex, [fact])
    else own.push(fact)
  }
  return byMessage
}

const MATCHES: { readonly [K in CompareFilter]: (state: FactState) => boolean } = {
  all: () => true,
  missing: (state) => state === 'missing',
  changed: (state) => state === 'mutated' || state === 'stale',
}

/** Indexes of the messages to show, in thread order. */
export function indexesFor(
  filter: CompareFilter,
  range: MessageRange,
  notable: readonly RetainedFact[],
): readonly number[] {
  if (filter === 'all') return Array.from({ length: range.to - range.from }, (_, at) => range.from + at)
  const matches = MATCHES[filter]
  const found = notable.filter((fact) => matches(fact.state)).map((fact) => fact.messageIndex)
  return [...new Set(found)].sort((a, b) => a - b)
}

/** Runs of consecutive indexes, at most `longest` each, so that pages are asked for and not single rows. */
export function toRuns(indexes: readonly number[], longest: number): readonly MessageRange[] {
  const runs: { from: number; to: number }[] = []
  for (const index of indexes) {
    const last = runs.at(-1)
    if (last !== undefined && last.to === index && last.to - last.from < longest) last.to = index + 1
    else runs.push({ from: index, to: index + 1 })
  }
  return runs
}

/** The gravest thing that happened to a message's facts; null when the report lists none. */
export function stateOfMessage(
  facts: readonly RetainedFact[],
): 'missing' | 'changed' | 'recoverable' | 'inSummary' | null {
  const states = new Set(facts.map((fact) => fact.state))
  if (states.has('missing')) return 'missing'
  if (states.has('mutated') || states.has('stale')) return 'changed'
  if (states.has('recoverable')) return 'recoverable'
  if (states.has('normalised')) return 'inSummary'
  return null
}

/** Plain text of a row for comparing, at most `limit` characters. */
export function rowText(row: Row, limit: number): string {
  if (row.kind === 'broken') return ''
  const text =
    row.kind === 'checkpoint'
      ? row.sections.map((section) => `${section.heading}\n${section.text}`).join('\n')
      : row.parts
          .flatMap((part) => (part.kind === 'text' || part.kind === 'other' ? [part.body.text] : []))
          .join('\n')
  const trimmed = text.trim()
  if (trimmed.length > limit) return `${trimmed.slice(0, limit)}…`
  // The core sends the beginning of a very long text only.
  const isCut = row.kind !== 'checkpoint' && row.parts.some((part) => 'body' in part && part.body.isCut)
  return isCut ? `${trimmed}…` : trimmed
}

/** A stretch of text, marked when it is one of the facts. */
export interface MarkedStretch {
  readonly text: string
  readonly fact: RetainedFact | null
  readonly at: number
}

/** Splits a text at the facts found in it, longest fact first; the pieces join to the same text. */
export function markFacts(text: string, facts: readonly RetainedFact[]): readonly MarkedStretch[] {
  const taken: { from: number; to: number; fact: RetainedFact }[] = []
  for (const fact of [...facts].sort((a, b) => b.text.length - a.text.length)) {
    if (fact.text === '') continue
    const from = text.indexOf(fact.text)
    const to = from + fact.text.length
    if (from >= 0 && !taken.some((other) => from < other.to && other.from < to))
      taken.push({ from, to, fact })
  }
  taken.sort((a, b) => a.from - b.from)
  const stretches: MarkedStretch[] = []
  let at = 0
  for (const { from, to, fact } of taken) {
    if (from > at) stretches.push({ text: text.slice(at, from), fact: null, at })
    stretches.push({ text: text.slice(from, to), fact, at: from })
    at = to
  }
  if (at < text.length) stretches.push({ text: text.slice(at), fact: null, at })
  return stretches
}
