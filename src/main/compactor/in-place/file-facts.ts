import type { Message } from '../../../shared/thread/message.ts'
import type { ThreadLayout } from '../../../shared/thread/turn.ts'
import type { MessageIds } from '../../compaction/projection/locate-cutoff.ts'
import type { MessageCost } from '../../compaction/tokens/message-cost.ts'
import type { TokenFamily } from '../../compaction/tokens/token-family.ts'
import { MessagePlaces } from '../../threads/message-places.ts'
import type { ThreadFile } from '../../threads/thread-file.ts'
import type { FactSource } from './ports.ts'

/** Facts of a thread file, up to a message that can be moved on: what a recorded thread looked like then. */
export class FileFacts implements FactSource {
  readonly #file: ThreadFile
  readonly #costs: MessagePlaces
  #places: ReadonlyMap<string, readonly number[]> | null = null
  #count: number

  constructor(file: ThreadFile, count: number = file.count) {
    this.#file = file
    this.#costs = new MessagePlaces(file)
    this.#count = count
  }

  get head() {
    return this.#file.head
  }

  get origin() {
    return this.#file.origin
  }

  get headTokens() {
    return this.#file.headTokens
  }

  get count(): number {
    return this.#count
  }

  /** Shows the thread as it was with `count` messages. */
  moveTo(count: number): void {
    this.#count = Math.min(count, this.#file.count)
  }

  get layout(): ThreadLayout {
    const { layout, count: total } = this.#file
    return this.#count === total ? layout : clipLayout(layout, this.#count)
  }

  get checkpointMs(): number | null {
    const { newestCheckpoint } = this.#file
    return newestCheckpoint === null || newestCheckpoint >= this.#count ? null : this.#file.checkpointMs
  }

  get ids(): MessageIds {
    return {
      idAt: (index) => (index < this.#count ? this.readMessage(index).id : undefined),
      placesOf: (id) => (this.#allPlaces().get(id) ?? []).filter((place) => place < this.#count),
    }
  }

  readMessage(index: number): Message {
    return this.#file.readMessage(index)
  }

  costOf(index: number, family: TokenFamily): MessageCost {
    return this.#costs.costOf(index, family)
  }

  rawSlice(index: number): Uint8Array {
    return this.#file.rawSlice(index)
  }

  /** Reads every message; asked only when an id does not stand where it was. */
  #allPlaces(): ReadonlyMap<string, readonly number[]> {
    if (this.#places !== null) return this.#places
    const places = new Map<string, number[]>()
    for (let index = 0; index < this.#file.count; index += 1) {
      const { id } = this.readMessage(index)
      const known = places.get(id)
      if (known) known.push(index)
      else places.set(id, [index])
    }
    this.#places = places
    return places
  }
}

function clipLayout(layout: ThreadLayout, count: number): ThreadLayout {
  const within = (index: number | null) => (index !== null && index < count ? index : null)
  const turns = layout.turns
    .filter(({ from }) => from < count)
    .map((turn) => (turn.to > count ? { ...turn, to: count } : turn))
  return {
    metaPromptIndex: within(layout.metaPromptIndex),
    checkpointIndex: within(layout.checkpointIndex),
    turns,
    draftIndexes: layout.draftIndexes.filter((index) => index < count),
  }
}
