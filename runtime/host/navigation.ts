import { setTimeout as sleep } from 'node:timers/promises'

/** The browser tells who asked for a navigation on another way than the request itself. */
const ASKED_WAIT_MS = 60

function withoutHash(url: string): string {
  const hash = url.indexOf('#')
  return hash === -1 ? url : url.slice(0, hash)
}

/**
 * Tells navigations that a page asked for from those of main, a reload or going back. Only the first
 * kind may be vetoed by `will-navigate`. Addresses are the app's (`app://...`).
 */
export class NavigationLedger {
  #expected: string | null = null
  #asked: string | null = null

  /** Main is about to load this address. */
  expect(url: string): void {
    this.#expected = withoutHash(url)
  }

  /** The page has asked for this address. */
  noteAsked(url: string): void {
    this.#asked = withoutHash(url)
  }

  /**
   * True = the page asked. An address that main did not ask for and that lies outside the app counts as
   * the page's in any case, so that an unknown way out is vetoed rather than followed.
   */
  async isAskedByPage(url: string, isOwnAddress: boolean): Promise<boolean> {
    const target = withoutHash(url)
    if (this.#expected === target) {
      this.#expected = null
      return false
    }
    if (!isOwnAddress) return true
    if (this.#asked !== target) await sleep(ASKED_WAIT_MS)
    const isAsked = this.#asked === target
    this.#asked = null
    return isAsked
  }
}
