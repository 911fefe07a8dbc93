import { basename } from 'node:path'
import { openBytes } from '../byte-source.ts'
import { looksNative } from '../looks-like-thread.ts'
import { parseAddress } from '../thread-address.ts'
import { openHeldThread, type ThreadFile } from '../thread-file.ts'
import { newestEntries } from './newest-lines.ts'
import { withoutMiddle } from './without-middle.ts'

/** Smaller files are read as soon as a person sees that something is on its way. */
const NEWEST_FROM_BYTES = 16 * 1024 * 1024

/** Fewer messages would leave a hole above the first rows; then more of the end is looked at. */
const ENOUGH_MESSAGES = 60

/** How much of the end is looked at, one after the other. */
const END_BYTES = [1 << 20, 4 << 20, 16 << 20]

/**
 * The last messages of a large thread, without reading what stands before them: something to read while the file is
 * read. Counted from 0; what they say of the whole (turns, tokens, notes) is of these messages only. Null where the
 * end does not tell it: a small file, a document of another tool, messages of many megabytes. Work does not grow with
 * the file.
 */
export async function openNewest(address: string, fromBytes = NEWEST_FROM_BYTES): Promise<ThreadFile | null> {
  const { path, key, branch } = parseAddress(address)
  if (branch !== null) return null
  const isNative = await looksNative(path)
  const { source, modifiedMs } = openBytes(path, {
    heldBytes: 0,
    maxBytes: Number.POSITIVE_INFINITY,
    mayGrow: true,
  })
  try {
    if (source.length < fromBytes) return null
    let best: ThreadFile | null = null
    for (const endBytes of END_BYTES) {
      if (isNative) {
        const bytes = withoutMiddle(source, endBytes)
        if (bytes !== null) best = await openHeldThread(bytes, path)
      } else {
        const state = { sizeBytes: source.length, modifiedMs, sha256: '' }
        best = newestEntries({ path, name: basename(path), source, state, key, endBytes }) ?? best
      }
      if (best !== null && best.count >= ENOUGH_MESSAGES) break
    }
    return best
  } finally {
    source.close()
  }
}
