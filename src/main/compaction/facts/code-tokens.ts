import type { ReferenceKind } from './facts.ts'

/**
 * Letters of alphabets whose words stand between spaces. Chinese, Japanese and Korean run on without them, so
 * that a name in such a sentence ends where its own alphabet ends.
 */
const LETTERS =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Armenian}\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Devanagari}'
const IN_WORD = `${LETTERS}\\p{M}\\d_$`
/** Characters a code-shaped token may hold; everything else ends a run. */
const RUN = new RegExp(`[${IN_WORD}./:\\\\-]+`, 'gu')
const WORD_CHARACTER = new RegExp(`[${IN_WORD}]`, 'u')
const CONTINUOUS_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
/** The shapes that count as code (retention.md): paths and dotted names, camel and snake case, constants, hashes. */
const SHAPE = new RegExp(
  `[${LETTERS}_][${IN_WORD}]*(?:(?:[./:-]|\\\\{1,2})[${IN_WORD}.-]+)+|[a-z]+[A-Z][${IN_WORD}]+|[A-Z][a-z]+[A-Z][${IN_WORD}]+|[${LETTERS}\\d]+_[${IN_WORD}]+|[A-Z]{2,}[A-Z0-9_]{2,}|\\b[0-9a-f]{7,40}\\b`,
  'gu',
)
/** Longer runs are data (base64, rows of dashes), not names. Also bounds the work per run. */
const MAX_RUN_CHARS = 160
const MIN_TOKEN_CHARS = 5
const HAS_SHAPE = /[./:\\_-]|[a-z][A-Z]|[A-Z]{4}|[A-Z]{2,}[A-Z0-9]{2}|\d/
const KEY_LIKE = /^(?:sk|pk|ghp|gho|ghs|glpat|xox[abp]|AKIA|AIza)[-_]?[\w-]{14,}$/

/**
 * Code-shaped tokens of decoded text, in order, repeated as often as they occur.
 * Never returns something that looks like an access key. Linear in the length of the text.
 */
export function codeTokens(text: string): string[] {
  const tokens: string[] = []
  for (const match of text.matchAll(RUN)) {
    const [run] = match
    if (run.length < MIN_TOKEN_CHARS || run.length > MAX_RUN_CHARS || !HAS_SHAPE.test(run)) continue
    const before = text.charAt(match.index - 1)
    const after = text.charAt(match.index + run.length)
    SHAPE.lastIndex = 0
    for (let shape = SHAPE.exec(run); shape !== null; shape = SHAPE.exec(run)) {
      const [from, to] = wholeWord(run, shape.index, SHAPE.lastIndex, !GOES_ON.test(before))
      // A part of a path such as `文档/a.ts` would be another path.
      const isCut =
        (/^[./\\:_-]/.test(run) && leadIn(run, from) && CONTINUOUS_SCRIPT.test(before)) ||
        (to === run.length && /[/\\_-]$/.test(run) && CONTINUOUS_SCRIPT.test(after))
      if (isCut) {
        SHAPE.lastIndex = to
        continue
      }
      SHAPE.lastIndex = to
      const token = trimEnd(run.slice(from, to))
      if (token.length >= MIN_TOKEN_CHARS && !KEY_LIKE.test(token) && !TIME.test(token)) tokens.push(token)
    }
  }
  return tokens
}

const TIME = /^\d*T?\d*:\d|^\d*T\d\d:\d\d|^\d+$/

/** Behind one of these a slash goes on with a path that began before it: `${folder}/a.ts`. */
const GOES_ON = /[})\]>*%~@#&]/

/** A shape inside a longer word stands for the word: `2FBBAH` is one id, `FBBAH` would be another. */
function wholeWord(run: string, from: number, to: number, isStart: boolean): readonly [number, number] {
  let start = from
  let end = to
  while (start > 0 && WORD_CHARACTER.test(run.charAt(start - 1))) start--
  while (end < run.length && WORD_CHARACTER.test(run.charAt(end))) end++
  // `/usr/bin` begins with its slash, `C:\\a` with its drive.
  const root = /(?:^|(?<=[^\w/:.\\]))(?:\/|[A-Za-z]:[\\/]{1,2}|\\{2,4})$/.exec(run.slice(0, start))
  return [root === null || (root.index === 0 && !isStart) ? start : root.index, end]
}

/** True when nothing but separators stands before the shape in its run. */
function leadIn(run: string, from: number): boolean {
  return /^[./\\:_-]*$/.test(run.slice(0, from))
}

/** Drops trailing punctuation, line numbers (`a.ts:20:1`) and escapes (`name\\n`) that cling to a name. */
function trimEnd(token: string): string {
  let text = token.replace(/(?:\\[nrt]?)+$/, '')
  let end = text.length
  while (end > 0 && '.:,-/\\'.includes(text.charAt(end - 1))) end--
  text = text.slice(0, end)
  return text.replace(/(\.\w{1,5})(?::\d+){1,2}$/, '$1')
}

const URL_SHAPE = /\bhttps?:\/\/[^\s<>"'`)\]}，。、；）】]+/g

/** Web addresses, without trailing punctuation. */
export function urlsIn(text: string): string[] {
  return [...text.matchAll(URL_SHAPE)].map(([url]) => url.replace(/[.,;:!?*]+$/, ''))
}

/** Parts of a token between its separators, and every run of neighbouring parts: what it also spells out. */
export function spelledOut(token: string): string[] {
  const bounds: number[] = [0]
  for (let at = 0; at < token.length; at++) if (!WORD_CHARACTER.test(token.charAt(at))) bounds.push(at + 1)
  bounds.push(token.length + 1)
  const parts: string[] = []
  for (let from = 0; from < bounds.length - 1 && from < 14; from++)
    for (let to = from + 1; to < bounds.length && to <= from + 14; to++)
      parts.push(token.slice(bounds[from], (bounds[to] ?? 0) - 1))
  return parts
}

const FILE_NAME =
  /^[\w.-]+\.(?:[cm]?[jt]sx?|py|rb|rs|go|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|bash|ps1|sql|json|jsonl|ya?ml|toml|ini|cfg|conf|lock|md|mdx|rst|txt|csv|html?|css|scss|vue|svelte|xml|svg|png|jpe?g|gif|pdf)$/i

/** Which line of the names section a token belongs to. */
export function referenceKind(token: string): ReferenceKind {
  if (/^https?:\/\//.test(token)) return 'link'
  if (/[\\/].*[\\/]/.test(token) || /[\\/][^\\/]*\.\w{1,5}$/.test(token)) return 'file'
  if (FILE_NAME.test(token)) return 'file'
  return 'name'
}
