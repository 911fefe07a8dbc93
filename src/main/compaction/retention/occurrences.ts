import type { Steps } from '../steps.ts'

const SLICE_CHARS = 100_000

/** A needle and where its longest word begins in it. */
interface Anchored {
  readonly needle: string
  readonly offset: number
}

/**
 * In small steps: those of `needles` that occur anywhere in `text`, exactly as `text.includes` would say for each.
 * One walk over the text looks up its words among the longest words of the needles and ends when all are
 * found; only a needle that it did not meet (its words are parts of longer ones, or it is not there) is searched by
 * itself. Linear in the text however many needles there are.
 */
export function* occurringSteps(needles: Iterable<string>, text: string): Steps<ReadonlySet<string>> {
  const found = new Set<string>()
  const missing = new Set(needles)
  const anchors = new Map<string, Anchored[]>()
  let longest = 0
  for (const needle of missing) {
    const anchor = anchorOf(needle)
    if (anchor === null) continue
    longest = Math.max(longest, anchor.word.length)
    const others = anchors.get(anchor.word)
    if (others === undefined) anchors.set(anchor.word, [{ needle, offset: anchor.offset }])
    else others.push({ needle, offset: anchor.offset })
  }
  function meet(from: number, to: number): void {
    if (to - from > longest) return
    const word = text.slice(from, to)
    const held = anchors.get(word)
    if (held === undefined) return
    const left = held.filter(({ needle, offset }) => {
      if (!text.startsWith(needle, from - offset)) return true
      missing.delete(needle)
      found.add(needle)
      return false
    })
    if (left.length === 0) anchors.delete(word)
    else anchors.set(word, left)
  }
  let start = -1
  for (let at = 0; at <= text.length && anchors.size > 0; at++) {
    if (at % SLICE_CHARS === 0) yield
    if (at < text.length && isWordUnit(text.charCodeAt(at))) {
      if (start < 0) start = at
    } else if (start >= 0) {
      meet(start, at)
      start = -1
    }
  }
  for (const needle of missing) {
    yield
    if (text.includes(needle)) found.add(needle)
  }
  return found
}

/** Letters and digits of ASCII and everything beyond it: coarser than a letter, but the same in needle and text. */
function isWordUnit(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code > 127
  )
}

/** The longest word of a needle: the rarest, as a rule. Null when it has none. */
function anchorOf(needle: string): { readonly word: string; readonly offset: number } | null {
  let word = ''
  let offset = 0
  let start = -1
  for (let at = 0; at <= needle.length; at++) {
    if (at < needle.length && isWordUnit(needle.charCodeAt(at))) {
      if (start < 0) start = at
      continue
    }
    if (start >= 0 && at - start > word.length) {
      word = needle.slice(start, at)
      offset = start
    }
    start = -1
  }
  return word === '' ? null : { word, offset }
}
