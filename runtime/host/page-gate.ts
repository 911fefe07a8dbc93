import { randomBytes } from 'node:crypto'
import type { Cdp } from './cdp.ts'
import type { AttachedTarget } from './protocol.ts'

/** A page of the browser, and the session that speaks to it. */
export interface PageTarget {
  readonly targetId: string
  readonly sessionId: string
}

interface Wanted {
  readonly marker: string
  readonly resolve: (page: PageTarget) => void
  readonly reject: (reason: Error) => void
}

/** A busy machine takes a minute for what usually takes a fifth of a second; a browser that is gone ends it at once. */
const OPEN_TIMEOUT_MS = 180_000

function isBlank(url: string): boolean {
  return url === '' || url === 'about:blank'
}

/**
 * Decides which pages may live. Every new page stops before its first request. One that the host asked
 * for goes on; any other, opened by page script in a way that was not caught earlier, is closed. As a
 * second layer, a document request of an unknown frame fails inside the browser, so that even a page
 * that starts too early asks nobody anything.
 */
export class PageGate {
  readonly #cdp: Cdp
  readonly #frames = new Set<string>()
  #wanted: readonly Wanted[] = []

  constructor(cdp: Cdp) {
    this.#cdp = cdp
  }

  async start(): Promise<void> {
    const cdp = this.#cdp
    cdp.onClose(() => {
      for (const each of this.#wanted)
        each.reject(new Error('The browser ended before it opened the window.'))
      this.#wanted = []
    })
    cdp.on('Target.attachedToTarget', (params) => {
      if (params.targetInfo.type === 'page') this.#meet(params)
    })
    cdp.on('Fetch.requestPaused', ({ requestId, frameId }) => {
      const verdict = this.#frames.has(frameId)
        ? cdp.send('Fetch.continueRequest', { requestId })
        : cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      // The page may be gone by now, and its request with it.
      verdict.catch(() => undefined)
    })
    await cdp.send('Target.setDiscoverTargets', { discover: true })
    await cdp.send('Fetch.enable', {
      patterns: [
        { urlPattern: 'http://*', resourceType: 'Document' },
        { urlPattern: 'https://*', resourceType: 'Document' },
      ],
    })
    await cdp.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    })
  }

  /** A frame inside a page that the host owns. */
  allowFrame(frameId: string): void {
    this.#frames.add(frameId)
  }

  /**
   * Announces one window. `address` is what it must be opened with; `page` resolves when the browser
   * shows it, and rejects when the browser ends or after three minutes.
   */
  expectPage(background: string): { readonly address: string; readonly page: Promise<PageTarget> } {
    const marker = randomBytes(12).toString('hex')
    // ASCII only: other text comes back changed from the second process.
    const style = /^[a-zA-Z0-9#]+$/.test(background) ? `<body bgcolor=${background.replace('#', '%23')}>` : ''
    const page = new Promise<PageTarget>((resolve, reject) => {
      const settle =
        <T>(act: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer)
          this.#wanted = this.#wanted.filter((each) => each.marker !== marker)
          act(value)
        }
      const wanted = { marker, resolve: settle(resolve), reject: settle(reject) }
      const late = `The browser did not open the window within ${OPEN_TIMEOUT_MS / 1000} s.`
      const timer = setTimeout(() => wanted.reject(new Error(late)), OPEN_TIMEOUT_MS)
      this.#wanted = [...this.#wanted, wanted]
    })
    return { address: `data:text/html,<title>${marker}</title>${style}`, page }
  }

  #meet({ targetInfo, sessionId }: AttachedTarget): void {
    const page = { targetId: targetInfo.targetId, sessionId }
    if (targetInfo.url.startsWith('devtools://') || this.#claim(targetInfo.url, page)) {
      this.#resume(sessionId)
      return
    }
    // A window that the host asked for may first show itself without its address.
    if (this.#wanted.length > 0 && targetInfo.openerId === undefined && isBlank(targetInfo.url)) {
      this.#watch(page)
      this.#resume(sessionId)
      return
    }
    this.#closePage(page)
  }

  #watch(page: PageTarget): void {
    const stop = this.#cdp.on('Target.targetInfoChanged', ({ targetInfo }) => {
      if (targetInfo.targetId !== page.targetId || isBlank(targetInfo.url)) return
      stop()
      if (!this.#claim(targetInfo.url, page)) this.#closePage(page)
    })
  }

  #claim(url: string, page: PageTarget): boolean {
    const wanted = url.startsWith('data:')
      ? this.#wanted.find((each) => url.includes(each.marker))
      : undefined
    if (!wanted) return false
    this.#frames.add(page.targetId)
    wanted.resolve(page)
    return true
  }

  #resume(sessionId: string): void {
    this.#cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => undefined)
  }

  #closePage(page: PageTarget): void {
    this.#cdp.send('Target.closeTarget', { targetId: page.targetId }).catch(() => undefined)
  }
}
