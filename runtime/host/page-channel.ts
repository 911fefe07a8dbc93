import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Accelerator } from './accelerator.ts'
import type { Cdp } from './cdp.ts'
import { pageWorldScript, preloadWorldScript } from './inject.ts'
import type { PageTarget } from './page-gate.ts'

/** A page's wish for another window. */
export interface OpenWish {
  readonly url: string
  readonly frameName: string
  readonly features: string
  readonly disposition: 'default' | 'foreground-tab' | 'background-tab' | 'new-window' | 'other'
}

/** A question drawn inside the page. */
export interface PageQuestion {
  readonly title: string
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  readonly defaultId: number
  readonly cancelId: number
  readonly field: { readonly label: string; readonly value: string } | null
}

export interface PageAnswer {
  readonly response: number
  readonly text: string
}

interface Appearance {
  readonly isDark: boolean
  readonly isHighContrast: boolean
}

/** What the preload's world tells main. */
export type PageMessage =
  | ({
      readonly kind: 'hello'
      readonly token: string
      readonly url: string
      readonly hasFocus: boolean
    } & Appearance)
  | ({ readonly kind: 'appearance' } & Appearance)
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string }
  | { readonly kind: 'send'; readonly channel: string }
  | { readonly kind: 'open'; readonly request: OpenWish }
  | { readonly kind: 'accelerator'; readonly id: number }
  | { readonly kind: 'asked'; readonly id: number; readonly answer: PageAnswer }
  | { readonly kind: 'window'; readonly name: 'focus' | 'blur' | 'resize' }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'preload-error'; readonly text: string }

/** What main tells the preload's world; `token` names the document it is meant for. */
type HostMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly ok: boolean }
  | { readonly kind: 'message'; readonly channel: string }
  | { readonly kind: 'accelerators'; readonly list: readonly (Accelerator & { readonly id: number })[] }
  | { readonly kind: 'ask'; readonly id: number; readonly question: PageQuestion }

/** The document that is in the window now. */
export interface PageDocument {
  readonly token: string
  readonly contextId: number
}

const WORLD = 'Electron Isolated Context'

function processOfPage(): Readonly<Record<string, unknown>> {
  const { platform, arch, versions, execPath } = process
  return { platform, arch, versions: { ...versions }, execPath, env: {}, argv: [], resourcesPath: '' }
}

/**
 * The way between main and the preload's isolated world of one window: a function that the browser puts
 * into that world alone, and a call back into it. Nothing of this can be seen from the page's own world.
 */
export class PageChannel {
  readonly #cdp: Cdp
  readonly #sessionId: string
  readonly #binding = `host_${randomBytes(9).toString('hex')}`
  readonly #receiver = `host_${randomBytes(9).toString('hex')}`
  #document: PageDocument | null = null

  constructor(cdp: Cdp, page: PageTarget) {
    this.#cdp = cdp
    this.#sessionId = page.sessionId
  }

  /** Installs both worlds for every document to come. `onMessage` also gets the text after the header. */
  async start(
    preload: string,
    onMessage: (message: PageMessage, body: string, from: PageDocument) => void,
  ): Promise<void> {
    const cdp = this.#cdp
    cdp.on(
      'Runtime.bindingCalled',
      ({ name, payload, executionContextId }) => {
        if (name !== this.#binding) return
        const end = payload.indexOf('\n')
        // Only the host's own script holds this function; what it sends has this shape.
        const message = JSON.parse(payload.slice(0, end)) as PageMessage
        if (message.kind === 'hello') this.#document = { token: message.token, contextId: executionContextId }
        const from = this.#document
        if (from?.contextId === executionContextId) onMessage(message, payload.slice(end + 1), from)
      },
      this.#sessionId,
    )
    cdp.on(
      'Runtime.executionContextDestroyed',
      ({ executionContextId }) => {
        if (this.#document?.contextId === executionContextId) this.#document = null
      },
      this.#sessionId,
    )
    cdp.on('Runtime.executionContextsCleared', () => this.forget(), this.#sessionId)
    const secret = randomBytes(18).toString('base64url')
    const isolated = preloadWorldScript({
      secret,
      binding: this.#binding,
      receiver: this.#receiver,
      source: readFileSync(preload, 'utf8'),
      process: processOfPage(),
    })
    // In this order in every document: the page's end of the bridge has to stand when the preload runs.
    await Promise.all([
      cdp.send('Runtime.addBinding', { name: this.#binding, executionContextName: WORLD }, this.#sessionId),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldScript(secret) }, this.#sessionId),
      cdp.send(
        'Page.addScriptToEvaluateOnNewDocument',
        { source: isolated, worldName: WORLD },
        this.#sessionId,
      ),
    ])
  }

  get document(): PageDocument | null {
    return this.#document
  }

  forget(): void {
    this.#document = null
  }

  /** To the document that is there now, or to `document`; a document that is gone hears nothing. */
  tell(message: HostMessage, body = '', document = this.#document): void {
    if (!document) return
    const call = {
      functionDeclaration: `(header, body) => globalThis[${JSON.stringify(this.#receiver)}](header, body)`,
      executionContextId: document.contextId,
      arguments: [{ value: { ...message, token: document.token } }, { value: body }],
      silent: true,
    }
    this.#cdp.send('Runtime.callFunctionOn', call, this.#sessionId).catch(() => undefined)
  }

  /** Evaluates in the preload's world, as if the person had just acted. */
  async evaluate(expression: string): Promise<unknown> {
    if (!this.#document) throw new Error('The window shows no page.')
    const { result, exceptionDetails } = await this.#cdp.send(
      'Runtime.evaluate',
      {
        expression,
        contextId: this.#document.contextId,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      },
      this.#sessionId,
    )
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
}
