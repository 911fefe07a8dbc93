/** A number worth keeping, and the same number with the words that say what it counts. */
export interface NumberFact {
  readonly number: string
  /** A stretch of the text as it stands there; equal to `number` when nothing stands beside it. */
  readonly inContext: string
}

/**
 * Clock times, numbers in groups of three digits (by comma, point, apostrophe or a thin space), versions,
 * amounts of money, numbers with a unit, and plain numbers of two digits or more.
 */
const NUMBER =
  /(?<![\w.#-])(?<!\d[,:'’\u00a0\u2009\u202f])(?:(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![:\d])|\d{1,3}(?:[,'’\u00a0\u2009\u202f]\d{3})+(?:\.\d+)?(?![\d,])|\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\d.])|v?\d+(?:\.\d+){1,3}(?:-[\w.]+)?|[$€£¥]\s?\d[\d,.]*\d|\d{2,}(?:[.,]\d+)*\s?(?:%|px|ms|MB|KB|GB|kB|s)?)(?![\w-])/g
const TIME = /^\d{1,2}:\d\d(?::\d\d)?$/
const WORD_BEFORE = /(?:[\p{L}][\p{L}_.-]*[ \t]?[:=]?[ \t]{0,2}){1,2}$/u
const WORD_AFTER = /^[ \t]?[\p{L}][\p{L}-]*/u
/** Words that name nothing: beside one of them alone a number still says nothing. */
const EMPTY_WORD =
  /^(?:a|an|the|to|of|in|on|at|and|or|for|is|are|was|by|from|with|than|that|this|it|as|be|so|then|now|if|i|we|you|step|line|lines|page|item|number|no|option)$/i
const LOOK_AROUND_CHARS = 40

/** Numbers of prose with their context. A small plain number counts only beside a word that says what it is. */
export function numbersIn(text: string): readonly NumberFact[] {
  const found: NumberFact[] = []
  for (const match of text.matchAll(NUMBER)) {
    const number = match[0].trim()
    const from = match.index
    const to = from + match[0].trimEnd().length
    if (isPlace(text, from, to)) continue
    const before = (
      WORD_BEFORE.exec(text.slice(Math.max(0, from - LOOK_AROUND_CHARS), from))?.[0] ?? ''
    ).replace(/^[\p{L}-]+[ \t]+(?=\p{L})/u, (word) => (EMPTY_WORD.test(word.trim()) ? '' : word))
    const after = WORD_AFTER.exec(text.slice(to, to + LOOK_AROUND_CHARS))?.[0] ?? ''
    const namesBefore = tellingWords(before)
    const isPlain = /^\d+$/.test(number)
    const unit = tellingWords(after).length > 0 ? after : ''
    if (isPlain && unit === '' && (namesBefore.length === 0 || number.length < 2)) continue
    // A number at the start of a line is most often the number of the line.
    if (isPlain && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, from - 8), from)) && unit === '') continue
    found.push({ number, inContext: `${namesBefore.length > 0 ? before : ''}${number}${unit}`.trim() })
  }
  return found
}

/** Dates with a leading zero and line numbers (`a.ts:12`) name no amount; a clock time stands as a whole. */
function isPlace(text: string, from: number, to: number): boolean {
  if (/(?:\.\w{1,5}|\d):$/.test(text.slice(Math.max(0, from - 8), from))) return true
  if (TIME.test(text.slice(from, to))) return /[-T]$/.test(text.slice(Math.max(0, from - 1), from))
  if (/^0\d/.test(text.slice(from, to)) || /^:\d/.test(text.slice(to, to + 2))) return true
  return false
}

function tellingWords(text: string): readonly string[] {
  return (text.match(/[\p{L}][\p{L}_.-]*/gu) ?? []).filter((word) => !EMPTY_WORD.test(word))
}

/** What a number is measured in says nothing about what it counts. */
const UNIT =
  /^(?:uhr|o|am|pm|h|min|sec|seconds?|minutes?|hours?|days?|ms|s|px|mb|kb|gb|bytes?|eur|usd|gbp|chf|euros?|dollars?|percent|prozent)$/

/** The words beside a number that say what it counts, in lower case, units left out. */
export function labelWords(inContext: string): readonly string[] {
  return tellingWords(inContext.replace(/\d+(?:[.,:]\d+)*\s?(?:ms|px|MB|KB|GB|kB|s)?(?!\p{L})/gu, ' '))
    .map((word) => word.toLowerCase().replace(/[._-]+$/, ''))
    .filter((word) => !UNIT.test(word))
}
