import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { decode, encode } from '../codec.js'
import { guardClass, guarded, HostEmitter } from '../guard.ts'
import { type HostEvent, hostEvent, hostState, runningBrowser } from '../host-state.ts'
import { NavigationLedger } from '../navigation.ts'
import {
  type OpenWish,
  type PageAnswer,
  PageChannel,
  type PageDocument,
  type PageMessage,
  type PageQuestion,
} from '../page-channel.ts'
import type { PageTarget } from '../page-gate.ts'
import { PageRequests } from '../page-requests.ts'
import type { PausedRequest } from '../protocol.ts'
import { toAppUrl, toBrowserUrl } from '../scheme.ts'
import type { BrowserWindow } from './browser-window.ts'
import { ipcMain } from './ipc-main.ts'
import { menuAccelerators } from './menu.ts'
import { nativeTheme } from './native-theme.ts'
import { loadError } from './net-errors.ts'
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

/** The page's own frame, as events name their sender. */
class PageFrame {
  readonly #contents: WebContents
  readonly parent = null

  constructor(contents: WebContents) {
    this.#contents = contents
  }

  get url(): string {
    return this.#contents.getURL()
  }

  get origin(): string {
    return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/.exec(this.url)?.[0] ?? 'null'
  }

  isDestroyed(): boolean {
    return this.#contents.isDestroyed()
  }
}
guardClass('senderFrame', PageFrame)

