import { guardClass, HostEmitter } from '../guard.ts'
import { hostEvent, hostState, runningBrowser } from '../host-state.ts'
import { chooseMenuItem } from './menu.ts'
import { screen } from './screen.ts'
import { WebContents } from './web-contents.ts'

const EVENTS = [
  'ready-to-show',
  'show',
  'hide',
  'focus',
  'blur',
  'close',
  'closed',
  'resize',
  'resized',
  'move',
  'moved',
  'minimize',
  'maximize',
  'unmaximize',
  'restore',
  'enter-full-screen',
  'leave-full-screen',
  'page-title-updated',
] as const

interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen'

const ENTERED = {
  minimized: 'minimize',
  maximized: 'maximize',
  fullscreen: 'enter-full-screen',
  normal: 'restore',
} as const

let lastId = 0

function centred(width: number, height: number): Bounds {
  const area = screen.getPrimaryDisplay().workArea
  const x = Math.max(area.x, area.x + Math.round((area.width - width) / 2))
  const y = Math.max(area.y, area.y + Math.round((area.height - height) / 2))
  return { x, y, width, height }
}

/** A browser window in app mode, or headless a page of the same content size. */
export class BrowserWindow extends HostEmitter {
  readonly id: number
  readonly webContents: WebContents
  readonly #background: string
  #bounds: Bounds
  #normal: Bounds
  #state: WindowState = 'normal'
  #title: string
  #isVisible: boolean
  #isFocused = false
  #isShown = false
  #isClosing = false
  #isDestroyed = false

  static getAllWindows(): BrowserWindow[] {
    // Only this class puts anything into the set.
    return [...hostState.windows] as BrowserWindow[]
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((each) => each.isFocused()) ?? null
  }

