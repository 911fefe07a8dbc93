/** Shown in place of a secret. */
const MARK = '[key removed]'
/** From this many characters on, the beginning of a key is a secret too. */
const MIN_PART = 8

/** Shapes of secrets that nobody told us about: other people's keys, echoed headers, addresses with a password. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|xai|gsk|hf|csk|nvapi|or|tgp|fw|r8|pplx)[-_][A-Za-z0-9_.*…•-]{3,}/g, MARK],
  [/\bAIza[\w*…-]{6,}/g, MARK],
  [/\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g, MARK],
  [/\b\w{1,12}[*•]{2,}\w{0,8}/g, MARK],
  [/\b(Bearer|Basic)\s+[\w.+/=*…~-]{4,}/gi, `$1 ${MARK}`],
  [
    /((?:api[-_]?key|x-goog-api-key|authorization|access[-_]?token|auth[-_]?token|[?&](?:key|token|sig|signature))["']?\s*[=:]\s*["']?)(?!Bearer|Basic|\[key)[^\s"'&,;})]{4,}/gi,
    `$1${MARK}`,
  ],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@:"']+(?::[^\s/@"']*)?@/gi, `$1${MARK}@`],
]

/**
 * Takes keys out of a text: the given ones whole, in part (from eight characters on), URL-encoded and in
 * base64; and anything shaped like a key, an echoed header or an address with a password (B-90). Doing it
 * twice changes nothing more.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) {
    if (secret.length < 4) continue
    for (const form of new Set([secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]))
      clean = removeParts(clean.replaceAll(form, MARK), form)
  }
  for (const [shape, mark] of SHAPES) clean = clean.replace(shape, mark)
  return clean
}

/** Removes every piece of `secret` that is `MIN_PART` long or longer, wherever in the secret it stands. */
function removeParts(text: string, secret: string): string {
  if (secret.length < MIN_PART) return text
  let clean = text
  for (let from = 0; from + MIN_PART <= secret.length; from += 1) {
    let at = clean.indexOf(secret.slice(from, from + MIN_PART))
    while (at !== -1) {
      let length = MIN_PART
      while (from + length < secret.length && clean[at + length] === secret[from + length]) length += 1
      clean = clean.slice(0, at) + MARK + clean.slice(at + length)
      at = clean.indexOf(secret.slice(from, from + MIN_PART), at + MARK.length)
    }
  }
  return clean
}
