import { type Folded, fold } from './fold.ts'

/** From (inclusive) to (exclusive), in UTF-16 units of the text. */
export type TextMark = readonly [from: number, to: number]

/** Where the patterns of a query's terms stand in a text: in order, overlapping ones as one. At most `most`. */
export function markText(text: string, patterns: readonly RegExp[], most = 1000): readonly TextMark[] {
  return patterns.length === 0 ? [] : markFolded(fold(text), text.length, patterns, most)
}

/** The same for a text of `length` that was folded before. */
export function markFolded(
  { text: folded, places }: Folded,
  length: number,
  patterns: readonly RegExp[],
  most = 1000,
): readonly TextMark[] {
  const found: TextMark[] = []
  for (const pattern of patterns) {
    let count = 0
    for (const match of folded.matchAll(pattern)) {
      if (match[0] === '' || count >= most) break
      const to = match.index + match[0].length
      found.push(places === null ? [match.index, to] : [places[match.index] ?? 0, endOf(places, to, length)])
      count += 1
    }
  }
  return join(found).slice(0, most)
}

/** A character may fold to several; its end is where the next one starts. */
function endOf(places: Int32Array, to: number, length: number): number {
  const before = places[to - 1] ?? 0
  for (let at = to; at < places.length; at += 1) {
    const place = places[at] ?? length
    if (place > before) return place
  }
  return length
}

function join(marks: readonly TextMark[]): readonly TextMark[] {
  const joined: [number, number][] = []
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}
