import { stat } from 'node:fs/promises'
import { type ByteSource, openBytes } from '../byte-source.ts'
import { inSlices } from '../in-slices.ts'
import type { LineReading } from './line-reading.ts'
import type { OpenedTranscript } from './open-transcript.ts'
import { withTitles } from './prompt-title.ts'
import { scanLines } from './scan-lines.ts'
import { closeAll } from './source-files.ts'
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
  // Never held: only what came is read.
  const { source: bytes } = openBytes(path, {
    maxBytes: Number.POSITIVE_INFINITY,
    heldBytes: 0,
    mayGrow: true,
  })
  const grown = [{ name: former.name, bytes }, ...files.slice(1)]
  let isKept = false
  try {
    if (!continues(bytes, former.bytes)) return null
    reading.files[0] = { name: former.name, bytes }
    Object.assign(reading, await inSlices(scanLines(reading.scan, reading.files, 0, reading.at)))
    const threads = await inSlices(withTitles(format, reading.files, await inSlices(reading.scan.threads())))
    isKept = true
    return {
      path,
      fingerprint: { sizeBytes: bytes.length, modifiedMs: state.mtimeMs, sha256: '' },
      format,
      files: grown,
      holder: 'file',
      threads,
      grow: () => growTranscript(path, format, grown, reading),
      close: () => closeAll(grown),
    }
  } finally {
    if (!isKept) bytes.close()
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
