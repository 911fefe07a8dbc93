import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Browser } from '../browser.ts'
import { guardClass, HostEmitter } from '../guard.ts'
import { hostEvent, hostState } from '../host-state.ts'
import { AppPaths } from './app-paths.ts'
import { screen } from './screen.ts'
import { SingleInstance } from './single-instance.ts'

const EVENTS = [
  'ready',
  'before-quit',
  'will-quit',
  'quit',
  'window-all-closed',
  'second-instance',
  'browser-window-created',
  'browser-window-focus',
  'browser-window-blur',
  'web-contents-created',
  // Sent by other systems or other hardware only; listening for them is what every app does.
  'activate',
  'open-file',
  'open-url',
  'render-process-gone',
  'child-process-gone',
  'certificate-error',
  'select-client-certificate',
  'login',
] as const

/** The system's language as a BCP 47 tag. */
function systemLanguage(): string {
  const wanted = hostState.switches.get('lang')
  if (wanted) return wanted
  const env = process.env.LC_ALL ?? process.env.LC_MESSAGES ?? process.env.LANG ?? ''
  const tag = (env.split('.')[0] ?? '').replace('_', '-')
  return /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(tag) ? tag : 'en-US'
}

export class App extends HostEmitter {
  readonly isPackaged = false
  readonly commandLine = {
    getSwitchValue: (name: string): string => hostState.switches.get(name.toLowerCase()) ?? '',
    hasSwitch: (name: string): boolean => hostState.switches.has(name.toLowerCase()),
    appendSwitch: (name: string, value?: string): void => {
      hostState.switches.set(name.toLowerCase(), value ?? '')
    },
    // Chromium's own arguments are not the app's to choose here.
    appendArgument: (): void => undefined,
  }
  readonly #paths = new AppPaths()
  readonly #instance = new SingleInstance()
  readonly #whenReady = Promise.withResolvers<void>()
  #name: string | null = null

  constructor() {
    super('app', EVENTS)
    const { events } = hostState
    events.on('window-opened', (window) => this.emit('browser-window-created', {}, window))
    events.on('window-focus', (window) => this.emit('browser-window-focus', {}, window))
    events.on('window-blur', (window) => this.emit('browser-window-blur', {}, window))
    events.on('page-made', (contents) => this.emit('web-contents-created', {}, contents))
    events.on('window-gone', () => this.#windowGone())
  }

  get name(): string {
    return this.getName()
  }

  set name(name: string) {
    this.#name = name
  }

  getName(): string {
    return this.#name ?? hostState.package.productName ?? hostState.package.name ?? 'app'
  }

  setName(name: string): void {
    this.#name = name
  }

  getVersion(): string {
    return hostState.package.version ?? '0.0.0'
  }

  getAppPath(): string {
    return hostState.appPath
  }

  getPath(name: string): string {
    return this.#paths.get(name, this.getName())
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path)
  }

  getLocale(): string {
    return hostState.isReady ? systemLanguage() : ''
  }

  getPreferredSystemLanguages(): string[] {
    return [systemLanguage()]
  }

  /** Names the app for the Windows task bar; the browser's windows have their own. */
  setAppUserModelId(): void {
    // Nothing to name here.
  }

  whenReady(): Promise<void> {
    return this.#whenReady.promise
  }

  isReady(): boolean {
    return hostState.isReady
  }

  requestSingleInstanceLock(data?: Record<string, unknown>): boolean {
    const folder = this.getPath('userData')
    mkdirSync(folder, { recursive: true })
    return this.#instance.request(
      folder,
      { argv: process.argv, cwd: process.cwd(), data: data ?? null },
      (start) => this.emit('second-instance', {}, start.argv, start.cwd, start.data),
    )
  }

  hasSingleInstanceLock(): boolean {
    return this.#instance.isHeld
  }

  releaseSingleInstanceLock(): void {
    this.#instance.release()
  }

  focus(): void {
    // Windows are focused one by one; a browser has no application to bring forward.
  }

  quit(): void {
    void this.#quit()
  }

  exit(code = 0): void {
    hostState.isQuitting = true
    void this.#end(code)
  }

  /** Starts the browser and announces `ready`; called once the entry module has been evaluated. */
  async startBrowser(executable: string, isHeadless: boolean): Promise<void> {
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0
    const browser = new Browser({
      executable,
      profile: join(this.getPath('sessionData'), 'chromium-profile'),
      isHeadless,
      debugPort: hostState.switches.get('remote-debugging-port') ?? null,
      isSandboxed: !isRoot && !hostState.switches.has('no-sandbox'),
      language: systemLanguage(),
    })
    // Known before it has started: a quit meanwhile has to end it.
    hostState.browser = browser
    await browser.start()
    browser.cdp.onClose(() => {
      if (hostState.isQuitting) return
      console.error('The browser has ended; the app ends with it.')
      hostState.isQuitting = true
      void this.#end(1)
    })
    // Where Electron has the version of its own Chromium.
    Object.defineProperty(process.versions, 'chrome', { value: browser.version, enumerable: true })
    await screen.refresh()
    hostState.isReady = true
    this.#whenReady.resolve()
    this.emit('ready', {}, {})
  }

  /** Electron's order: before-quit, every window's close, will-quit, quit. Any of the first three may refuse. */
  async #quit(): Promise<void> {
    if (hostState.isQuitting) return
    const before = hostEvent({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    hostState.isQuitting = true
    for (const window of [...hostState.windows]) {
      if (!(await window.tryClose())) {
        hostState.isQuitting = false
        return
      }
    }
    const will = hostEvent({})
    this.emit('will-quit', will)
    if (will.defaultPrevented) {
      hostState.isQuitting = false
      return
    }
    await this.#end(0)
  }

  async #end(code: number): Promise<void> {
    this.emit('quit', {}, code)
    this.#instance.release()
    await hostState.browser?.close()
    process.exit(code)
  }

  #windowGone(): void {
    if (hostState.windows.size > 0 || hostState.isQuitting) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }
}
guardClass('app', App)

export const app = new App()
