import { openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ByteSource, growingBytes } from '../byte-source.ts'
import { formatOf } from './formats.ts'
import { probeOf } from './probe.ts'
import type { TranscriptFormat } from './transcript.ts'

/** Endings under which other tools write transcripts; a workspace holds much else. */
const ENDINGS = /\.(json|jsonl|ndjson|traj|md)$/i

/**
 * Whose transcript a file is, from its first and last bytes; null = nobody's that is known. Never reads the whole
 * file, and never throws: a file that cannot be read is no transcript here.
 */
export async function recognizeTranscript(path: string): Promise<TranscriptFormat | null> {
  if (!ENDINGS.test(path)) return null
  let bytes: ByteSource | null = null
  try {
    const { size } = await stat(path)
    if (size === 0) return null
    bytes = growingBytes(openSync(path, 'r'), path, size)
    return formatOf(probeOf([{ name: basename(path), bytes }]))
  } catch {
    return null
  } finally {
    // The source owns the open file: closed by its number, that number may be another file's when it is closed again.
    bytes?.close()
  }
}
