import type { Message, Part, ToolOutput } from '../../shared/thread/message.ts'
import { costsOfMessage, type MessageCost } from '../compaction/tokens/message-cost.ts'
import { type ByFamily, byFamily, type TokenFamily } from '../compaction/tokens/token-family.ts'
import { isUnreadable } from './importers/readable-entries.ts'
import { type BlobTable, blobRange } from './native/image-data.ts'
import type { ParsedRecord } from './native/parse-message.ts'
import { NumberColumn } from './number-column.ts'

/** What a thread holds, counted. `pendingCalls` = calls that were never answered. */
export interface ThreadStats {
  readonly user: number
  readonly assistant: number
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

/** Counts of an index that can be gone on with. */
export type IndexCounts = Omit<ThreadStats, 'pendingCalls' | 'unusedBlobs'> & {
  readonly usedBlobs: readonly string[]
}

/** Costs of messages, column by column; a time that is not a number stands for no count. Pictures cost the same everywhere. */
export interface CostColumns {
  readonly tokens: ByFamily<Uint32Array>
  readonly results: ByFamily<Uint32Array>
  readonly attachments: Uint32Array
  readonly countedMs: Float64Array
}

/** Collects the index while messages go by one at a time. */
export class IndexBuilder {
  private readonly blobs: BlobTable
  private readonly tokens: ByFamily<NumberColumn<Uint32Array>>
  private readonly results: ByFamily<NumberColumn<Uint32Array>>
  private readonly attachments: NumberColumn<Uint32Array>
  /** Not a number where there is no count. */
  private readonly countedMs: NumberColumn<Float64Array>
  private readonly callIds = new Set<string>()
  private readonly usedBlobs = new Set<string>()
  private readonly counts = {
    user: 0,
    assistant: 0,
    broken: 0,
    toolCalls: 0,
    toolResults: 0,
    failedResults: 0,
    repeatedCallIds: 0,
    images: 0,
    imagesInResults: 0,
    missingBlobs: 0,
  }

  /** `costs`: of messages that were seen before. */
  constructor(blobs: BlobTable, costs: CostColumns = noCosts()) {
    this.blobs = blobs
    this.tokens = byFamily((family) => new NumberColumn(costs.tokens[family]))
    this.results = byFamily((family) => new NumberColumn(costs.results[family]))
    this.attachments = new NumberColumn(costs.attachments)
    this.countedMs = new NumberColumn(costs.countedMs)
  }

  /** Goes on with an index that was kept. Call ids are not: a repetition across it is not noticed. */
  static restore(blobs: BlobTable, costs: CostColumns, { usedBlobs, ...counts }: IndexCounts): IndexBuilder {
    const builder = new IndexBuilder(blobs, costs)
    Object.assign(builder.counts, counts)
    for (const hash of usedBlobs) builder.usedBlobs.add(hash)
    return builder
  }

  /** Counts so far, as `restore` takes them. */
  get keptCounts(): IndexCounts {
    return { ...this.counts, usedBlobs: [...this.usedBlobs] }
  }

  /** Number of messages seen so far. */
  get count(): number {
    return this.countedMs.length
  }

  add({ message, problem }: ParsedRecord): void {
    if (problem !== null || isUnreadable(message)) this.counts.broken += 1
    else this.counts[message.role] += 1
    this.setCosts(this.count, costsOfMessage(message))
    this.countImages(message.content, false)
    this.countCalls(message)
  }

  /** Message `index` was answered: its record is another now, its calls are the same ones. */
  replace(index: number, before: Message, { message }: ParsedRecord): void {
    if (index >= this.count) return
    this.setCosts(index, costsOfMessage(message))
    message.toolCalls.forEach(({ output }, call) => {
      if (output === null || before.toolCalls[call]?.output) return
      this.countResult(output)
    })
  }

  /** Estimated tokens of the messages seen so far. */
  tokensSoFar(family: TokenFamily): Uint32Array {
    return this.tokens[family].values
  }

  /** What message `index` costs; null = it has not been seen yet. */
  costAt(index: number, family: TokenFamily): MessageCost | null {
    const tokens = this.tokens[family].at(index)
    if (tokens === undefined) return null
    const countedMs = this.countedMs.at(index) ?? Number.NaN
    return {
      tokens,
      results: this.results[family].at(index) ?? 0,
      attachments: this.attachments.at(index) ?? 0,
      countedMs: Number.isNaN(countedMs) ? null : countedMs,
    }
  }

  /** Costs of the messages seen so far, as `restore` takes them. */
  get costColumns(): CostColumns {
    return {
      tokens: byFamily((family) => this.tokens[family].values),
      results: byFamily((family) => this.results[family].values),
      attachments: this.attachments.values,
      countedMs: this.countedMs.values,
    }
  }

  /** Counts over the messages seen so far. */
  stats(): ThreadStats {
    const { counts } = this
    let unusedBlobs = 0
    for (const key of this.blobs.keys())
      if (!this.usedBlobs.has(key.replace(/^sha256:/, ''))) unusedBlobs += 1
    const pendingCalls = counts.toolCalls - counts.toolResults
    return { ...counts, pendingCalls, unusedBlobs }
  }

  private setCosts(index: number, { o200k, cl100k }: ByFamily<MessageCost>): void {
    this.tokens.o200k.set(index, o200k.tokens)
    this.tokens.cl100k.set(index, cl100k.tokens)
    this.results.o200k.set(index, o200k.results)
    this.results.cl100k.set(index, cl100k.results)
    this.attachments.set(index, o200k.attachments)
    this.countedMs.set(index, o200k.countedMs ?? Number.NaN)
  }

  private countCalls(message: Message): void {
    for (const call of message.toolCalls) {
      this.counts.toolCalls += 1
      if (call.id !== '' && this.callIds.has(call.id)) this.counts.repeatedCallIds += 1
      this.callIds.add(call.id)
      if (call.output !== null) this.countResult(call.output)
    }
  }

  private countResult(output: ToolOutput): void {
    this.counts.toolResults += 1
    if (output.isError) this.counts.failedResults += 1
    this.countImages(output.content, true)
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

function noCosts(): CostColumns {
  return {
    tokens: byFamily(() => new Uint32Array()),
    results: byFamily(() => new Uint32Array()),
    attachments: new Uint32Array(),
    countedMs: new Float64Array(),
  }
}
