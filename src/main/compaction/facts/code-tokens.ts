import type { ReferenceKind } from './facts.ts'

/** Characters a code-shaped token may hold; everything else ends a run. */
const RUN = /[\w$./:\\-]+/g
/** The shapes that count as code (retention.md): paths and dotted names, camel and snake case, constants, hashes. */
const SHAPE =
  /[A-Za-z_][\w$]*(?:[./:\\-][\w$.-]+)+|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+|\w+_\w+|[A-Z]{2,}[A-Z0-9_]{2,}|\b[0-9a-f]{7,40}\b/g
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
  for (const [run] of text.matchAll(RUN)) {
    if (run.length < MIN_TOKEN_CHARS || run.length > MAX_RUN_CHARS || !HAS_SHAPE.test(run)) continue
    for (const [match] of run.matchAll(SHAPE)) {
      if (match.length < MIN_TOKEN_CHARS) continue
      const token = trimEnd(match)
      if (token.length >= MIN_TOKEN_CHARS && !KEY_LIKE.test(token) && !/^\d+$/.test(token)) tokens.push(token)
    }
  }
  return tokens
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
  for (let at = 0; at < token.length; at++) if (!/[\w$]/.test(token.charAt(at))) bounds.push(at + 1)
  bounds.push(token.length + 1)
  const parts: string[] = []
  for (let from = 0; from < bounds.length - 1 && from < 14; from++)
    for (let to = from + 1; to < bounds.length && to <= from + 14; to++)
      parts.push(token.slice(bounds[from], (bounds[to] ?? 0) - 1))
  return parts
}

const FILE_NAME =
  /^[\w.-]+\.(?:[cm]?[jt]sx?|py|rb|rs|go|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|bash|ps1|sql|json|jsonl|ya?ml|toml|ini|cfg|conf|lock|md|mdx|rst|txt|csv|html?|css|scss|vue|svelte|xml|svg|png|jpe?g|gif|pdf|log|env|in)$/i

/** Which line of the names section a token belongs to. */
export function referenceKind(token: string): ReferenceKind {
  if (/^https?:\/\//.test(token)) return 'link'
  if (/[\\/]/.test(token)) return 'file'
  if (FILE_NAME.test(token)) return 'file'
  return 'name'
}
