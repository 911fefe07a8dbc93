import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeFileAtomic } from '../disk/atomic-write.ts'
import { errnoOf, toDiskError } from '../disk/disk-error.ts'

/** A JSON object as it stands in a file. */
export interface JsonObject {
  readonly [key: string]: unknown
}

/** What reading gave: `damaged` = there is a file, but no JSON object in it. */
export type JsonFileRead =
  | { readonly kind: 'read'; readonly value: JsonObject }
  | { readonly kind: 'missing' }
  | { readonly kind: 'damaged' }

/** Larger files are not ours. */
const MAX_BYTES = 4_000_000

/** Reads one small JSON file; a byte order mark is fine. Rejects with a disk `AppError`. */
export async function readJsonFile(path: string): Promise<JsonFileRead> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { kind: 'missing' }
    throw toDiskError(error, path)
  }
  if (bytes.length > MAX_BYTES) return { kind: 'damaged' }
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'damaged' }
    return { kind: 'read', value: { ...value } }
  } catch {
    return { kind: 'damaged' }
  }
}

/** A small JSON file as the program starts with it. */
export interface OpenedJsonFile {
  /** Empty when there is no file, or none that can be used. */
  readonly value: JsonObject
  /** Where a damaged file was moved; null when there was none. */
  readonly setAsidePath: string | null
  /** There is a file that could not be read, or a damaged one that could not be moved. It is left as it is. */
  readonly isUnavailable: boolean
}

/** Reads a file the program must start without. Never rejects. `now` in milliseconds names a moved file. */
export async function openJsonFile(path: string, now: () => number): Promise<OpenedJsonFile> {
  try {
    const read = await readJsonFile(path)
    const setAsidePath = read.kind === 'damaged' ? await setAside(path, now()) : null
    return { value: read.kind === 'read' ? read.value : {}, setAsidePath, isUnavailable: false }
  } catch {
    return { value: {}, setAsidePath: null, isUnavailable: true }
  }
}

/** Writes one small JSON file, readable by its person only. Atomic; the data folder is made when missing. */
export async function writeJsonFile(path: string, value: JsonObject): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
  } catch (error) {
    throw toDiskError(error, path)
  }
  await writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
}

/** Moves a damaged file to `NAME.damaged-<stamp>`, so that nothing is lost. Answers the new path. */
export async function setAside(path: string, stamp: number): Promise<string> {
  const aside = `${path}.damaged-${stamp}`
  await rename(path, aside)
  return aside
}
