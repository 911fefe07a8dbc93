import type { Message, Part } from '../../shared/thread/message.ts'
import { type MessageSketch, sketchMessage } from '../compaction/boundary/sketch.ts'
import { estimateMessageTokens } from '../compaction/tokens/estimate-message.ts'
import { type BlobTable, blobRange } from './native/image-data.ts'
import type { ParsedRecord, RecordProblem } from './native/parse-message.ts'

/** What a thread holds, counted. `pendingCalls` = calls that were never answered. */
export interface ThreadStats {
  readonly user: number
  readonly assistant: number
  readonly emptyUser: number
  readonly broken: number
  readonly toolCalls: number
  readonly toolResults: number
  readonly pendingCalls: number
  readonly failedResults: number
  readonly repeatedCallIds: number
  readonly images: number
  readonly imagesInResults: number
  readonly missingBlobs: number
  readonly unusedBlobs: number
}

/** Kept for every message of an open thread; small, so that 100,000 of them fit. */
export interface ThreadIndex {
  readonly sketches: readonly MessageSketch[]
  readonly tokens: readonly number[]
  /** Messages that cannot be shown as such, with the reason. */
  readonly problems: ReadonlyMap<number, NonNullable<RecordProblem>>
  readonly stats: ThreadStats
}

/** Collects the index while messages go by one at a time. */
export class IndexBuilder {
  private readonly variables: ReadonlySet<string>
  private readonly blobs: BlobTable
  private readonly sketches: MessageSketch[] = []
  private readonly tokens: number[] = []
  private readonly problems = new Map<number, NonNullable<RecordProblem>>()
  private readonly callIds = new Set<string>()
  private readonly usedBlobs = new Set<string>()
  private readonly counts = {
    user: 0,
    assistant: 0,
    emptyUser: 0,
    broken: 0,
    toolCalls: 0,
    toolResults: 0,
    failedResults: 0,
    repeatedCallIds: 0,
    images: 0,
    imagesInResults: 0,
    missingBlobs: 0,
  }

  constructor(variables: ReadonlySet<string>, blobs: BlobTable) {
    this.variables = variables
    this.blobs = blobs
  }

  add({ message, problem }: ParsedRecord): void {
    const sketch = sketchMessage(message, this.variables)
    if (problem !== null) {
      this.problems.set(this.sketches.length, problem)
      this.counts.broken += 1
    } else this.counts[message.role] += 1
    if (sketch.isEmptyUser) this.counts.emptyUser += 1
    this.sketches.push(sketch)
    this.tokens.push(estimateMessageTokens(message))
    this.countImages(message.content, false)
    this.countCalls(message)
  }

  finish(): ThreadIndex {
    const { counts } = this
    let unusedBlobs = 0
    for (const key of this.blobs.keys())
      if (!this.usedBlobs.has(key.replace(/^sha256:/, ''))) unusedBlobs += 1
    const pendingCalls = counts.toolCalls - counts.toolResults
    return {
      sketches: this.sketches,
      tokens: this.tokens,
      problems: this.problems,
      stats: { ...counts, pendingCalls, unusedBlobs },
    }
  }

  private countCalls(message: Message): void {
    for (const call of message.toolCalls) {
      this.counts.toolCalls += 1
      if (call.id !== '' && this.callIds.has(call.id)) this.counts.repeatedCallIds += 1
      this.callIds.add(call.id)
      if (call.output === null) continue
      this.counts.toolResults += 1
      if (call.output.isError) this.counts.failedResults += 1
      this.countImages(call.output.content, true)
    }
  }

  private countImages(parts: readonly Part[], isResult: boolean): void {
    for (const part of parts) {
      if (part.kind !== 'image') continue
      this.counts.images += 1
      if (isResult) this.counts.imagesInResults += 1
      if (part.source.kind === 'inline') continue
      this.usedBlobs.add(part.source.hash)
      if (blobRange(this.blobs, part.source.hash) === null) this.counts.missingBlobs += 1
    }
  }
}