  static fromId(id: number): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((each) => each.id === id) ?? null
  }

  static fromWebContents(contents: object): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((each) => each.webContents === contents) ?? null
  }

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow', EVENTS)
    if (!hostState.isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    lastId += 1
    this.id = lastId
    const { width = 800, height = 600, x, y } = options
    const middle = centred(width, height)
    this.#bounds = { ...middle, x: x ?? middle.x, y: y ?? middle.y }
    this.#normal = this.#bounds
    this.#isVisible = options.show ?? true
    this.#title = options.title ?? hostState.package.productName ?? ''
    this.#background = options.backgroundColor ?? ''
    hostState.windows.add(this)
    this.webContents = new WebContents(this, options.webPreferences?.preload, () =>
      runningBrowser().openWindow(this.#bounds, this.#background),
    )
    this.webContents.on('did-finish-load', () => this.#noteLoaded())
    this.webContents
      .whenAttached()
      .then(() => this.#place())
      .catch(() => this.noteGone())
    hostState.events.on('theme-changed', this.#onTheme)
    hostState.events.on('menu-changed', this.#onMenu)
    hostState.events.on('permissions-changed', this.#onPermissions)
    hostState.events.emit('window-opened', this)
  }

  readonly #onTheme = (): void => this.webContents.applyTheme()
  readonly #onMenu = (): void => this.webContents.tellAccelerators()
  readonly #onPermissions = (): void => this.webContents.applyPermissions()

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  loadFile(file: string): Promise<void> {
    return this.webContents.loadFile(file)
  }

  reload(): void {
    this.webContents.reload()
  }

  show(): void {
    this.showInactive()
    this.focus()
  }

  /** A browser window cannot be invisible: hidden means minimised. */
  showInactive(): void {
    if (this.#state === 'minimized') this.#setState('normal')
    if (this.#isVisible && this.#isShown) return
    this.#isVisible = true
    this.#isShown = true
    this.emit('show')
  }

  hide(): void {
    if (!this.#isVisible) return
    this.#isVisible = false
    this.#setState('minimized')
    this.emit('hide')
  }

  focus(): void {
    this.webContents.focus()
    this.noteFocus(true)
  }

  isFocused(): boolean {
    return this.#isFocused && !this.#isDestroyed
  }

  isVisible(): boolean {
    return this.#isVisible && !this.#isDestroyed
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  minimize(): void {
    this.#setState('minimized')
  }

  isMinimized(): boolean {
    return this.#state === 'minimized'
  }

  maximize(): void {
    this.#setState('maximized')
  }

  unmaximize(): void {
    if (this.#state === 'maximized') this.#setState('normal')
  }

  isMaximized(): boolean {
    return this.#state === 'maximized'
  }

  restore(): void {
    this.#setState('normal')
  }

  setFullScreen(isFull: boolean): void {
    this.#setState(isFull ? 'fullscreen' : 'normal')
  }

  isFullScreen(): boolean {
    return this.#state === 'fullscreen'
  }

  getBounds(): Electron.Rectangle {
    return { ...this.#bounds }
  }

  getNormalBounds(): Electron.Rectangle {
    return { ...this.#normal }
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.#normal = this.#bounds
    this.webContents
      .whenAttached()
      .then(() => this.#place())
      .catch(() => undefined)
  }

  getSize(): number[] {
    return [this.#bounds.width, this.#bounds.height]
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getContentSize(): number[] {
    return this.getSize()
  }

  setMinimumSize(): void {
    // A browser window keeps its own smallest size.
  }

  getTitle(): string {
    return this.#title
  }

  setTitle(title: string): void {
    this.#title = title
  }

  setBackgroundColor(): void {
    // The page paints itself; before it loads, the colour of the constructor is shown.
  }

  setMenuBarVisibility(): void {
    // Nothing is drawn.
  }

  close(): void {
    void this.tryClose()
  }

  destroy(): void {
    this.#closeTarget()
  }

  // --- what the host calls ------------------------------------------------------------------------

  async tryClose(): Promise<boolean> {
    if (this.#isDestroyed) return true
    const event = hostEvent({})
    this.emit('close', event)
    if (event.defaultPrevented) return false
    this.#isClosing = true
    const gone = new Promise<void>((resolve) => this.once('closed', resolve))
    this.#closeTarget()
    await gone
    return true
  }

  noteTitle(title: string): void {
    const event = hostEvent({})
    this.emit('page-title-updated', event, title, true)
    if (!event.defaultPrevented) this.#title = title
  }

  noteFocus(isFocused: boolean): void {
    if (isFocused === this.#isFocused || this.#isDestroyed) return
    // Two headless pages may both believe they have the focus; the later one has it.
    if (isFocused) {
      for (const other of BrowserWindow.getAllWindows()) if (other !== this) other.noteFocus(false)
    }
    this.#isFocused = isFocused
    this.emit(isFocused ? 'focus' : 'blur')
    this.webContents.emit(isFocused ? 'focus' : 'blur')
    hostState.events.emit(isFocused ? 'window-focus' : 'window-blur', this)
    void this.#refresh()
  }

  noteResize(): void {
    void this.#refresh()
  }

  chooseMenuItem(id: number): void {
    chooseMenuItem(id, this)
  }

  /** The page is gone: closed by us, by the person, or never opened. */
  noteGone(): void {
    if (this.#isDestroyed) return
    // Closed by the person: too late to refuse, but the app hears of it.
    if (!this.#isClosing) this.emit('close', hostEvent({}))
    this.#isDestroyed = true
    hostState.windows.delete(this)
    hostState.events.off('theme-changed', this.#onTheme)
    hostState.events.off('menu-changed', this.#onMenu)
    hostState.events.off('permissions-changed', this.#onPermissions)
    this.webContents.noteGone()
    this.emit('closed')
    hostState.events.emit('window-gone', this)
  }

  // --- the browser's side -------------------------------------------------------------------------

  #closeTarget(): void {
    this.#isClosing = true
    this.webContents
      .whenAttached()
      .then(({ targetId }) => runningBrowser().cdp.send('Target.closeTarget', { targetId }))
      .catch(() => this.noteGone())
  }

  #noteLoaded(): void {
    if (this.#isShown) return
    this.emit('ready-to-show')
    hostState.events.emit('page-shown')
    if (this.#isVisible) this.showInactive()
  }

  async #windowId(): Promise<number> {
    const { targetId } = await this.webContents.whenAttached()
    return (await runningBrowser().cdp.send('Browser.getWindowForTarget', { targetId })).windowId
  }

  async #place(): Promise<void> {
    const { cdp, isHeadless } = runningBrowser()
    const { x, y, width, height } = this.#bounds
    try {
      const windowId = await this.#windowId()
      await cdp.send('Browser.setWindowBounds', { windowId, bounds: { left: x, top: y, width, height } })
      // Headless windows have invisible furniture, which must not take room from the page.
      if (isHeadless) await cdp.send('Browser.setContentsSize', { windowId, width, height })
    } catch {
      // Closed meanwhile, or a browser that cannot: the page is used in the size it has.
    }
  }

  #setState(state: WindowState): void {
    if (state === this.#state) return
    const before = this.#state
    if (before === 'normal') this.#normal = this.#bounds
    this.#state = state
    if (before === 'maximized' && state === 'normal') this.emit('unmaximize')
    else if (before === 'fullscreen' && state === 'normal') this.emit('leave-full-screen')
    else this.emit(ENTERED[state])
    this.#windowId()
      .then(async (windowId) => {
        const { cdp } = runningBrowser()
        // The protocol goes from one special state to another by way of the normal one.
        if (before !== 'normal')
          await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
        if (state !== 'normal')
          await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: state } })
      })
      .catch(() => undefined)
  }

  /** Reads back what the person may have done to the window. */
  async #refresh(): Promise<void> {
    if (runningBrowser().isHeadless || this.#isDestroyed) return
    try {
      const { cdp } = runningBrowser()
      const { bounds } = await cdp.send('Browser.getWindowBounds', { windowId: await this.#windowId() })
      const { left = 0, top = 0, width = 0, height = 0, windowState = 'normal' } = bounds
      const before = this.#bounds
      this.#bounds = { x: left, y: top, width, height }
      if (windowState === 'normal') this.#normal = this.#bounds
      if (windowState !== this.#state) {
        this.#state = windowState
        this.emit(ENTERED[windowState])
      }
      if (before.width !== width || before.height !== height) this.emit('resize')
      if (before.x !== left || before.y !== top) this.emit('move')
    } catch {
      // Closed meanwhile.
    }
  }
}
guardClass('BrowserWindow', BrowserWindow)