/** One page. It exists at once; the browser's side of it follows, and calls wait for it. */
export class WebContents extends HostEmitter {
  readonly id: number
  readonly session = defaultSession
  readonly mainFrame = new PageFrame(this)
  readonly #window: BrowserWindow
  readonly #ledger = new NavigationLedger()
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
    this.#ledger.expect(toAppUrl(new URL(target).href))
    const loaded = Promise.withResolvers<void>()
    this.once('did-finish-load', loaded.resolve)
    this.once('destroyed', () => loaded.reject(new Error(`ERR_FAILED (-2) loading '${url}'`)))
    loaded.promise.catch(() => undefined)
    const { cdp } = runningBrowser()
    const { errorText } = await cdp.send('Page.navigate', { url: target }, page.sessionId)
    if (errorText) {
      const error = loadError(errorText, url)
      this.removeListener('did-finish-load', loaded.resolve)
      this.emit('did-fail-load', {}, error.errno, error.code, url, true)
      throw error
    }
    await loaded.promise
    // Going back must not lead to the empty page that every window begins with.
    await cdp.send('Page.resetNavigationHistory', {}, page.sessionId)
  }

  loadFile(file: string): Promise<void> {
    return this.loadURL(pathToFileURL(resolve(hostState.appPath, file)).href)
  }

  reload(): void {
    this.#ledger.expect(this.#url)
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
    const page = await this.#attached
    const { result, exceptionDetails } = await runningBrowser().cdp.send(
      'Runtime.evaluate',
      { expression: code, awaitPromise: true, returnByValue: true, userGesture },
      page.sessionId,
    )
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Only what a screenshot needs of Electron's image type. */
  async capturePage(): Promise<Electron.NativeImage> {
    const page = await this.#attached
    const { data } = await runningBrowser().cdp.send(
      'Page.captureScreenshot',
      { format: 'png' },
      page.sessionId,
    )
    const png = Buffer.from(data, 'base64')
    const image = {
      toPNG: () => png,
      toDataURL: () => `data:image/png;base64,${data}`,
      isEmpty: () => png.length === 0,
      getSize: () => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }),
    }
    return guarded('nativeImage', image) as unknown as Electron.NativeImage
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
    const { themeSource } = nativeTheme
    const value = themeSource === 'system' ? '' : themeSource
    this.#command((page) =>
      runningBrowser().cdp.send(
        'Emulation.setEmulatedMedia',
        { features: [{ name: 'prefers-color-scheme', value }] },
        page.sessionId,
      ),
    )
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
    const { cdp, gate } = runningBrowser()
    this.#page = page
    byTarget.set(page.targetId, this)
    this.#listen(page)
    const requests = new PageRequests(cdp, (paused) => this.#admit(paused, page))
    cdp.on('Page.frameAttached', ({ frameId }) => gate.allowFrame(frameId), page.sessionId)
    cdp.on(
      'Target.attachedToTarget',
      ({ sessionId, targetInfo }) => {
        // A page made by this one is the gate's to decide about.
        if (targetInfo.type === 'page') return
        requests
          .startChild(sessionId)
          .then(() => cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => undefined))
      },
      page.sessionId,
    )
    const channel = new PageChannel(cdp, page)
    this.#channel = channel
    await Promise.all([
      cdp.send('Page.enable', {}, page.sessionId),
      cdp.send('Runtime.enable', {}, page.sessionId),
      cdp.send(
        'Target.setAutoAttach',
        { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
        page.sessionId,
      ),
      requests.start(page.sessionId),
      ...(preload === undefined
        ? []
        : [channel.start(preload, (message, body, from) => this.#hear(message, body, from))]),
    ])
    this.applyTheme()
    this.applyPermissions()
  }

  #listen(page: PageTarget): void {
    const { cdp } = runningBrowser()
    const { sessionId, targetId } = page
    const main = targetId
    cdp.on('Page.frameStartedLoading', ({ frameId }) => frameId === main && this.#setLoading(true), sessionId)
    cdp.on(
      'Page.frameStoppedLoading',
      ({ frameId }) => frameId === main && this.#setLoading(false),
      sessionId,
    )
    cdp.on(
      'Page.frameNavigated',
      ({ frame }) => {
        if (frame.parentId !== undefined || frame.url.startsWith('data:')) return
        this.#url = toAppUrl(frame.url + (frame.urlFragment ?? ''))
        this.#isCrashed = false
        this.applyPermissions()
        this.emit('did-navigate', {}, this.#url, 200, 'OK')
      },
      sessionId,
    )
    cdp.on(
      'Page.navigatedWithinDocument',
      ({ frameId, url }) => {
        if (frameId !== main) return
        this.#url = toAppUrl(url)
        this.emit('did-navigate-in-page', {}, this.#url, true)
      },
      sessionId,
    )
    cdp.on(
      'Page.frameRequestedNavigation',
      ({ frameId, url, disposition }) => {
        if (frameId === main && disposition === 'currentTab') this.#noteAsked(toAppUrl(url), page)
      },
      sessionId,
    )
    cdp.on('Page.domContentEventFired', () => this.#url && this.emit('dom-ready', {}), sessionId)
    cdp.on('Page.loadEventFired', () => this.#url && this.emit('did-finish-load', {}), sessionId)
    cdp.on(
      'Page.windowOpen',
      ({ url, windowName, windowFeatures }) =>
        this.#wishWindow({
          url,
          frameName: windowName,
          features: windowFeatures.join(','),
          disposition: 'foreground-tab',
        }),
      sessionId,
    )
    cdp.on(
      'Page.javascriptDialogOpening',
      // Leaving is the app's decision, made in its `close` listener; other dialogs block and are refused.
      ({ type }) =>
        this.#command(() =>
          cdp.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }, sessionId),
        ),
      sessionId,
    )
    cdp.on('Inspector.targetCrashed', () => this.#noteCrash(), sessionId)
    cdp.on(
      'Runtime.consoleAPICalled',
      ({ type, args }) => {
        const message = args.map((each) => String(each.value ?? each.description ?? '')).join(' ')
        this.emit('console-message', hostEvent({ level: type, message, frame: this.mainFrame }))
      },
      sessionId,
    )
    cdp.on('Target.targetInfoChanged', ({ targetInfo }) => {
      if (targetInfo.targetId === targetId && this.#url) this.#setTitle(targetInfo.title)
    })
    cdp.on('Target.targetDestroyed', (gone) => gone.targetId === targetId && this.#window.noteGone())
  }

  #setLoading(isLoading: boolean): void {
    if (this.#isLoading === isLoading) return
    this.#isLoading = isLoading
    this.emit(isLoading ? 'did-start-loading' : 'did-stop-loading')
  }

  #setTitle(title: string): void {
    if (title === this.#title || title === '') return
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

  /** Addresses without a request (`about:`, `blob:`) cannot be held; they are stopped instead. */
  #noteAsked(url: string, page: PageTarget): void {
    this.#ledger.noteAsked(url)
    if (/^(about|blob):/.test(url) && !this.#mayNavigate(url)) {
      this.#command(() => runningBrowser().cdp.send('Page.stopLoading', {}, page.sessionId))
    }
  }

  #mayNavigate(url: string): boolean {
    const event = hostEvent({ url, isMainFrame: true, isSameDocument: false, frame: this.mainFrame })
    this.emit('will-navigate', event, url)
    this.emit('will-frame-navigate', event)
    return !event.defaultPrevented
  }

  async #admit({ frameId, request, redirectedRequestId }: PausedRequest, page: PageTarget): Promise<boolean> {
    const url = toAppUrl(request.url)
    if (frameId !== page.targetId) {
      const event = hostEvent({ url, isMainFrame: false, isSameDocument: false, frame: null })
      this.emit('will-frame-navigate', event)
      return !event.defaultPrevented
    }
    if (redirectedRequestId !== undefined) {
      const event: HostEvent = hostEvent({ url, isMainFrame: true, isInPlace: false })
      this.emit('will-redirect', event, url)
      return !event.defaultPrevented
    }
    const isOwnAddress =
      url !== request.url || (this.#url !== '' && new URL(url).origin === new URL(this.#url).origin)
    return !(await this.#ledger.isAskedByPage(url, isOwnAddress)) || this.#mayNavigate(url)
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

  #hear(message: PageMessage, body: string, from: PageDocument): void {
    switch (message.kind) {
      case 'hello':
        nativeTheme.noteSystem(message.isDark, message.isHighContrast)
        this.tellAccelerators()
        if (this.#zoomFactor !== 1) this.#applyZoom()
        if (message.hasFocus) this.#window.noteFocus(true)
        return
      case 'appearance':
        nativeTheme.noteSystem(message.isDark, message.isHighContrast)
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
      case 'send': {
        const values = decode(body) as unknown[]
        const event = this.#ipcEvent()
        this.emit('ipc-message', event, message.channel, ...values)
        ipcMain.emit(message.channel, event, ...values)
        return
      }
      case 'invoke':
        void this.#invoke(message.id, message.channel, decode(body) as unknown[], from)
    }
  }

  #ipcEvent(): object {
    return hostEvent({
      type: 'frame',
      sender: this,
      senderFrame: this.mainFrame,
      processId: 1,
      frameId: this.id,
      ports: [],
      reply: (channel: string, ...values: unknown[]) => this.send(channel, ...values),
    })
  }

  async #invoke(id: number, channel: string, values: readonly unknown[], from: PageDocument): Promise<void> {
    try {
      const event = this.#ipcEvent() as Electron.IpcMainInvokeEvent
      const body = encode(await ipcMain.answer(channel, event, values))
      this.#channel?.tell({ kind: 'answer', id, ok: true }, body, from)
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error)
      const text = `Error invoking remote method '${channel}': ${String(error)}`
      this.#channel?.tell({ kind: 'answer', id, ok: false }, text, from)
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
