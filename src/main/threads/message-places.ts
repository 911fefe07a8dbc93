import type { MessageIds } from '../compaction/projection/locate-cutoff.ts'
import type { ThreadFile } from './thread-file.ts'

/** Places and sizes of a thread's messages, each found out when it is first asked for. */
export class MessagePlaces implements MessageIds {
  #file: ThreadFile
  readonly #tokens = new Map<number, number>()

  constructor(file: ThreadFile) {
    this.#file = file
  }

  /** The same messages in a newer file. */
  moveTo(file: ThreadFile): void {
    this.#file = file
  }

  /** The message at `index` is another one now. */
  forget(index: number): void {
    this.#tokens.delete(index)
  }

  tokensOf(index: number, estimate: () => number): number {
    const known = this.#tokens.get(index)
    if (known !== undefined) return known
    const tokens = estimate()
    this.#tokens.set(index, tokens)
    return tokens
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
