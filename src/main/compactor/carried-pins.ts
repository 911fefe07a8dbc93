import type { ThreadFile } from '../threads/thread-file.ts'
import { type Marks, NO_MARKS } from './marks.ts'

/**
 * Places of the messages that a copy holds behind a checkpoint though they belong to before it: they were pinned, and
 * the checkpoint tells of them already. The copy's lineage names them by ids that stand once; empty for any other
 * thread.
 */
export function carriedPins(
  file: Pick<ThreadFile, 'origin' | 'newestCheckpoint' | 'count' | 'readMessage'>,
): ReadonlySet<number> {
  const pinned = new Set(file.origin?.pinnedMessages)
  if (file.newestCheckpoint === null || pinned.size === 0) return new Set()
  return new Set([...idsOnce(file)].flatMap(([id, index]) => (pinned.has(id) ? [index] : [])))
}

/** Places of the messages by id; an id that stands twice, or none, names no message. */
export function idsOnce(file: Pick<ThreadFile, 'count' | 'readMessage'>): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const twice = new Set([''])
  for (let index = 0; index < file.count; index += 1) {
    const { id } = file.readMessage(index)
    if (places.has(id)) twice.add(id)
    places.set(id, index)
  }
  for (const id of twice) places.delete(id)
  return places
}

/** Of a thread whose marks nobody keeps: what its copy was made with stays pinned. */
export function marksOfFile(file: ThreadFile): Marks {
  return { ...NO_MARKS, pins: carriedPins(file) }
}
