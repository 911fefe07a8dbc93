import type { MessageIds } from '../compaction/projection/locate-cutoff.ts'
import { costsOfMessage, type MessageCost } from '../compaction/tokens/message-cost.ts'
import type { ByFamily, TokenFamily } from '../compaction/tokens/token-family.ts'
import type { ThreadFile } from './thread-file.ts'

/** Places and sizes of a thread's messages, each found out when it is first asked for. */
export class MessagePlaces implements MessageIds {
  #file: ThreadFile
  /** Of messages that the file's own index does not hold yet. */
  readonly #costs = new Map<number, ByFamily<MessageCost>>()

  constructor(file: ThreadFile) {
    this.#file = file
  }

  /** The same messages in a newer file. */
  moveTo(file: ThreadFile): void {
    this.#file = file
  }

  /** The message at `index` is another one now. */
  forget(index: number): void {
    this.#costs.delete(index)
  }

  costOf(index: number, family: TokenFamily): MessageCost {
    const known = this.#file.knownCost(index, family) ?? this.#costs.get(index)?.[family]
    if (known !== undefined) return known
    const costs = costsOfMessage(this.#file.readMessage(index))
    this.#costs.set(index, costs)
    return costs[family]
  }

  idAt(index: number): string | undefined {
    return index >= 0 && index < this.#file.count ? this.#file.readMessage(index).id : undefined
  }

  /** Reads every message: asked only when one does not stand where it was. */
  placesOf(id: string): readonly number[] {
    const places: number[] = []
    for (let index = 0; index < this.#file.count; index += 1)
      if (this.#file.readMessage(index).id === id) places.push(index)
    return places
  }
}
