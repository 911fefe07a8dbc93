import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, extname, relative } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import { createExclusive } from '../disk/create-exclusive.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { refuseStopped } from '../disk/refuse-stopped.ts'
import { isUnchanged } from '../threads/fingerprint.ts'
import { ownFile } from '../threads/own-folder.ts'
import type { ImportSource } from './source-thread.ts'

/** SHA-256 of a file in hex, or of its first bytes, read in pieces. Throws AppError. */
async function hashOf(path: string, signal: AbortSignal, bytes = Number.POSITIVE_INFINITY): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { end: bytes - 1 })) {
      refuseStopped(signal)
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
 * Keeps what a source is made of and answers the hash that stands for it: of its first file, or of a folder's list
 * (`SHA256.folder.json`: where each file stood and the name its bytes are kept under). A file that is the same in two
 * states of a folder is kept once.
 */
export async function keepSource(
  root: string,
  { path, files, isFolder }: Pick<ImportSource, 'path' | 'files' | 'isFolder'>,
  signal: AbortSignal,
): Promise<string> {
  const kept: { readonly name: string; readonly original: string }[] = []
  let first = ''
  for (const file of files) {
    const sha256 = await keepOriginal(root, file, signal)
    first ||= sha256
    kept.push({ name: relative(path, file).replaceAll('\\', '/'), original: `${sha256}${extensionOf(file)}` })
  }
  if (!isFolder) return first
  const list = `${JSON.stringify({ folder: basename(path), files: kept }, null, 2)}\n`
  const sha256 = createHash('sha256').update(list).digest('hex')
  await createExclusive(await ownFile(root, `.palimpsest/originals/${sha256}.folder.json`), async (file) => {
    await file.writeFile(list)
  })
  return sha256
}

/** True when a source is still what was kept of it. */
export async function isAsKept(
  { path, isFolder, fingerprint }: ImportSource,
  originalSha256: string,
  signal: AbortSignal,
): Promise<boolean> {
  return isFolder ? isUnchanged(path, fingerprint) : (await hashOf(path, signal)) === originalSha256
}

/**
 * Keeps the bytes of a source file as `.palimpsest/originals/SHA256.EXT` in the workspace and answers their hash. The
 * copy is absent or whole at every moment; a second one is never made. The source is only read.
 */
async function keepOriginal(root: string, path: string, signal: AbortSignal): Promise<string> {
  const sha256 = await hashOf(path, signal)
  const target = await ownFile(root, `.palimpsest/originals/${sha256}${extensionOf(path)}`)
  const check = createHash('sha256')
  await createExclusive(target, async (file) => {
    for await (const chunk of createReadStream(path)) {
      refuseStopped(signal)
      check.update(chunk as Buffer)
      await file.writeFile(chunk as Buffer)
    }
    if (check.digest('hex') !== sha256)
      throw new AppError('file-changed', 'The file was changed by another program while it was read.')
  })
  return sha256
}
