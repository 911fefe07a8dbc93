import type { CheckpointSection, SectionKey } from './checkpoint.ts'
import { isNothing } from './is-nothing.ts'
import { itemKey } from './item-key.ts'

/** A line that is new, gone, or told otherwise. */
export type LineChange =
  | { readonly kind: 'added'; readonly text: string }
  | { readonly kind: 'dropped'; readonly text: string }
  | { readonly kind: 'changed'; readonly before: string; readonly text: string }

/** What changed in one section against the checkpoint before it; only sections with changes. */
export interface ChangedSection {
  readonly key: SectionKey
  readonly changes: readonly LineChange[]
}

/** Two lines that begin alike and have so much in common are one line told otherwise. */
const LEAST_COMMON = 0.5
/** So much, where they begin otherwise: then they must name the same things besides. */
const MOST_COMMON = 0.75

/**
 * Compares the sections of an updated checkpoint with those before it, item by item; one that only moved, to
 * another section too, or has other punctuation is no change. In the order of the new checkpoint, sections that are gone last.
 */
export function changesSince(
  before: readonly CheckpointSection[],
  now: readonly CheckpointSection[],
): readonly ChangedSection[] {
  const keys = [...new Set([...now, ...before].map(({ key }) => key))]
  const held = new Set(keys.flatMap((key) => linesOf(now, key).map(itemKey)))
  return keys.flatMap((key) => {
    const changes = lineChanges(linesOf(before, key), linesOf(now, key)).filter(
      (change) => change.kind !== 'dropped' || !held.has(itemKey(change.text)),
    )
    return changes.length === 0 ? [] : [{ key, changes }]
  })
}

function linesOf(sections: readonly CheckpointSection[], key: SectionKey): readonly string[] {
  return sections
    .filter((section) => section.key === key)
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isNothing(line))
}

/** A line in the forms in which it is compared: made once, since each is held against all others. */
interface Line {
  readonly text: string
  readonly key: string
  readonly words: ReadonlySet<string>
}

function lineOf(text: string): Line {
  const key = itemKey(text)
  return { text, key, words: wordsOf(key) }
}

function lineChanges(before: readonly string[], now: readonly string[]): readonly LineChange[] {
  const left = before.map(lineOf)
  const fresh = now.map(lineOf).filter((line) => {
    const at = left.findIndex(({ key }) => key === line.key)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const changes = fresh.map(({ text, words }): LineChange => {
    const shares = left.map((one) => common(one.words, words))
    const best = Math.max(0, ...shares)
    if (best === 0) return { kind: 'added', text }
    const [former] = left.splice(shares.indexOf(best), 1)
    return { kind: 'changed', before: former?.text ?? '', text }
  })
  return [...changes, ...left.map(({ text }): LineChange => ({ kind: 'dropped', text }))]
}

/**
 * Share of the words that two lines have in common, above 0 to 1; 0 = they are two lines. `Step 1: …` and `Step 58: …`
 * share nearly all words and are not the same line.
 */
function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length
  const share = a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size)
  const beginsAlike = [...a].slice(0, 2).join(' ') === [...b].slice(0, 2).join(' ')
  if (beginsAlike) return share >= LEAST_COMMON ? share : 0
  const differing = [...a, ...b].filter((word) => !a.has(word) || !b.has(word))
  const namesOther = differing.some((word) => /[\d_./]/.test(word))
  return share >= MOST_COMMON && !namesOther ? share : 0
}

/** Words; where there are no spaces between them, single signs. */
function wordsOf(key: string): ReadonlySet<string> {
  return new Set(
    key.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_./-])+/gu,
    ) ?? [],
  )
}
