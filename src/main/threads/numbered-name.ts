import { byteLength, MAX_NAME_BYTES, shortenToBytes } from './name-bytes.ts'
import { safeName } from './safe-name.ts'

/**
 * File name for attempt 1, 2, … at a free one: `STEM.json`, `STEM 2.json`. Safe on every platform; a long stem is cut
 * so that number and ending stay whole.
 */
export function numberedName(stem: string, extension: string, attempt: number): string {
  if (attempt === 1) return safeName(stem, extension)
  const suffix = ` ${attempt}`
  const first = safeName(stem, extension)
  const whole = first.slice(0, first.length - extension.length)
  return `${shortenToBytes(whole, MAX_NAME_BYTES - byteLength(`${suffix}${extension}`)).trimEnd()}${suffix}${extension}`
}
