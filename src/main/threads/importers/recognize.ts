import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { type ByteSource, openBytes } from '../byte-source.ts'
import { formatOf } from './formats.ts'
import { probeOf } from './probe.ts'
import type { TranscriptFormat } from './transcript.ts'

/** Endings under which other tools write transcripts; a workspace holds much else. */
const ENDINGS = /\.(json|jsonl|ndjson|traj|md)$/i

/** What was found of files before: a folder is listed at every change in it. The oldest go first. */
const known = new Map<string, { readonly mark: string; readonly format: TranscriptFormat | null }>()
const MAX_KNOWN = 20_000

/**
 * Whose transcript a file is, from its first and last bytes; null = nobody's that is known. Never reads the whole
 * file, looks into one of the same size and time once, and never throws: a file that cannot be read is no
 * transcript here.
 */
export function recognizeTranscript(path: string): TranscriptFormat | null {
  if (!ENDINGS.test(path)) return null
  try {
    const { size, mtimeMs, ino } = statSync(path)
    const mark = `${size} ${mtimeMs} ${ino}`
    const before = known.get(path)
    if (before?.mark === mark) return before.format
    const format = lookInto(path)
    known.set(path, { mark, format })
    const oldest = known.keys().next().value
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    return format
  } catch {
    return null
  }
}

function lookInto(path: string): TranscriptFormat | null {
  let bytes: ByteSource | null = null
  try {
    bytes = openBytes(path, { maxBytes: Number.POSITIVE_INFINITY, heldBytes: 0, mayGrow: true }).source
    return formatOf(probeOf([{ name: basename(path), bytes }]))
  } finally {
    bytes?.close()
  }
}
