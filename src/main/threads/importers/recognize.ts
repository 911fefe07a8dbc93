import { closeSync, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { growingBytes } from '../byte-source.ts'
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
  let file: number | null = null
  try {
    const { size } = await stat(path)
    if (size === 0) return null
    file = openSync(path, 'r')
    return formatOf(probeOf([{ name: basename(path), bytes: growingBytes(file, path, size) }]))
  } catch {
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}
