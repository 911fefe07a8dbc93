import { basename } from 'node:path'
import { toDiskError } from '../../disk/disk-error.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { inSlices } from '../in-slices.ts'
import { type SourceState, sourceState } from '../source-state.ts'
import { threadError } from '../thread-fault.ts'
import { formatOf } from './formats.ts'
import { growTranscript } from './grow-transcript.ts'
import { readLinesOf, startReading } from './line-reading.ts'
import { probeOf } from './probe.ts'
import { withTitles } from './prompt-title.ts'
import { isArchive, readArchive } from './read-archive.ts'
import { readFolder } from './read-folder.ts'
import { closeAll, openCompanions, openSource } from './source-files.ts'
import type { SourceFile, Transcript, TranscriptFormat } from './transcript.ts'

/** A transcript of another tool, opened where it lies. Its files are only read; `close` lets go of them. */
export interface OpenedTranscript {
  readonly path: string
  /** State of the first file when it was opened. `sha256` is empty: it is hashed only where that is asked. */
  readonly fingerprint: Fingerprint
  readonly format: TranscriptFormat
  readonly files: readonly SourceFile[]
  /** What lies at `path`: the first file with the others beside it, or what holds them all. */
  readonly holder: 'file' | 'folder' | 'archive'
  /** Threads of the file in their order, side conversations behind the one that called them. */
  readonly threads: readonly Transcript[]
  /** Reads on where this stopped. Null when the file did not just grow: then it is opened anew. */
  grow(): Promise<OpenedTranscript | null>
  close(): void
}

/**
 * Opens a transcript and finds its messages in one pass. Null when the file is in no format that is read. Throws
 * AppError: `file-not-found`, `file-empty`, or a disk code.
 */
export async function openTranscript(path: string, signal?: AbortSignal): Promise<OpenedTranscript | null> {
  const { isFolder, ...state } = await stateOf(path)
  const { holder, files: found } = await sourceAt(path, isFolder)
  const files: SourceFile[] = [...found]
  let isKept = false
  try {
    const format = formatOf(probeOf(files))
    if (format === null) return null
    // A folder or an archive holds what belongs together.
    if (holder === 'file')
      files.push(...(await openCompanions(path, format.companions?.(basename(path)) ?? [])))
    const reading = format.kind === 'lines' ? startReading(format, files) : null
    const found = await inSlices(reading === null ? scanFiles(format, files) : readLinesOf(reading), signal)
    if (found.length === 0)
      throw threadError('file-empty', path, `This ${format.label} file holds no conversation.`)
    const threads = await inSlices(withTitles(format, files, found), signal)
    isKept = true
    const fingerprint = { ...state, sha256: '' }
    const grow = async () => (reading === null ? null : growTranscript(path, format, files, reading))
    return { path, fingerprint, format, files, holder, threads, grow, close: () => closeAll(files) }
  } finally {
    if (!isKept) closeAll(files)
  }
}

/** What lies at a path: one file, or the files of a folder or an archive. */
async function sourceAt(
  path: string,
  isFolder: boolean,
): Promise<Pick<OpenedTranscript, 'files' | 'holder'>> {
  if (isFolder) return { files: await readFolder(path), holder: 'folder' }
  const file = openSource(path, basename(path))
  if (!isArchive(file.bytes.slice(0, 4))) return { files: [file], holder: 'file' }
  file.bytes.close()
  return { files: await readArchive(path), holder: 'archive' }
}

async function stateOf(path: string): Promise<SourceState> {
  try {
    return await sourceState(path)
  } catch (error) {
    throw toDiskError(error, path)
  }
}

/** One pass over all files of a transcript. */
export function scanFiles(
  format: TranscriptFormat,
  files: readonly SourceFile[],
): Generator<void, readonly Transcript[], void> {
  return format.kind === 'document' ? format.scan(files) : readLinesOf(startReading(format, files))
}
