import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fingerprintOf } from './fingerprint.ts'
import { siblingNames } from './sibling-names.ts'

/** Where a copy came from, as its lineage says. */
export interface OriginalMark {
  readonly sourceName: string
  /** Hash of the source when the copy was made; empty = unknown. */
  readonly sha256: string
}

/**
 * The thread that a copy was made from, beside it: by its name, or, when it was renamed, by its bytes. A file
 * of that name counts even when it changed since: the conversation went on. Null when neither is there.
 */
export async function findOriginal(copyPath: string, mark: OriginalMark): Promise<string | null> {
  const folder = dirname(copyPath)
  const names = await siblingNames(folder)
  if (names.includes(mark.sourceName)) return join(folder, mark.sourceName)
  if (mark.sha256 === '') return null
  for (const name of names.filter((each) => each.toLowerCase().endsWith('.json'))) {
    const path = join(folder, name)
    if (path !== copyPath && (await hasHash(path, mark.sha256))) return path
  }
  return null
}

/** What is known of a copy: where it lies, and what it was made from; `mark` null = it is no copy. */
export interface CopyLineage {
  readonly path: string
  readonly mark: OriginalMark | null
}

/**
 * Goes from copy to copy to the thread that is none, as far back as they are there. `read` rejects for a file that
 * cannot be read: the way ends before it. Null = not even the first step leads anywhere.
 */
export async function firstOriginal(
  copy: CopyLineage,
  read: (path: string) => Promise<CopyLineage>,
): Promise<string | null> {
  const passed = new Set([copy.path])
  let found: string | null = null
  for (let at: CopyLineage | null = copy; at !== null && at.mark !== null; ) {
    const next: string | null = await findOriginal(at.path, at.mark)
    if (next === null || passed.has(next)) break
    passed.add(next)
    found = next
    at = await read(next).catch(() => null)
  }
  return found
}

async function hasHash(path: string, sha256: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false
    return (await fingerprintOf(path)).sha256 === sha256
  } catch {
    // Gone or not readable meanwhile: then it is not the one.
    return false
  }
}
