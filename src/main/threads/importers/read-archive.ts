import { closeSync, openSync } from 'node:fs'
import { AppError, type ErrorCode } from '../../../shared/ipc/errors.ts'
import { toDiskError } from '../../disk/disk-error.ts'
import { MAX_THREAD_BYTES } from '../byte-source.ts'
import { threadError } from '../thread-fault.ts'
import { mainFirst } from './read-folder.ts'
import type { SourceFile } from './transcript.ts'
import { openZip, type ZipEntry } from './zip-entry.ts'

/** Files of one archive, at most. */
const MAX_ENTRIES = 100_000
/** A file above this size that is packed tighter than this is no transcript but made to fill the memory. */
const BOMB_BYTES = 100 * 1024 * 1024
const BOMB_RATIO = 200

/** True for the first bytes of a zip archive. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

/**
 * The files of a zip archive, the one that tells the format first. Only the list is read here; a file is unpacked
 * when its bytes are asked for. Throws AppError for an archive that is damaged, encrypted, leads out of itself or
 * would unpack to far more than it holds.
 */
export async function readArchive(path: string): Promise<readonly SourceFile[]> {
  const file = openFile(path)
  try {
    const entries = await listEntries(file, path)
    refuseOverlaps(entries, path)
    if (entries.length === 0) throw threadError('file-empty', path, 'The archive holds no files.')
    const zip = openZip(file, path, () => closeSync(file))
    const byName = new Map(entries.map((entry) => [entry.name, entry]))
    return mainFirst([...byName.keys()]).flatMap((name) => {
      const entry = byName.get(name)
      return entry === undefined ? [] : [{ name, bytes: zip.source(entry) }]
    })
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw toDiskError(error, path)
  }
}

async function listEntries(file: number, path: string): Promise<readonly ZipEntry[]> {
  // Loaded with the first archive: most transcripts are plain files.
  const { fromFdPromise } = await import('yauzl')
  const found: ZipEntry[] = []
  try {
    const zip = await fromFdPromise(file, { lazyEntries: true, autoClose: false })
    if (zip.entryCount > MAX_ENTRIES)
      throw refused('archive-too-large', path, `The archive holds more than ${MAX_ENTRIES} files.`)
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      if (entry.isEncrypted()) throw refused('archive-encrypted', path, 'The archive is encrypted.')
      refuseBomb(entry.fileName, entry.compressedSize, entry.uncompressedSize, path)
      // Only what can be read is listed; media are packed like everything else.
      if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) continue
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
      found.push({
        name: entry.fileName,
        method: entry.compressionMethod,
        from: fileDataStart,
        packed: entry.compressedSize,
        size: entry.uncompressedSize,
        crc: entry.crc32,
      })
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    const said = error instanceof Error ? error.message : ''
    if (/relative path|absolute path/.test(said))
      throw refused('archive-outside', path, 'The archive names a file outside of itself and is not read.')
    throw threadError('file-truncated', path, 'The archive is damaged or cut.', {}, error)
  }
  return found
}

function refuseBomb(name: string, packed: number, size: number, path: string): void {
  if (size > MAX_THREAD_BYTES)
    throw refused(
      'archive-too-large',
      path,
      `${name} unpacks to ${size} bytes; at most ${MAX_THREAD_BYTES} can be read.`,
    )
  if (size > BOMB_BYTES && size > packed * BOMB_RATIO)
    throw refused(
      'archive-too-large',
      path,
      `${name} unpacks to ${size} bytes from ${packed} and is not read.`,
    )
}

/** Files that share their bytes are how a small archive holds endless ones. */
function refuseOverlaps(entries: readonly ZipEntry[], path: string): void {
  let end = 0
  for (const { from, packed, name } of entries.toSorted((one, other) => one.from - other.from)) {
    if (from < end)
      throw refused(
        'archive-too-large',
        path,
        `The archive is made to mislead: ${name} lies inside another file.`,
      )
    end = from + packed
  }
}

function refused(code: ErrorCode, path: string, message: string): AppError {
  return threadError(code, path, message)
}
