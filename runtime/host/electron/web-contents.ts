import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { encode } from '../codec.js'
import { guardClass, guarded, HostEmitter } from '../guard.ts'
import { hostEvent, hostState, runningBrowser } from '../host-state.ts'
import { NavigationGuard } from '../navigation.ts'
import { capturePage, emulateScheme, evaluateInPage } from '../page-actions.ts'
import {
  type OpenWish,
  type PageAnswer,
  PageChannel,
  type PageDocument,
  type PageMessage,
  type PageQuestion,
} from '../page-channel.ts'
import type { PageObserver } from '../page-events.ts'
import type { PageTarget } from '../page-gate.ts'
import { preparePage } from '../prepare-page.ts'
import { toAppUrl, toBrowserUrl } from '../scheme.ts'
import type { BrowserWindow } from './browser-window.ts'
import { answer, deliver } from './ipc-calls.ts'
import { loadPage } from './load-page.ts'
import { menuAccelerators } from './menu.ts'
import { nativeTheme } from './native-theme.ts'
import { PageFrame } from './page-frame.ts'
import { applyPermissions, defaultSession } from './session.ts'

const EVENTS = [
  'did-start-loading',
  'did-stop-loading',
  'did-finish-load',
  'did-fail-load',
  'did-navigate',
  'did-navigate-in-page',
  'dom-ready',
  'page-title-updated',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'render-process-gone',
  'preload-error',
  'console-message',
  'ipc-message',
  'focus',
  'blur',
  'destroyed',
  // Neither can happen here, and forbidding them is what every app does.
  'will-attach-webview',
  'did-create-window',
] as const

type OpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse

const byTarget = new Map<string, WebContents>()
let lastId = 0

