import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type ByteSource, openBytes } from '../byte-source.ts'
import type { SourceFile } from './transcript.ts'

/** Files that are read along with one; more of them belong to an import of their folder. */
const MAX_COMPANIONS = 2_000

/** A file of a transcript, opened for reading; it may grow meanwhile. Throws AppError. */
export function openSource(path: string, name: string): SourceFile {
  return { name, bytes: openBytes(path, { maxBytes: Number.POSITIVE_INFINITY, mayGrow: true }).source }
}

/** The files and folders named in `wanted` that exist beside `path`, folders with the files directly in them. */
export async function openCompanions(
  path: string,
  wanted: readonly string[],
): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = []
  for (const name of wanted) {
    const names = await filesAt(join(dirname(path), name), name)
    for (const one of names.slice(0, MAX_COMPANIONS - found.length))
      if (one !== basename(path)) found.push(openSource(join(dirname(path), one), one))
  }
  return found
}

async function filesAt(path: string, name: string): Promise<readonly string[]> {
  try {
    if ((await stat(path)).isFile()) return [name]
    const entries = await readdir(path, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${name}/${entry.name}`)
      .toSorted()
  } catch {
    return []
  }
}

/** Lets go of all files. */
export function closeAll(files: readonly { readonly bytes: ByteSource }[]): void {
  for (const { bytes } of files) bytes.close()
}
