import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../../shared/ipc/errors.ts'
import { replaceFile, type WriteOptions } from '../disk/atomic-write.ts'
import { type ByteSource, HELD_BYTES, heldBytes, openBytes } from './byte-source.ts'
import { assemble } from './edit-bytes.ts'
import { isUnchanged } from './fingerprint.ts'
import { ROLE_ASSISTANT, ROLE_USER } from './json/scan-thread.ts'
import { scanAfter } from './scan-after.ts'
import type { ThreadFile } from './thread-file.ts'
import { writePieces } from './write-pieces.ts'

/** What `saveThread` may be told. */
export interface SaveOptions extends WriteOptions {
  /** Larger files are read from the disk afterwards instead of being held in memory. */
  readonly heldBytes?: number
}

/**
 * Writes the records a thread has grown by into its file, in one step: one streamed copy, every other byte as it
 * was. Returns the thread as the file has it now, without reading it again. What is appended meanwhile is in
 * `file` and not in the result. Throws AppError: `file-changed` when another program wrote to the file since it
 * was opened, else a disk code; the file is as it was then.
 */
export async function saveThread(file: ThreadFile, options: SaveOptions = {}): Promise<ThreadFile> {
  const { path, scan, source, grown } = file
  const roles = file.sketches
    .slice(scan.starts.length)
    .map(({ role }) => (role === 'user' ? ROLE_USER : ROLE_ASSISTANT))
  const next = scanAfter(scan, grown, roles)
  const pieces = assemble(grown.edits(), source.length)
  const isHeld = source.length <= (options.heldBytes ?? HELD_BYTES)
  const hash = createHash('sha256')
  const held: Uint8Array[] = []
  let sizeBytes = 0
  let modifiedMs = 0
  const write = async (out: FileHandle): Promise<void> => {
    await refuseChanged(file)
    await writePieces(out, pieces, source, (bytes) => {
      hash.update(bytes)
      sizeBytes += bytes.length
      if (isHeld) held.push(bytes)
    })
    modifiedMs = (await out.stat()).mtimeMs
    // Another program may have written while this one did.
    await refuseChanged(file)
  }
  await replaceFile(path, write, options)
  const fingerprint = { sizeBytes, modifiedMs, sha256: hash.digest('hex') }
  const bytes = isHeld ? heldBytes(Buffer.concat(held, sizeBytes)) : reopened(path, sizeBytes, modifiedMs)
  return file.movedTo({ path, fingerprint, scan: next, source: bytes })
}

async function refuseChanged(file: ThreadFile): Promise<void> {
  if (!(await isUnchanged(file.path, file.fingerprint)))
    throw new AppError('file-changed', 'The file was changed by another program.')
}

function reopened(path: string, sizeBytes: number, modifiedMs: number): ByteSource {
  const { source, modifiedMs: now } = openBytes(path, { heldBytes: 0 })
  if (source.length === sizeBytes && now === modifiedMs) return source
  source.close()
  throw new AppError('file-changed', 'The file was changed by another program.')
}
