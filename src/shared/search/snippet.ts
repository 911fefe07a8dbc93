import { plainLine } from '../thread/plain-words.ts'
import type { Snippet } from './answer.ts'
import { fold } from './fold.ts'
import { markFolded, markText } from './mark-text.ts'

/** About two lines of the results. */
const SNIPPET_CHARS = 180
/** What stands before the first mark. */
const LEAD_CHARS = 48
/** Long texts are looked through in pieces, so that a hit at the start costs nothing of the rest. */
const PIECE_CHARS = 32_000
const OVERLAP_CHARS = 400

/** A snippet and how many of the patterns stand in it. */
export interface CutSnippet {
  readonly snippet: Snippet
  readonly found: number
}

/**
 * The piece of a text that shows the most of what was looked for, on one line; null when none of it stands there. Words of
 * Markdown are shown without its marks.
 * Texts of megabytes are read only up to the first piece with a hit.
 */
export function cutSnippet(
  text: string,
  patterns: readonly RegExp[],
  { isMarkdown = false }: { readonly isMarkdown?: boolean } = {},
): CutSnippet | null {
  for (let from = 0; from < text.length; from += PIECE_CHARS - OVERLAP_CHARS) {
    const piece = text.slice(from, from + PIECE_CHARS)
    const best = bestStart(piece, patterns)
    if (best !== null) return cutAt(text, from + best, patterns, isMarkdown)
  }
  return null
}

/** The start of a text where nothing is marked: for a hit by its filters alone. */
export function plainSnippet(
  text: string,
  { isMarkdown = false }: { readonly isMarkdown?: boolean } = {},
): Snippet {
  const start = text.slice(0, SNIPPET_CHARS * 4)
  const line = isMarkdown ? plainLine(start) : start.replace(/\s+/g, ' ').trim()
  return { text: line.length <= SNIPPET_CHARS ? line : `${cutWhole(line, SNIPPET_CHARS - 1)}…`, marks: [] }
}

/** Start of the mark with the most different patterns behind it. */
function bestStart(piece: string, patterns: readonly RegExp[]): number | null {
  const folded = fold(piece)
  const all = patterns.flatMap((pattern, at) =>
    markFolded(folded, piece.length, [pattern], 50).map(([from]) => ({ from, at })),
  )
  let best: { readonly from: number; readonly found: number } | null = null
  for (const { from } of all.toSorted((a, b) => a.from - b.from).slice(0, 200)) {
    const near = all.filter((mark) => mark.from >= from && mark.from < from + SNIPPET_CHARS - LEAD_CHARS)
    const found = new Set(near.map(({ at }) => at)).size
    if (best === null || found > best.found) best = { from, found }
  }
  return best?.from ?? null
}

function cutAt(text: string, mark: number, patterns: readonly RegExp[], isMarkdown: boolean): CutSnippet {
  let from = Math.max(0, mark - LEAD_CHARS)
  if (from > 0) {
    const space = text.slice(from, mark).search(/\s/)
    if (space > 0) from += space + 1
    else if (/[\udc00-\udfff]/.test(text.charAt(from))) from += 1
  }
  const piece = text.slice(from, from + SNIPPET_CHARS * 2)
  const ends = { before: from > 0, behind: from + piece.length < text.length }
  const asWritten = marked(oneLine(piece.replace(/\s+/g, ' ').trim(), ends), patterns)
  if (!isMarkdown) return asWritten
  const plain = marked(oneLine(plainLine(piece), ends), patterns)
  // Who looks for a mark of Markdown gets to see it.
  return plain.found < asWritten.found ? asWritten : plain
}

function oneLine(words: string, { before, behind }: { readonly before: boolean; readonly behind: boolean }) {
  const isLong = words.length > SNIPPET_CHARS
  return `${before ? '…' : ''}${isLong ? cutWhole(words, SNIPPET_CHARS) : words}${behind || isLong ? '…' : ''}`
}

function marked(line: string, patterns: readonly RegExp[]): CutSnippet {
  const folded = fold(line)
  const found = patterns.filter((pattern) => markFolded(folded, line.length, [pattern], 1).length > 0).length
  return { snippet: { text: line, marks: markText(line, patterns, 50) }, found }
}

/** Never half of a character. */
function cutWhole(text: string, chars: number): string {
  const cut = text.slice(0, chars)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
