/** Tokens of a text: a first, rough walk over character classes. */
export function estimateTextTokens(text: string): number {
  let sum = 0
  let previous = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 127) sum += code < 0x2e80 ? 0.5 : 0.85
    else if ((code | 32) >= 97 && (code | 32) <= 122) sum += 0.2
    else if (code >= 48 && code <= 57) sum += 0.45
    else if (code === 32 || code === 10) sum += previous === code ? 0.05 : 0.15
    else sum += 0.7
    previous = code
  }
  return Math.ceil(sum)
}
