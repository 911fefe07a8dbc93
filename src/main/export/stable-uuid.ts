import { createHash } from 'node:crypto'

/** The same UUID (version 8) for the same words: a second export of a thread has the ids of the first. */
export function stableUuid(...words: readonly (string | number)[]): string {
  const digits = createHash('sha256').update(JSON.stringify(words)).digest('hex')
  const variant = ((Number.parseInt(digits[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}
