/** Bytes that are looked at to tell text from other things. */
const PROBE_BYTES = 8_000

/** True for bytes that are no text: a zero byte, or too many that are neither UTF-8 nor white space. */
export function isBinary(bytes: Uint8Array): boolean {
  const probe = bytes.subarray(0, PROBE_BYTES)
  if (probe.includes(0)) return true
  const text = new TextDecoder('utf-8').decode(probe, { stream: true })
  let odd = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    if (
      code === 0xfffd ||
      (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12 && code !== 27)
    )
      odd += 1
  }
  return odd * 20 > text.length
}

/** Text of UTF-8 bytes without a byte order mark; bytes that are no UTF-8 become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes)
}

/** A size for a person or a model: `3.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
