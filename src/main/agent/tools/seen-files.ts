import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Files that are remembered; of more the ones seen longest ago are forgotten. */
const MOST_FILES = 2_000

/**
 * What a thread's model knows of files: how each was when it was last read or written here. In memory: after a restart
 * nothing was seen.
 */
export class SeenFiles {
  readonly #stamps = new Map<string, string>()

  /** `state` of the very content that was seen. */
  note(path: string, state: Stats): void {
    this.#stamps.delete(path)
    this.#stamps.set(path, stampOf(state))
    const oldest = this.#stamps.keys().next().value
    if (this.#stamps.size > MOST_FILES && oldest !== undefined) this.#stamps.delete(oldest)
  }

  /** True when somebody else changed the file after it was seen. One that was never seen, or is gone, is not. */
  async isOther(path: string): Promise<boolean> {
    const seen = this.#stamps.get(path)
    if (seen === undefined) return false
    const state = await stat(path).catch(() => null)
    return state !== null && stampOf(state) !== seen
  }
}

function stampOf({ dev, ino, size, mtimeMs }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}`
}
