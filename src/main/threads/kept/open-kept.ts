import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { MessageSketch } from '../../compaction/boundary/sketch.ts'
import { openBytes } from '../byte-source.ts'
import { FORMATS } from '../importers/formats.ts'
import type { OpenedTranscript } from '../importers/open-transcript.ts'
import { closeAll, openSource } from '../importers/source-files.ts'
import type { SourceFile } from '../importers/transcript.ts'
import { ThreadFile } from '../thread-file.ts'
import { IndexBuilder } from '../thread-index.ts'
import { transcriptFile } from '../transcript-file.ts'
import { type KeptIndex, markOf, scanOf, unpackIndex } from './kept-index.ts'
import { sketchOf } from './sketch-flags.ts'

/**
 * Opens a file by an index that was kept: work does not grow with the file's bytes. Null when it is not the file the
 * index was made of, or cannot be opened: then it is read as any other.
 */
export function openKept(path: string, packed: Uint8Array): ThreadFile | null {
  const kept = unpackIndex(packed)
  if (kept === null || !isSameState(path, kept)) return null
  const files: SourceFile[] = []
  try {
    // A native file is replaced as a whole, a session of another tool grows while it is read.
    files.push({ name: basename(path), bytes: openBytes(path, { mayGrow: kept.transcript !== null }).source })
    if (files[0] === undefined || markOf(files[0].bytes) !== kept.mark) throw new Error('another file')
    const file = kept.transcript === null ? nativeFile(path, kept, files[0]) : foreignFile(path, kept, files)
    if (file !== null) {
      file.isIndexKept = true
      return file
    }
  } catch {
    // Whatever it is, reading the file itself tells it better.
  }
  closeAll(files)
  return null
}

function isSameState(path: string, { fingerprint }: KeptIndex): boolean {
  try {
    const state = statSync(path)
    return state.size === fingerprint.sizeBytes && state.mtimeMs === fingerprint.modifiedMs
  } catch {
    return false
  }
}

function nativeFile(path: string, kept: KeptIndex, { bytes }: SourceFile): ThreadFile {
  const scan = scanOf(kept)
  const { fingerprint, head, headTokens, origin, sourceSha256, isValidUtf8 } = kept
  return new ThreadFile({
    path,
    fingerprint,
    head,
    headTokens,
    origin,
    sourceSha256,
    isValidUtf8,
    scan,
    source: bytes,
    sketches: sketchesOf(kept),
    builder: builderOf(kept),
  })
}

function foreignFile(path: string, kept: KeptIndex, files: SourceFile[]): ThreadFile | null {
  const { transcript, fingerprint } = kept
  const format = FORMATS.find(({ id, kind }) => id === transcript?.format && kind === transcript.kind)
  const thread = transcript?.threads.find(({ key }) => key === transcript.key)
  if (transcript === null || format === undefined || thread === undefined) return null
  for (const { name, bytes } of transcript.files.slice(1)) {
    const file = openSource(join(dirname(path), name), name)
    files.push(file)
    if (file.bytes.length !== bytes) return null
  }
  const opened: OpenedTranscript = {
    path,
    fingerprint,
    format,
    files,
    holder: 'file',
    threads: transcript.threads,
    // The scan that could read on was not kept.
    grow: async () => null,
    close: () => closeAll(files),
  }
  return transcriptFile(opened, thread, transcript.branch, builderOf(kept))
}

function sketchesOf({ flags, scores }: KeptIndex): ThreadFile['sketches'] {
  const sketches: MessageSketch[] = []
  for (let index = 0; index < flags.length; index += 1)
    sketches.push(sketchOf(flags[index] ?? 0, scores[index] ?? 0))
  return sketches
}

function builderOf(kept: KeptIndex): IndexBuilder {
  return IndexBuilder.restore(scanOf(kept).blobs, kept.costs, kept.counts)
}
