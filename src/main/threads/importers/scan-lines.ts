import type { JsonValue } from '../../../shared/thread/message.ts'
import { readLines } from './read-lines.ts'
import type { LineScan, SourceFile } from './transcript.ts'

/** Lines between two rests; one may be megabytes long. */
const STEP_LINES = 64

/** How far a scan has come in a file. */
export interface LineProgress {
  /** Byte behind the last line that was taken. */
  readonly at: number
  /** That line was cut. */
  readonly isCut: boolean
}

/**
 * Gives the lines of a file to a scan, from `from` on. Yields between steps.
 */
export function* scanLines(
  scan: LineScan,
  files: readonly SourceFile[],
  file: number,
  from = 0,
): Generator<void, LineProgress, void> {
  const source = files[file]?.bytes
  let at = from
  let isCut = false
  if (source === undefined) return { at, isCut }
  let taken = 0
  for (const line of readLines(source, from)) {
    const place = { file, from: line.from, to: line.to }
    const value = jsonOf(line.bytes)
    if (value !== undefined && !takes(scan, value, place)) scan.broken(place, false)
    if (value === undefined) {
      isCut = line.isLast
      scan.broken(place, line.isLast)
    }
    at = line.isLast ? source.length : line.to + 1
    taken += 1
    if (taken % STEP_LINES === 0) yield
  }
  return { at, isCut }
}

/** A value too deep for the stack is a broken line. */
function takes(scan: LineScan, value: JsonValue, place: { file: number; from: number; to: number }): boolean {
  try {
    scan.take(value, place)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function jsonOf(bytes: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
    ) as JsonValue
  } catch {
    return undefined
  }
}
