import { basename } from 'node:path'
import { byteLength, MAX_NAME_BYTES, shortenToBytes } from './name-bytes.ts'

/** File name and title of a thread that comes from another one. */
export interface DerivedName {
  readonly name: string
  readonly title: string
}

/**
 * `NAME-branch-2.json`: the stem without a former number of this kind, and the next free one. Cut by bytes, so that
 * number and ending stay whole (B-76).
 */
export function derivedName(
  sourceFileName: string,
  kind: 'branch' | 'next',
  siblings: readonly string[],
): DerivedName {
  const whole = basename(sourceFileName).replace(/\.json$/i, '')
  const stem = whole.replace(new RegExp(`-${kind}-\\d+$`), '')
  const taken = new Set(siblings.map((name) => name.normalize('NFC').toLowerCase()))
  for (let number = 1; ; number += 1) {
    const suffix = `-${kind}-${number}.json`
    const name = `${shortenToBytes(stem, MAX_NAME_BYTES - byteLength(suffix))}${suffix}`
    if (!taken.has(name.normalize('NFC').toLowerCase())) return { name, title: `${stem}-${kind}-${number}` }
  }
}
