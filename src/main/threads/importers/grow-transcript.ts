import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ByteSource } from '../byte-source.ts'
import { inSlices } from '../in-slices.ts'
import type { LineReading } from './line-reading.ts'
import type { OpenedTranscript } from './open-transcript.ts'
import { scanLines } from './scan-lines.ts'
import { closeAll, openSource } from './source-files.ts'
import type { SourceFile, TranscriptFormat } from './transcript.ts'

/** Bytes at the beginning, and before where the reading stopped, that tell a file that grew from another one. */
const COMPARED_BYTES = 16 * 1024

/**
 * Reads the lines that came since, with the scan that read the others: work is that of the new lines. Null when the
 * file did not just grow; the reading is then of no more use.
 */
export async function growTranscript(
  path: string,
  format: TranscriptFormat,
  files: readonly SourceFile[],
  reading: LineReading,
): Promise<OpenedTranscript | null> {
  const [former] = files
  if (former === undefined || reading.isCut || reading.at !== former.bytes.length) return null
  const state = await stat(path).catch(() => null)
  if (state === null || state.size < former.bytes.length) return null
  const next = openSource(path, basename(path))
  if (!continues(next.bytes, former.bytes)) {
    closeAll([next])
    return null
  }
  const grown = [next, ...files.slice(1)]
  Object.assign(reading, await inSlices(scanLines(reading.scan, grown, 0, reading.at)))
  return {
    path,
    fingerprint: { sizeBytes: next.bytes.length, modifiedMs: state.mtimeMs, sha256: '' },
    format,
    files: grown,
    isPacked: false,
    threads: await inSlices(reading.scan.threads()),
    grow: () => growTranscript(path, format, grown, reading),
    close: () => closeAll(grown),
  }
}

function continues(next: ByteSource, former: ByteSource): boolean {
  if (next.length < former.length) return false
  const ends = [
    [0, Math.min(COMPARED_BYTES, former.length)],
    [Math.max(0, former.length - COMPARED_BYTES), former.length],
  ] as const
  return ends.every(([from, to]) => Buffer.compare(next.slice(from, to), former.slice(from, to)) === 0)
}
