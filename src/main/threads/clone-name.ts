import { byteLength, MAX_NAME_BYTES, shortenToBytes } from './name-bytes.ts'

/** Name of a new copy. `title` is its full stem: longer than the name's when that had to be shortened. */
export interface CopyName {
  readonly name: string
  readonly title: string
}

interface Numbered {
  readonly stem: string
  /** Null when the name has no `-compact-<digits>` at its end. BigInt: digits of any length occur (B-78). */
  readonly number: bigint | null
}

const EXTENSION = '.json'

function withoutExtension(fileName: string): string {
  return fileName.replace(/\.json$/i, '')
}

/** Parts a file name at one trailing `-compact-<digits>`. */
export function parseCopyName(fileName: string): Numbered {
  const whole = withoutExtension(fileName)
  const match = /^(.+)-compact-(\d+)$/s.exec(whole)
  if (match === null) return { stem: whole, number: null }
  return { stem: match[1] ?? whole, number: BigInt(match[2] ?? '0') }
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** The stem as it stands in the name of copy `number`: cut so that suffix and extension fit whole (B-76). */
function shownStem(stem: string, number: bigint): string {
  const suffix = `-compact-${number}${EXTENSION}`
  return shortenToBytes(stem, MAX_NAME_BYTES - byteLength(suffix))
}

/** True when `sibling` is a numbered copy for `stem`, also under a name that was cut; case does not count. */
export function isCopyOf(sibling: Numbered, stem: string): boolean {
  return sibling.number !== null && fold(shownStem(stem, sibling.number)) === fold(sibling.stem)
}

/**
 * Name for the next compacted copy (S-173, S-174, B-78): N = the largest number among the siblings and the
 * source's own, plus one, for the source's stem without one trailing `-compact-<digits>`. Gaps are never filled.
 */
export function nextCopy(sourceFileName: string, siblings: readonly string[]): CopyName {
  const own = parseCopyName(sourceFileName)
  let largest = own.number ?? 0n
  for (const sibling of siblings) {
    if (!/\.json$/i.test(sibling)) continue
    const copy = parseCopyName(sibling)
    if (copy.number !== null && copy.number > largest && isCopyOf(copy, own.stem)) largest = copy.number
  }
  const number = largest + 1n
  return {
    name: `${shownStem(own.stem, number)}-compact-${number}${EXTENSION}`,
    title: `${own.stem}-compact-${number}`,
  }
}

/** File name of the next compacted copy. */
export function nextCopyName(sourceFileName: string, siblings: readonly string[]): string {
  return nextCopy(sourceFileName, siblings).name
}
