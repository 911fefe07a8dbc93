import type { ThreadFile } from '../threads/thread-file.ts'
import { type Marks, NO_MARKS } from './marks.ts'

/**
 * Places of the messages that a copy holds behind a checkpoint though they belong to before it: they were pinned, and
 * the checkpoint tells of them already. The copy's lineage names them; empty for any other thread.
 */
export function carriedPins(
  file: Pick<ThreadFile, 'origin' | 'newestCheckpoint' | 'count' | 'readMessage'>,
): ReadonlySet<number> {
  const ids = new Set(file.origin?.pinnedMessages?.filter((id) => id !== ''))
  const places = new Set<number>()
  if (file.newestCheckpoint === null) return places
  for (let index = 0; index < file.count && ids.size > 0; index += 1)
    if (ids.delete(file.readMessage(index).id)) places.add(index)
  return places
}

/** Of a thread whose marks nobody keeps: what its copy was made with stays pinned. */
export function marksOfFile(file: ThreadFile): Marks {
  return { ...NO_MARKS, pins: carriedPins(file) }
}
