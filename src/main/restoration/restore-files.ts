import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { Restoration } from '../../shared/compact/event.ts'
import { safeCutIndex } from '../compaction/checkpoint/cut-text.ts'
import { estimateTextTokens } from '../compaction/tokens/estimate-text.ts'
import { type TokenFamily, USUAL_FAMILY } from '../compaction/tokens/token-family.ts'

/** Budgets, in tokens where it is a size (S-042, S-043, S-044). */
export interface FileLimits {
  readonly maxFiles: number
  readonly perFileTokens: number
  readonly totalTokens: number
  /** Whose tokens they are; absent = those of the usual family. */
  readonly family?: TokenFamily
}

/** Larger files are no text anyone reads whole. */
const MAX_FILE_BYTES = 2_000_000

/** A file cut to less than this says too little. */
const LEAST_TOKENS = 100

/**
 * Reads the files behind `paths` as they are on disk now (S-046), in order, within the budgets. Only regular files
 * inside the workspace by their real path, and only text (S-045). What cannot be had is left out: a summary that
 * names a file and a file that is back in the context are two different facts (S-047).
 */
export async function restoreFiles(
  root: string,
  paths: readonly string[],
  limits: FileLimits,
): Promise<Restoration['files']> {
  const restored: Restoration['files'][number][] = []
  const seen = new Set<string>()
  let left = limits.totalTokens
  for (const path of paths) {
    if (restored.length >= limits.maxFiles) break
    const room = Math.min(limits.perFileTokens, left)
    if (room < LEAST_TOKENS) break
    const found = await readInside(root, path)
    if (found === null || seen.has(found.path)) continue
    seen.add(found.path)
    const text = cutToTokens(found.text, room, limits.family)
    const tokens = estimateTextTokens(text, limits.family)
    left -= tokens
    restored.push({
      path: found.path,
      sha256: found.sha256,
      tokens,
      isCut: text.length < found.text.length,
      text,
    })
  }
  return restored
}

async function readInside(
  root: string,
  path: string,
): Promise<{ readonly path: string; readonly text: string; readonly sha256: string } | null> {
  try {
    const base = await realpath(root)
    const real = await realpath(isAbsolute(path) ? path : join(base, path))
    const inside = relative(base, real)
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null
    // A pipe would wait for ever. Windows has neither flag.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    const file = await open(real, flags)
    try {
      const state = await file.stat()
      if (!state.isFile() || state.size > MAX_FILE_BYTES) return null
      const bytes = await file.readFile()
      const text = decodeText(bytes)
      if (text === null) return null
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { path: inside.split(sep).join('/'), text, sha256 }
    } finally {
      await file.close()
    }
  } catch {
    // Gone, moved or not to be read: there is nothing to put back.
    return null
  }
}

/** Null = no text. */
function decodeText(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The beginning of a text that fits; whole lines where there are any. */
function cutToTokens(text: string, maxTokens: number, family: TokenFamily = USUAL_FAMILY): string {
  if (estimateTextTokens(text, family) <= maxTokens) return text
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (estimateTextTokens(text.slice(0, middle), family) <= maxTokens) low = middle
    else high = middle - 1
  }
  // The line break behind what fits is not part of it.
  const line = text.lastIndexOf('\n', low - 1) + 1
  return text.slice(0, line > low / 2 ? line : safeCutIndex(text, low))
}