/** One page. It exists at once; the browser's side of it follows, and calls wait for it. */
export class WebContents extends HostEmitter {
  readonly id: number
  readonly session = defaultSession
  readonly mainFrame = new PageFrame(this)
  readonly #window: BrowserWindow
  readonly #navigation = new NavigationGuard((name, event, url) => {
    this.emit(name, Object.assign(event, { frame: this.mainFrame }), url)
  })
  readonly #questions = new Map<number, (answer: PageAnswer) => void>()
  readonly #attached: Promise<PageTarget>
  #channel: PageChannel | null = null
  #page: PageTarget | null = null
  #openHandler: OpenHandler | null = null
  #url = ''
  #title = ''
  #zoomFactor = 1
  #isLoading = false
  #isCrashed = false
  #isDestroyed = false
  #lastQuestion = 0

  /** `open` makes the browser's window. */
  constructor(window: BrowserWindow, preload: string | undefined, open: () => Promise<PageTarget>) {
    super('webContents', EVENTS)
    lastId += 1
    this.id = lastId
    this.#window = window
    this.#attached = open().then(async (page) => {
      await this.#attach(page, preload)
      return page
    })
    this.#attached.catch((error: unknown) => {
      if (this.#isDestroyed || hostState.isQuitting) return
      console.error('The window could not be opened:', error instanceof Error ? error.message : error)
    })
    hostState.events.emit('page-made', this)
  }

  get owner(): BrowserWindow {
    return this.#window
  }

  /** The browser's page, once it is there and prepared. */
  whenAttached(): Promise<PageTarget> {
    return this.#attached
  }

  // --- what the app calls -------------------------------------------------------------------------

  /** Resolves when the page has loaded; rejects as Electron does, with `CODE (number) loading 'url'`. */
  async loadURL(url: string): Promise<void> {
    const page = await this.#attached
    const target = toBrowserUrl(url)
    this.#navigation.expect(toAppUrl(new URL(target).href))
    await loadPage(this, page, url, target)
    // Going back must not lead to the empty page that every window begins with. The page is there by now:
    // one that has closed meanwhile is no failure of loading it.
    await runningBrowser()
      .cdp.send('Page.resetNavigationHistory', {}, page.sessionId)
      .catch(() => undefined)
  }

  loadFile(file: string): Promise<void> {
    return this.loadURL(pathToFileURL(resolve(hostState.appPath, file)).href)
  }

  reload(): void {
    this.#navigation.expect(this.#url)
    this.#command((page) => runningBrowser().cdp.send('Page.reload', {}, page.sessionId))
  }

  send(channel: string, ...values: unknown[]): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
    const body = encode(values)
    this.#channel?.tell({ kind: 'message', channel }, body)
  }

  getURL(): string {
    return this.#url
  }

  getTitle(): string {
    return this.#title
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  isLoading(): boolean {
    return this.#isLoading
  }

  isCrashed(): boolean {
    return this.#isCrashed
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    return evaluateInPage(await this.#attached, code, userGesture)
  }

  async capturePage(): Promise<Electron.NativeImage> {
    return capturePage(await this.#attached)
  }

  get zoomFactor(): number {
    return this.#zoomFactor
  }

  set zoomFactor(factor: number) {
    this.setZoomFactor(factor)
  }

  /** Zooms by style: a browser's own zoom cannot be set from outside. */
  setZoomFactor(factor: number): void {
    if (!(factor > 0)) throw new Error("'zoomFactor' must be a double greater than 0.0")
    this.#zoomFactor = factor
    this.#applyZoom()
  }

  getZoomFactor(): number {
    return this.#zoomFactor
  }

  openDevTools(): void {
    this.#command((page) => runningBrowser().cdp.send('Target.openDevTools', { targetId: page.targetId }))
  }

  focus(): void {
    this.#command((page) => runningBrowser().cdp.send('Target.activateTarget', { targetId: page.targetId }))
  }

  close(): void {
    void this.#window.tryClose()
  }

  // --- what the host calls ------------------------------------------------------------------------

  /** Draws a question in the page; resolves as cancelled when no page is there to draw it. */
  ask(question: PageQuestion): Promise<PageAnswer> {
    const channel = this.#channel
    if (!channel?.document) return Promise.resolve({ response: question.cancelId, text: '' })
    this.#lastQuestion += 1
    const id = this.#lastQuestion
    return new Promise((answer) => {
      this.#questions.set(id, answer)
      this.once('destroyed', () => answer({ response: question.cancelId, text: '' }))
      channel.tell({ kind: 'ask', id, question })
    })
  }

  /** In the preload's world, as if the person had just acted. */
  async evaluateIsolated(expression: string): Promise<unknown> {
    await this.#attached
    if (!this.#channel) throw new Error('The window has no preload.')
    return this.#channel.evaluate(expression)
  }

  tellAccelerators(): void {
    this.#channel?.tell({ kind: 'accelerators', list: menuAccelerators() })
  }

  applyTheme(): void {
    this.#command((page) => emulateScheme(page, nativeTheme.themeSource))
  }

  applyPermissions(): void {
    if (!hostState.browser || this.#isDestroyed) return
    // Stands for Electron's own object towards the app's handlers.
    void applyPermissions(hostState.browser, this as unknown as Electron.WebContents)
  }

  noteGone(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    if (this.#page) {
      byTarget.delete(this.#page.targetId)
      hostState.browser?.cdp.dropSession(this.#page.sessionId)
    }
    this.emit('destroyed')
  }

  // --- the browser's side -------------------------------------------------------------------------

  #command(act: (page: PageTarget) => Promise<unknown>): void {
    // A command to a window that has just closed is no error, as in Electron.
    this.#attached.then(act).catch(() => undefined)
  }

  #applyZoom(): void {
    const factor = this.#zoomFactor
    const script = `document.documentElement.style.zoom = ${factor === 1 ? "''" : factor}`
    this.#channel?.evaluate(script).catch(() => undefined)
  }

  async #attach(page: PageTarget, preload: string | undefined): Promise<void> {
    this.#page = page
    byTarget.set(page.targetId, this)
    this.#channel = new PageChannel(runningBrowser().cdp, page)
    await preparePage(page, this.#channel, {
      preload,
      observer: this.#observer(),
      admit: (paused) => this.#navigation.admit(paused, page.targetId, this.#url),
      hear: (message, body, from) => this.#hear(message, body, from),
    })
    this.applyTheme()
    this.applyPermissions()
  }

  #observer(): PageObserver {
    return {
      loading: (isLoading) => this.#setLoading(isLoading),
      navigated: (url) => {
        this.#url = url
        this.#isCrashed = false
        this.applyPermissions()
        this.emit('did-navigate', {}, url, 200, 'OK')
      },
      navigatedInside: (url) => {
        this.#url = url
        this.emit('did-navigate-in-page', {}, url, true)
      },
      asked: (url) => this.#noteAsked(url),
      domReady: () => this.#url && this.emit('dom-ready', {}),
      loaded: () => this.#url && this.emit('did-finish-load', {}),
      wish: (wish) => this.#wishWindow(wish),
      crashed: () => this.#noteCrash(),
      logged: (level, message) =>
        this.emit('console-message', hostEvent({ level, message, frame: this.mainFrame })),
      gone: () => this.#window.noteGone(),
    }
  }

  #setLoading(isLoading: boolean): void {
    if (this.#isLoading === isLoading) return
    this.#isLoading = isLoading
    this.emit(isLoading ? 'did-start-loading' : 'did-stop-loading')
  }

  #setTitle(title: string): void {
    if (title === this.#title) return
    this.#title = title
    this.emit('page-title-updated', {}, title, true)
    this.#window.noteTitle(title)
  }

  #noteCrash(): void {
    if (this.#isCrashed) return
    this.#isCrashed = true
    this.#channel?.forget()
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
  }

  #noteAsked(url: string): void {
    if (this.#navigation.noteAsked(url)) return
    this.#command((page) => runningBrowser().cdp.send('Page.stopLoading', {}, page.sessionId))
  }

  /** No window is ever opened: the handler may hand the address to something else. */
  #wishWindow({ url, frameName, features, disposition }: OpenWish): void {
    const details = {
      url: toAppUrl(url),
      frameName,
      features,
      disposition,
      referrer: { url: '', policy: 'default' },
    }
    // `policy` is a closed list in Electron's types, of which this is a member.
    this.#openHandler?.(details as Electron.HandlerDetails)
  }

  /** Another debugger, or a new process behind the page, may have taken the app's theme from it. */
  #noteAppearance(isDark: boolean, isHighContrast: boolean): void {
    nativeTheme.noteSystem(isDark, isHighContrast)
    const { themeSource } = nativeTheme
    if (themeSource !== 'system' && isDark !== (themeSource === 'dark')) this.applyTheme()
  }

  #hear(message: PageMessage, body: string, from: PageDocument): void {
    switch (message.kind) {
      case 'hello':
        this.#noteAppearance(message.isDark, message.isHighContrast)
        this.tellAccelerators()
        if (this.#zoomFactor !== 1) this.#applyZoom()
        if (message.hasFocus) this.#window.noteFocus(true)
        return
      case 'appearance':
        this.#noteAppearance(message.isDark, message.isHighContrast)
        return
      case 'window':
        if (message.name === 'resize') this.#window.noteResize()
        else this.#window.noteFocus(message.name === 'focus')
        return
      case 'open':
        this.#wishWindow(message.request)
        return
      case 'accelerator':
        this.#window.chooseMenuItem(message.id)
        return
      case 'asked':
        this.#questions.get(message.id)?.(message.answer)
        this.#questions.delete(message.id)
        return
      case 'preload-error':
        console.error(`Unable to load the preload script:\n${message.text}`)
        this.emit('preload-error', {}, '', new Error(message.text))
        return
      case 'send':
        this.emit('ipc-message', {}, message.channel)
        deliver(this, message.channel, body)
        return
      case 'invoke':
        void answer(this, message.channel, body).then((reply) =>
          this.#channel?.tell({ kind: 'answer', id: message.id, ok: reply.ok }, reply.body, from),
        )
        return
      case 'title':
        this.#setTitle(message.title)
    }
  }
}
guardClass('webContents', WebContents)

export const webContents = guarded('webContents', {
  fromId: (id: number): WebContents | undefined => [...byTarget.values()].find((each) => each.id === id),
  fromDevToolsTargetId: (targetId: string): WebContents | undefined => byTarget.get(targetId),
  getAllWebContents: (): WebContents[] => [...byTarget.values()],
  getFocusedWebContents: (): WebContents | null =>
    [...byTarget.values()].find((each) => each.owner.isFocused()) ?? null,
})
