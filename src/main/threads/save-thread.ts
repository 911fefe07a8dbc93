import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../shared/ipc/errors.ts'
import { changeFile, replaceFile, type WriteOptions } from '../disk/atomic-write.ts'
import { writeFully } from '../disk/write-chunks.ts'
import { type ByteSource, HELD_BYTES, heldBytes, openBytes } from './byte-source.ts'
import { assemble } from './edit-bytes.ts'
import { isUnchanged } from './fingerprint.ts'
import { growBytes } from './growing-bytes.ts'
import { ROLE_ASSISTANT, ROLE_USER } from './json/scan-thread.ts'
import { scanAfter } from './scan-after.ts'
import type { ThreadFile } from './thread-file.ts'
import { writePieces } from './write-pieces.ts'

/** What `saveThread` may be told. */
export interface SaveOptions extends WriteOptions {
  /** Larger files are read from the disk afterwards instead of being held in memory. */
  readonly heldBytes?: number
}

/** Bytes hashed before others get their turn. */
const HASHED_AT_ONCE = 1024 * 1024

/** What was written: the file's state and where its bytes are read from now. */
interface Written {
  readonly sizeBytes: number
  readonly modifiedMs: number
  readonly sha256: string
  readonly source: ByteSource
}

/**
 * Writes the records a thread has grown by into its file, in one step, every other byte as it was. Where records only
 * came to the end, the program's own work is about those: the system copies what stands before. Returns the thread
 * as the file has it now, without reading it again. What is appended meanwhile is in `file` and not in the result.
 * Throws AppError: `file-changed` when another program wrote to the file since it was opened, else a disk code; the
 * file is as it was then.
 */
export async function saveThread(file: ThreadFile, options: SaveOptions = {}): Promise<ThreadFile> {
  const { path, scan, grown } = file
  const roles = file.sketches
    .slice(scan.starts.length)
    .map(({ role }) => (role === 'user' ? ROLE_USER : ROLE_ASSISTANT))
  const next = scanAfter(scan, grown, roles)
  const { addition } = grown
  const { source, ...fingerprint } =
    addition === null
      ? await writeWhole(file, options)
      : await writeAddition(file, addition.at, addition.bytes, options)
  return file.movedTo({ path, fingerprint, scan: next, source })
}

/** States of a file up to the end of its last record, of those that were saved here. */
const hashes = new WeakMap<ByteSource, { readonly end: number; readonly hash: Hash }>()

async function writeAddition(
  file: ThreadFile,
  at: number,
  added: Uint8Array,
  options: SaveOptions,
): Promise<Written> {
  const { path, source, fingerprint } = file
  const tail = source.slice(at, source.length)
  const hash = (await hashUpTo(source, at)).update(added)
  const sizeBytes = source.length + added.length
  let modifiedMs = 0
  await changeFile(
    path,
    async (copy) => {
      if ((await copy.stat()).size !== fingerprint.sizeBytes) throw changed()
      await writeFully(copy, added, at)
      await writeFully(copy, tail, at + added.length)
      modifiedMs = (await copy.stat()).mtimeMs
      // What was copied is what is known here only if nobody has written meanwhile.
      await refuseChanged(file)
    },
    options,
  )
  const isHeld = source.length <= (options.heldBytes ?? HELD_BYTES)
  const next = isHeld ? growBytes(source, at, added) : reopened(path, sizeBytes, modifiedMs)
  hashes.set(next, { end: at + added.length, hash })
  return { sizeBytes, modifiedMs, sha256: hash.copy().update(tail).digest('hex'), source: next }
}

/** Hash of the first `end` bytes, to go on with. Of a file that was saved here before it is known. */
async function hashUpTo(source: ByteSource, end: number): Promise<Hash> {
  const known = hashes.get(source)
  if (known?.end === end) return known.hash.copy()
  const hash = createHash('sha256')
  for (let from = 0; from < end; from += HASHED_AT_ONCE) {
    hash.update(source.slice(from, Math.min(end, from + HASHED_AT_ONCE)))
    await setImmediate()
  }
  return hash
}

/** One streamed copy: earlier records changed, or the first one came. */
async function writeWhole(file: ThreadFile, options: SaveOptions): Promise<Written> {
  const { path, source, grown } = file
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
  const next = isHeld ? heldBytes(Buffer.concat(held, sizeBytes)) : reopened(path, sizeBytes, modifiedMs)
  return { sizeBytes, modifiedMs, sha256: hash.digest('hex'), source: next }
}

async function refuseChanged(file: ThreadFile): Promise<void> {
  if (!(await isUnchanged(file.path, file.fingerprint))) throw changed()
}

function changed(): AppError {
  return new AppError('file-changed', 'The file was changed by another program.')
}

function reopened(path: string, sizeBytes: number, modifiedMs: number): ByteSource {
  const { source, modifiedMs: now } = openBytes(path, { heldBytes: 0 })
  if (source.length === sizeBytes && now === modifiedMs) return source
  source.close()
  throw changed()
}
