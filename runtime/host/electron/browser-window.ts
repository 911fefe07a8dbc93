import { guardClass, HostEmitter } from '../guard.ts'
import { hostEvent, hostState, runningBrowser } from '../host-state.ts'
import { type Bounds, WindowPlacement } from '../window-placement.ts'
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

/** From the wish to close a window until it counts as gone. */
const CLOSE_TIMEOUT_MS = 20_000

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
  readonly #placement: WindowPlacement
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
    const bounds = { ...middle, x: x ?? middle.x, y: y ?? middle.y }
    const targetId = async (): Promise<string> => (await this.webContents.whenAttached()).targetId
    this.#placement = new WindowPlacement(bounds, targetId, (event) => this.emit(event))
    this.#isVisible = options.show ?? true
    this.#title = options.title ?? hostState.package.productName ?? ''
    this.#background = options.backgroundColor ?? ''
    hostState.windows.add(this)
    this.webContents = new WebContents(this, options.webPreferences?.preload, () =>
      runningBrowser().openWindow(bounds, this.#background),
    )
    this.webContents.on('did-finish-load', () => this.#noteLoaded())
    this.webContents
      .whenAttached()
      .then(() => this.#placement.apply())
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
    if (this.#placement.state === 'minimized') this.#placement.enter('normal')
    if (this.#isVisible && this.#isShown) return
    this.#isVisible = true
    this.#isShown = true
    this.emit('show')
  }

  hide(): void {
    if (!this.#isVisible) return
    this.#isVisible = false
    this.#placement.enter('minimized')
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
    this.#placement.enter('minimized')
  }

  isMinimized(): boolean {
    return this.#placement.state === 'minimized'
  }

  maximize(): void {
    this.#placement.enter('maximized')
  }

  unmaximize(): void {
    if (this.#placement.state === 'maximized') this.#placement.enter('normal')
  }

  isMaximized(): boolean {
    return this.#placement.state === 'maximized'
  }

  restore(): void {
    this.#placement.enter('normal')
  }

  setFullScreen(isFull: boolean): void {
    this.#placement.enter(isFull ? 'fullscreen' : 'normal')
  }

  isFullScreen(): boolean {
    return this.#placement.state === 'fullscreen'
  }

  getBounds(): Electron.Rectangle {
    return { ...this.#placement.bounds }
  }

  getNormalBounds(): Electron.Rectangle {
    return { ...this.#placement.normal }
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.#placement.move(bounds)
  }

  getSize(): number[] {
    const { width, height } = this.#placement.bounds
    return [width, height]
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
    // A browser that no longer answers must not keep the app from ending.
    const patience = setTimeout(() => this.noteGone(), CLOSE_TIMEOUT_MS)
    await gone
    clearTimeout(patience)
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
    if (!this.#isDestroyed) void this.#placement.refresh()
  }

  noteResize(): void {
    if (!this.#isDestroyed) void this.#placement.refresh()
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
}
guardClass('BrowserWindow', BrowserWindow)
