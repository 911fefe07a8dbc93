import { itemKey } from '../../../shared/compact/item-key.ts'
import type { FactState } from '../../../shared/compact/retention.ts'
import { readAgeMark } from '../facts/plan-age.ts'
import { readStatus } from '../facts/plan-items.ts'
import { isNearMiss, stemOf } from './edit-distance.ts'
import { labelWords, numbersIn } from './number-facts.ts'
import type { SourceFact } from './source-facts.ts'

/** The new projection in the forms that facts are looked up in. Built once per report. */
export interface Projection {
  readonly checkpoint: string
  readonly tail: string
  readonly folded: string
  /** Path- and name-like words of the checkpoint, by file name. */
  readonly words: ReadonlySet<string>
  /** The same words by what is left without numbers and extension. */
  readonly stems: ReadonlyMap<string, string>
  /** Numbers of the checkpoint by the words that stand beside them, in lower case. */
  readonly numbers: ReadonlyMap<string, readonly string[]>
  /** Plan lines of the checkpoint: key of the text to status. */
  readonly statuses: ReadonlyMap<string, string>
  /** Base names that one fact alone has. */
  readonly uniqueBaseNames: ReadonlySet<string>
  /** Texts of all facts: a word that is a fact itself is no garbled form of another. */
  readonly known: ReadonlySet<string>
}

/** Prepares a checkpoint and the text of the kept turns for looking up facts. */
export function readProjection(checkpoint: string, tail: string, facts: readonly SourceFact[]): Projection {
  const statuses = new Map<string, string>()
  for (const [, status, text] of checkpoint.matchAll(/^\s*- \[([\w -]*)\] (?:\([^)\s]{1,40}\) )?(.+)$/gm))
    statuses.set(
      itemKey(readAgeMark((text ?? '').trim()).text),
      status?.trim() === '' ? 'pending' : readStatus(status ?? ''),
    )
  const counts = new Map<string, number>()
  for (const fact of facts) {
    if (fact.class !== 'modified-path' && fact.class !== 'read-path') continue
    const name = baseName(fact.text)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const words = new Set(checkpoint.match(/[\p{L}\p{N}_$./:\\#~@-]{3,200}/gu) ?? [])
  return {
    checkpoint,
    tail,
    folded: foldLines(checkpoint),
    words,
    stems: new Map([...words].filter((word) => stemOf(word).length >= 3).map((word) => [stemOf(word), word])),
    numbers: numbersByLabel(checkpoint),
    statuses,
    known: new Set(facts.map((fact) => fact.text)),
    uniqueBaseNames: new Set([...counts].filter(([, count]) => count === 1).map(([name]) => name)),
  }
}

/** What became of a fact, and what stands there instead when it was changed. */
export function factState(
  fact: SourceFact,
  projection: Projection,
): { readonly state: FactState; readonly found: string | null } {
  if (fact.class === 'open-task') return taskState(fact, projection)
  if (holds(projection.checkpoint, fact)) return { state: 'verbatim', found: null }
  if (holds(projection.tail, fact)) return { state: 'in-tail', found: null }
  const isPath = fact.class === 'modified-path' || fact.class === 'read-path'
  if (isFolded(fact.text, projection) && fact.class !== 'number') return { state: 'normalised', found: null }
  const changed =
    fact.class === 'number'
      ? changedNumber(fact, projection)
      : isSingleWord(fact.text)
        ? changedWord(fact, projection)
        : null
  if (changed !== null) return { state: 'mutated', found: changed }
  const name = baseName(fact.text)
  const isNamed = isPath && projection.uniqueBaseNames.has(name) && hasWord(projection, name)
  return { state: isNamed ? 'normalised' : 'missing', found: null }
}

function taskState(
  fact: SourceFact,
  projection: Projection,
): { readonly state: FactState; readonly found: string | null } {
  const status = projection.statuses.get(itemKey(fact.text))
  const isFinished = fact.status === 'done' || fact.status === 'cancelled'
  if (isFinished) {
    const isBack = status !== undefined && status !== 'done' && status !== 'cancelled'
    return isBack ? { state: 'stale', found: status } : { state: 'verbatim', found: null }
  }
  if (status !== undefined && status !== fact.status) return { state: 'stale', found: status }
  if (status !== undefined) return { state: 'verbatim', found: null }
  if (projection.tail.includes(fact.text)) return { state: 'in-tail', found: null }
  // Without a status nobody can tell whether it is still to be done.
  return { state: isFolded(fact.text, projection) ? 'normalised' : 'missing', found: null }
}

/** Letters of Chinese, Japanese and Korean stand beside a name without a space. */
const IN_WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\d_]/u

/** Numbers and short names count only as whole words: 12 is not in 128. */
function holds(text: string, fact: SourceFact): boolean {
  if (!isSingleWord(fact.text) || fact.class === 'url') return text.includes(fact.text)
  for (let at = text.indexOf(fact.text); at >= 0; at = text.indexOf(fact.text, at + 1)) {
    const before = text.charAt(at - 1)
    const after = text.charAt(at + fact.text.length)
    if (
      !IN_WORD.test(before) &&
      !IN_WORD.test(after) &&
      !(fact.class === 'number' && isPartOfNumber(text, at, at + fact.text.length))
    )
      return true
  }
  return false
}

/** 840 is not in `2,840`, nor 03 in `03:30`. */
function isPartOfNumber(text: string, from: number, to: number): boolean {
  return (
    /\d[.,:'’\u00a0\u2009\u202f]$/.test(text.slice(Math.max(0, from - 2), from)) ||
    /^[.,:'’\u00a0\u2009\u202f]\d/.test(text.slice(to, to + 2))
  )
}

function isSingleWord(text: string): boolean {
  return !/\s/.test(text)
}

function hasWord(projection: Projection, name: string): boolean {
  for (const word of projection.words) if (word === name || word.endsWith(`/${name}`)) return true
  return false
}

function numbersByLabel(text: string): ReadonlyMap<string, readonly string[]> {
  const numbers = new Map<string, string[]>()
  for (const { number, inContext } of numbersIn(text))
    for (const label of labelWords(inContext)) {
      const own = numbers.get(label)
      if (own === undefined) numbers.set(label, [number])
      else own.push(number)
    }
  return numbers
}

/** Another number of the same form beside the same word; 18:05 of a peak says nothing about a check-out at 11:00. */
function changedNumber(fact: SourceFact, projection: Projection): string | null {
  for (const label of labelWords(fact.shownAs ?? ''))
    for (const number of projection.numbers.get(label) ?? []) {
      if (number === fact.text || projection.known.has(number)) continue
      if (stemOf(number) === stemOf(fact.text) || isNearMiss(fact.text, number)) return number
    }
  return null
}

function changedWord(fact: SourceFact, projection: Projection): string | null {
  const { text } = fact
  if (text.length < 4) return null
  const sibling = projection.stems.get(stemOf(text))
  if (sibling !== undefined && sibling !== text && !projection.known.has(sibling)) return sibling
  for (const word of projection.words) {
    if (Math.abs(word.length - text.length) > 2 || projection.known.has(word)) continue
    // One or two edits leave at least one end as it was in all but the rarest cases.
    if (word.charAt(0) !== text.charAt(0) && word.at(-1) !== text.at(-1)) continue
    if (isNearMiss(text, word)) return word
  }
  return null
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

function isFolded(text: string, { folded }: Projection): boolean {
  const key = foldLines(text)
  return key !== '' && folded.includes(key)
}

/** A text of many lines, each as an item, on one line. */
export function foldLines(text: string): string {
  return text.split('\n').map(itemKey).join(' ').trim()
}
