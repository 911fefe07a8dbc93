import { setTimeout as sleep } from 'node:timers/promises'
import { type HostEvent, hostEvent } from './host-state.ts'
import type { PausedRequest } from './protocol.ts'
import { toAppUrl } from './scheme.ts'

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

/** How the guard asks the app: the event's name, the event, and the address. */
export type AskApp = (name: string, event: HostEvent, url: string) => void

/** Lets the app veto where a page goes, before anything is requested. */
export class NavigationGuard {
  readonly #ledger = new NavigationLedger()
  readonly #ask: AskApp

  constructor(ask: AskApp) {
    this.#ask = ask
  }

  expect(url: string): void {
    this.#ledger.expect(url)
  }

  /** The page wants to go there. False = stop it now: such an address makes no request to refuse later. */
  noteAsked(url: string): boolean {
    this.#ledger.noteAsked(url)
    return !/^(about|blob):/.test(url) || this.#mayNavigate(url)
  }

  /** `mainFrame` and `current` are the page's frame and its address. */
  async admit(paused: PausedRequest, mainFrame: string, current: string): Promise<boolean> {
    const { frameId, request, redirectedRequestId } = paused
    const url = toAppUrl(request.url)
    if (frameId !== mainFrame) {
      const event = hostEvent({ url, isMainFrame: false, isSameDocument: false })
      this.#ask('will-frame-navigate', event, url)
      return !event.defaultPrevented
    }
    if (redirectedRequestId !== undefined) {
      const event = hostEvent({ url, isMainFrame: true, isInPlace: false })
      this.#ask('will-redirect', event, url)
      return !event.defaultPrevented
    }
    const isOwnAddress =
      url !== request.url || (current !== '' && new URL(url).origin === new URL(current).origin)
    return !(await this.#ledger.isAskedByPage(url, isOwnAddress)) || this.#mayNavigate(url)
  }

  #mayNavigate(url: string): boolean {
    const event = hostEvent({ url, isMainFrame: true, isSameDocument: false })
    this.#ask('will-navigate', event, url)
    this.#ask('will-frame-navigate', event, url)
    return !event.defaultPrevented
  }
}
