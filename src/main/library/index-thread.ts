import type { Steps } from '../compaction/steps.ts'
import type { IndexWriter, ThreadFacts } from './index-writer.ts'
import type { ThreadSource } from './thread-source.ts'

/** Which file is indexed, and how it was when it was looked at. */
export interface ThreadPlace {
  /** Folder of the workspace; empty = outside of any. */
  readonly root: string
  /** Id of the thread: the path in the workspace, or an absolute one. */
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedMs: number
}

/** Most messages and characters of one transaction: some 20 ms. */
const BATCH_MESSAGES = 50
const BATCH_BYTES = 400_000

/**
 * Brings one thread's messages into the index. A thread that only grew goes on where it stopped: the last message that
 * was indexed is read again, since results come to it later. Anything else is indexed anew. `onIndexed` is told how
 * many messages each step added. Between two steps the index is whole; a run that is broken off goes on another time.
 */
export function* indexThread(
  writer: IndexWriter,
  place: ThreadPlace,
  source: ThreadSource,
  onIndexed: (messages: number) => void,
): Steps<void> {
  const known = writer.find(place.root, place.path)
  const settled = Math.max(0, (known?.messages ?? 0) - 1)
  const goesOn =
    known !== null && settled > 0 && settled <= source.count && source.mark(settled) === known.mark
  let next = goesOn ? settled : 0
  const facts = factsOf(place, source)
  const model = source.head.model?.id ?? ''
  const thread = writer.transaction(() => {
    const id = writer.saveThread({ ...facts, messages: next, mark: markOf(source, next), state: 'partial' })
    writer.removeMessages(id, next)
    writer.setTitle(id, titleOf(facts))
    writer.saveWords()
    return id
  })
  if (next > 0) onIndexed(next)
  yield
  while (next < source.count) {
    const from = next
    writer.transaction(() => {
      let bytes = 0
      while (next < source.count && next - from < BATCH_MESSAGES && bytes < BATCH_BYTES) {
        const at = source.place(next)
        writer.addMessage(thread, model, {
          index: next,
          message: source.message(next),
          isCheckpoint: source.isCheckpoint(next),
          place: at,
        })
        bytes += at === null ? 2_000 : at.to - at.from
        next += 1
      }
      writer.saveWords()
      if (next < source.count)
        writer.saveThread({ ...facts, messages: next, mark: markOf(source, next), state: 'partial' })
    })
    onIndexed(next - from)
    yield
  }
  writer.transaction(() =>
    writer.saveThread({ ...facts, messages: next, mark: markOf(source, next), state: 'ready' }),
  )
}

/** The mark that belongs to `messages` indexed ones: all of them but the last. */
function markOf(source: ThreadSource, messages: number): string {
  return source.mark(Math.max(0, messages - 1)) ?? ''
}

function factsOf(place: ThreadPlace, source: ThreadSource): ThreadFacts {
  const at = place.path.lastIndexOf('/')
  return {
    ...place,
    folder: at === -1 ? '' : place.path.slice(0, at),
    title: source.head.title,
    model: source.head.model?.id ?? '',
    format: source.format,
    hasCheckpoint: source.checkpointIndex !== null,
    sourceName: source.sourceName,
    mark: '',
    messages: 0,
    state: 'partial',
  }
}

/** A thread is found by its title and by its file's name. */
function titleOf({ title, path }: ThreadFacts): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')
  return title === name ? name : `${title} ${name}`
}
