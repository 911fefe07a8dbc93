import { createHash, type Hash } from 'node:crypto'
import type { TranscriptInfo } from '../../shared/thread/transcript-info.ts'
import { isInnerCheckpoint } from '../compaction/boundary/sketch.ts'
import type { KeptIndexes } from '../threads/kept/index-folder.ts'
import { readImported } from '../threads/lineage.ts'
import { memberValue } from '../threads/native/parse-head.ts'
import { openThread } from '../threads/open-thread.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import type { OpenThreadSource, ThreadSource } from './thread-source.ts'

/** Opens by what the reader of the same thread has kept. */
export function keptSources(kept: Pick<KeptIndexes, 'read'>): OpenThreadSource {
  return (address) => openFileSource(address, kept)
}

/** A thread file for the index, or a transcript of another tool. `address` as in `openThread`; rejects like it. */
export async function openFileSource(
  address: string,
  kept?: Pick<KeptIndexes, 'read'>,
): Promise<ThreadSource> {
  const file = await openThread(address, kept === undefined ? {} : { kept })
  const marks = new GrowingMark(file)
  return {
    format: file.foreign?.info.format ?? 'native',
    head: file.head,
    count: file.count,
    checkpointIndex: file.layout.checkpointIndex,
    sourceName: sourceNameOf(file),
    message: (index) => file.readMessage(index),
    isCheckpoint: (index) => isCheckpointAt(file, index),
    place: (index) => (file.foreign === null ? file.messageBytes(index) : null),
    mark: (count) => marks.of(count),
    close: () => file.close(),
  }
}

/** As the transcript shows it (`view/row.ts`), told by what is kept of every message. */
function isCheckpointAt({ layout, sketches }: ThreadFile, index: number): boolean {
  const sketch = sketches[index]
  if (sketch === undefined) return false
  return layout.checkpointIndex === index || sketch.standsForEarlier === true || isInnerCheckpoint(sketch)
}

/** A transcript's own id, also in what was imported of it; a thread of this program goes by its bytes. */
function sourceNameOf({ foreign, source, scan, fingerprint }: ThreadFile): string {
  if (foreign !== null) return nameOf(foreign.info)
  const imported = readImported(memberValue(source, scan.members, 'meta'))
  if (imported === null) return nameOf({ format: NATIVE, key: fingerprint.sha256, branch: null })
  return nameOf(imported.format === NATIVE ? { ...imported, key: imported.originalSha256 } : imported)
}

const NATIVE = 'native'

function nameOf({ format, key, branch }: Pick<TranscriptInfo, 'format' | 'key' | 'branch'>): string {
  return key === '' ? '' : JSON.stringify([format, key, branch])
}

/** Hashes of the first messages' bytes. Asked for growing counts, each byte is read once. */
class GrowingMark {
  readonly #file: ThreadFile
  #hash: Hash = createHash('sha256')
  #count = 0

  constructor(file: ThreadFile) {
    this.#file = file
  }

  of(count: number): string {
    if (count === 0) return ''
    if (count < this.#count) {
      this.#hash = createHash('sha256')
      this.#count = 0
    }
    for (; this.#count < count; this.#count += 1) this.#hash.update(this.#file.rawSlice(this.#count))
    return this.#hash.copy().digest('hex')
  }
}
