import type { Cdp } from './cdp.ts'
import { schemeHandler } from './electron/protocol.ts'
import type { PausedRequest } from './protocol.ts'
import { schemePatterns, toAppUrl, toBrowserUrl } from './scheme.ts'

/** `Request` refuses a body with these. */
const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD'])

function bodyOf({ request }: PausedRequest): { readonly body?: Uint8Array<ArrayBuffer> } {
  if (METHODS_WITHOUT_BODY.has(request.method) || !request.hasPostData) return {}
  const parts = (request.postDataEntries ?? []).map((entry) => Buffer.from(entry.bytes ?? '', 'base64'))
  return { body: new Uint8Array(Buffer.concat(parts)) }
}

/** Decides about the document of a frame before anything is asked for; false = refuse. */
export type AdmitDocument = (paused: PausedRequest) => Promise<boolean>

/** Answers the requests of one window: the app's schemes by its handlers, documents after a check. */
export class PageRequests {
  readonly #cdp: Cdp
  readonly #admit: AdmitDocument

  constructor(cdp: Cdp, admit: AdmitDocument) {
    this.#cdp = cdp
    this.#admit = admit
  }

  async start(sessionId: string): Promise<void> {
    this.#cdp.on('Fetch.requestPaused', (paused) => void this.#decide(paused, sessionId, true), sessionId)
    await this.#cdp.send(
      'Fetch.enable',
      { patterns: [...schemePatterns(), { urlPattern: '*', resourceType: 'Document' }] },
      sessionId,
    )
  }

  /** A worker of the page, or a frame in another process. */
  async startChild(sessionId: string): Promise<void> {
    this.#cdp.on('Fetch.requestPaused', (paused) => void this.#decide(paused, sessionId, false), sessionId)
    await this.#cdp.send('Fetch.enable', { patterns: schemePatterns() }, sessionId).catch(() => undefined)
  }

  async #decide(paused: PausedRequest, sessionId: string, isPage: boolean): Promise<void> {
    const { requestId } = paused
    try {
      if (isPage && paused.resourceType === 'Document' && !(await this.#admit(paused))) {
        await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, sessionId)
        return
      }
      const url = toAppUrl(paused.request.url)
      if (url === paused.request.url) await this.#cdp.send('Fetch.continueRequest', { requestId }, sessionId)
      else await this.#answer(paused, url, sessionId)
    } catch (error) {
      // The window may have closed meanwhile; then there is nobody to tell.
      const refusal = this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }, sessionId)
      await refusal.then(
        () => console.error(`No answer for ${paused.request.url}:`, error),
        () => undefined,
      )
    }
  }

  async #answer(paused: PausedRequest, url: string, sessionId: string): Promise<void> {
    const { requestId, request } = paused
    const handler = schemeHandler(url.slice(0, url.indexOf(':')))
    if (!handler) {
      await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'AddressUnreachable' }, sessionId)
      return
    }
    const response = await handler(
      new Request(url, { method: request.method, headers: request.headers, ...bodyOf(paused) }),
    )
    const responseHeaders = Array.from(response.headers, ([name, value]) => ({
      name,
      value: name === 'location' ? toBrowserUrl(value) : value,
    }))
    const body = Buffer.from(await response.arrayBuffer()).toString('base64')
    await this.#cdp.send(
      'Fetch.fulfillRequest',
      { requestId, responseCode: response.status, responseHeaders, body },
      sessionId,
    )
  }
}
