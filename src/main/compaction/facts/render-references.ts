import { spelledOut } from './code-tokens.ts'
import type { ReferenceFact } from './facts.ts'
import { foldSeries } from './name-series.ts'

/** What the names of one line are, for the reader. */
type Group = 'file' | 'code' | 'id' | 'word' | 'link' | 'argument'

/** Label of the line for names of tools' arguments. */
export const ARGUMENTS = 'Arguments of tools'
const LABELS: readonly (readonly [Group, string])[] = [
  ['file', 'Files'],
  ['code', 'Code'],
  ['id', 'Ids'],
  ['word', 'Terms'],
  ['link', 'Links'],
  ['argument', ARGUMENTS],
]
/** `- ` + label + `: ` + two back-ticks + line end; the separator that the last name does not need is slack. */
const LINE_CHARS = 7
/** A short list has no room for commas: names hold no spaces, so a space parts them as well. */
const ROOM_FOR_COMMAS_CHARS = 3_500
/** Long names must earn their place: weight is divided by length to this power. */
const LENGTH_EXPONENT = 0.3

/**
 * One line per group, names separated by commas (spaces in a short list), most active first, within `budgetChars`. A name that stands in
 * `shown` is left out, and so is one that a longer chosen name already spells out; a longer name inherits the
 * weight of the names it spells out.
 */
export function renderReferences(
  references: readonly ReferenceFact[],
  budgetChars: number,
  shown: string,
): string {
  if (budgetChars <= 0) return ''
  const separator = budgetChars < ROOM_FOR_COMMAS_CHARS ? ' ' : ', '
  const chosen = choose(
    foldSeries(references).filter((name) => !shown.includes(name.text)),
    budgetChars,
    separator.length,
  )
  return LABELS.flatMap(([group, label]) => {
    const names = chosen.filter((name) => groupOf(name) === group).map((name) => name.text)
    return names.length === 0 ? [] : [`- ${label}: \`${names.join(separator)}\``]
  }).join('\n')
}

function groupOf(name: ReferenceFact): Group {
  if (name.kind !== 'name') return name.kind
  const { text } = name
  if (/^[a-z]+(?:-[a-z]+)*$/i.test(text) && text.includes('-')) return 'word'
  if (/\d{3}|^[0-9a-f]{7,40}$/.test(text) || (/\d/.test(text) && /^[A-Z0-9-]+$/.test(text))) return 'id'
  return 'code'
}

interface Candidate {
  readonly name: ReferenceFact
  readonly holds: readonly string[]
  gain: number
}

function choose(
  references: readonly ReferenceFact[],
  budgetChars: number,
  separatorChars: number,
): readonly ReferenceFact[] {
  const weights = new Map(references.map((name) => [name.text, name.weight]))
  const covered = new Set<string>()
  function gainOf(name: ReferenceFact, holds: readonly string[]): number {
    let sum = 0
    for (const part of holds) if (!covered.has(part)) sum += weights.get(part) ?? 0
    return sum / (name.text.length + 1) ** LENGTH_EXPONENT
  }
  const queue: Candidate[] = references.map((name) => {
    const holds = [...new Set([name.text, ...spelledOut(name.text).filter((part) => weights.has(part))])]
    return { name, holds, gain: gainOf(name, holds) }
  })
  queue.sort((a, b) => b.gain - a.gain)
  const chosen: ReferenceFact[] = []
  const groups = new Set<Group>()
  let left = budgetChars
  let said = ''
  // Gains only fall while names are chosen, so one re-check against the next in line keeps the order right.
  for (let at = 0; at < queue.length && left > 8; at++) {
    const candidate = queue[at]
    if (candidate === undefined || covered.has(candidate.name.text) || said.includes(candidate.name.text))
      continue
    const gain = gainOf(candidate.name, candidate.holds)
    if (gain < candidate.gain * 0.999 && isBelowNext(queue, at, gain)) {
      candidate.gain = gain
      reinsert(queue, at, candidate)
      continue
    }
    const group = groupOf(candidate.name)
    const cost = candidate.name.text.length + separatorChars + (groups.has(group) ? 0 : lineCost(group))
    if (cost > left) continue
    left -= cost
    groups.add(group)
    chosen.push(candidate.name)
    said += `${candidate.name.text} `
    for (const part of candidate.holds) covered.add(part)
  }
  return chosen
}

function lineCost(group: Group): number {
  return LINE_CHARS + (LABELS.find(([each]) => each === group)?.[1].length ?? 0)
}

function isBelowNext(queue: readonly Candidate[], at: number, gain: number): boolean {
  const next = queue[at + 1]
  return next !== undefined && gain < next.gain
}

/** Puts a candidate whose gain fell back into the sorted rest of the queue. */
function reinsert(queue: Candidate[], at: number, candidate: Candidate): void {
  let low = at + 1
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((queue[middle]?.gain ?? 0) > candidate.gain) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, candidate)
}
