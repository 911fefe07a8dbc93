import { scanLines } from './scan-lines.ts'
import type { LineFormat, LineScan, SourceFile, Transcript } from './transcript.ts'

/** How far a session was read; goes on as its file grows. */
export interface LineReading {
  readonly scan: LineScan
  /** The reading's own list, the one its scan looks into: a file that grew takes the place of what it was. */
  readonly files: SourceFile[]
  /** Byte of the first file behind the last line that was taken. */
  at: number
  /** The last line was cut: what follows does not begin a line. */
  isCut: boolean
}

/** A reading that has read nothing yet. */
export function startReading(format: LineFormat, files: readonly SourceFile[]): LineReading {
  const own = [...files]
  return { scan: format.start(own), files: own, at: 0, isCut: false }
}

/** Reads all files of a session to their end. */
export function* readLinesOf(reading: LineReading): Generator<void, readonly Transcript[], void> {
  const { scan, files } = reading
  for (const [file, { name }] of files.entries()) {
    if (file === 0) Object.assign(reading, yield* scanLines(scan, files, 0))
    else if (name.endsWith('.jsonl')) yield* scanLines(scan, files, file)
  }
  return yield* scan.threads()
}
