import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonValue } from '../../shared/thread/message.ts'
import { skipValue } from '../threads/json/skip-value.ts'
import { LINEAGE_KEY } from '../threads/lineage.ts'
import { asObject, asText } from '../threads/native/json-shape.ts'

/** A thread that was imported before. */
export interface ImportedThread {
  /** Absolute path. */
  readonly path: string
  /** Hash over its records as they were written. */
  readonly contentSha256: string
  /** Hash of the source file it was made of. */
  readonly originalSha256: string
}

/** The source's own name of a thread: what makes an import find its former one. */
export interface SourceName {
  readonly format: string
  readonly key: string
  readonly branch: string | null
}

/**
 * What was imported into a folder, by the source's own names. Several files may hold one name with other content, such
 * as an older export beside a newer one: each has its own thread, and none is written over twice in a run.
 */
export class ImportedLedger {
  readonly #known = new Map<string, ImportedThread[]>()
  /** Paths that this run has written or found unchanged. */
  readonly #settled = new Set<string>()

  /** Reads the lineage of every thread file below a folder. What cannot be read is no former import. */
  static async of(folder: string, signal: AbortSignal): Promise<ImportedLedger> {
    const ledger = new ImportedLedger()
    const waiting = [folder]
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      signal.throwIfAborted()
      const entries = await readdir(at, { withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        const path = join(at, entry.name)
        if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
          waiting.push(path)
        if (!entry.isFile() || !/\.json$/i.test(entry.name)) continue
        const lineage = await readImportedLineage(path).catch(() => null)
        if (lineage !== null) ledger.#add(lineage, { path, ...lineage })
      }
    }
    return ledger
  }

  /** Every thread of that name that is still there. */
  async named(name: SourceName): Promise<readonly ImportedThread[]> {
    const there: ImportedThread[] = []
    for (const thread of this.#known.get(keyOf(name)) ?? []) {
      const state = await stat(thread.path).catch(() => null)
      if (state?.isFile() === true) there.push(thread)
    }
    return there
  }

  isSettled(path: string): boolean {
    return this.#settled.has(path)
  }

  /** True when a thread was made of this source file. */
  needs(originalSha256: string): boolean {
    return [...this.#known.values()].flat().some((thread) => thread.originalSha256 === originalSha256)
  }

  /** What became of a thread in this run. */
  settle(name: SourceName, thread: ImportedThread): void {
    this.#settled.add(thread.path)
    this.#add(name, thread)
  }

  #add(name: SourceName, thread: ImportedThread): void {
    const others = (this.#known.get(keyOf(name)) ?? []).filter(({ path }) => path !== thread.path)
    this.#known.set(keyOf(name), [...others, thread])
  }
}

function keyOf({ format, key, branch }: SourceName): string {
  return JSON.stringify([format, key, branch])
}

const TAIL_BYTES = 64 * 1024

/**
 * The lineage an import wrote into a thread's `meta`; null when there is none. Looks at the last 64 KB only: `meta`
 * stands behind the messages, also after the thread was continued.
 */
export async function readImportedLineage(
  path: string,
): Promise<(SourceName & Omit<ImportedThread, 'path'>) | null> {
  const { size } = await stat(path)
  const length = Math.min(size, TAIL_BYTES)
  const file = await open(path, 'r')
  const tail = Buffer.alloc(length)
  try {
    await file.read(tail, 0, length, size - length)
  } finally {
    await file.close()
  }
  // Members of an object in the tail, found from its key on: what stands before may begin anywhere.
  const key = `"${LINEAGE_KEY}"`
  for (let at = tail.lastIndexOf(key); at !== -1; at = at === 0 ? -1 : tail.lastIndexOf(key, at - 1)) {
    const value = valueBehind(tail, at + key.length)
    const imported = asObject(asObject(value)?.imported)
    if (imported === null) continue
    const { format, key: id, branch, contentSha256, originalSha256 } = imported
    return {
      format: asText(format),
      key: asText(id),
      branch: typeof branch === 'string' ? branch : null,
      contentSha256: asText(contentSha256),
      originalSha256: asText(originalSha256),
    }
  }
  return null
}

function valueBehind(bytes: Buffer, from: number): JsonValue {
  const open = bytes.indexOf('{', from)
  if (open === -1 || !/^\s*:\s*$/.test(bytes.toString('utf8', from, open))) return null
  try {
    return JSON.parse(bytes.toString('utf8', open, skipValue(bytes, open))) as JsonValue
  } catch {
    return null
  }
}
