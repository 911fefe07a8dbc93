import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import { createExclusive } from '../disk/create-exclusive.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { ownFile } from '../threads/own-folder.ts'

/** SHA-256 of a file in hex, or of its first bytes, read in pieces. Throws AppError. */
export async function hashOf(
  path: string,
  signal: AbortSignal,
  bytes = Number.POSITIVE_INFINITY,
): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { end: bytes - 1 })) {
      if (signal.aborted) throw new AppError('cancelled', 'Stopped.')
      hash.update(chunk as Buffer)
    }
  } catch (error) {
    throw toDiskError(error, path)
  }
  return hash.digest('hex')
}

/**
 * Drops the kept original `formerSha256` when the newer source begins with its very bytes: a session that grows would
 * else be kept once for each of its states. Nothing that a kept file does not hold goes away.
 */
export async function dropGrown(
  root: string,
  path: string,
  formerSha256: string,
  signal: AbortSignal,
): Promise<void> {
  const former = await ownFile(root, `.palimpsest/originals/${formerSha256}${extensionOf(path)}`)
  const state = await stat(former).catch(() => null)
  if (state === null || state.size === 0) return
  if ((await hashOf(path, signal, state.size)) === formerSha256) await rm(former, { force: true })
}

function extensionOf(path: string): string {
  return /^\.[\w-]{1,16}$/.test(extname(path)) ? extname(path).toLowerCase() : '.bin'
}

/**
 * Keeps the bytes of a source file as `.palimpsest/originals/SHA256.EXT` in the workspace and answers their hash. The
 * copy is absent or whole at every moment; a second one is never made. The source is only read.
 */
export async function keepOriginal(root: string, path: string, signal: AbortSignal): Promise<string> {
  const sha256 = await hashOf(path, signal)
  const target = await ownFile(root, `.palimpsest/originals/${sha256}${extensionOf(path)}`)
  const check = createHash('sha256')
  await createExclusive(target, async (file) => {
    for await (const chunk of createReadStream(path)) {
      if (signal.aborted) throw new AppError('cancelled', 'Stopped.')
      check.update(chunk as Buffer)
      await file.writeFile(chunk as Buffer)
    }
    if (check.digest('hex') !== sha256)
      throw new AppError('file-changed', 'The file was changed by another program while it was read.')
  })
  return sha256
}
