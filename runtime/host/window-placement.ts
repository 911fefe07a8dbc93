import { runningBrowser } from './host-state.ts'

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen'

/** Electron's events for entering a state. */
const ENTERED = {
  minimized: 'minimize',
  maximized: 'maximize',
  fullscreen: 'enter-full-screen',
  normal: 'restore',
} as const

/** Where a window is and how large: as the app asked, and as the person has left it. */
export class WindowPlacement {
  readonly #targetId: () => Promise<string>
  readonly #emit: (event: string) => void
  #bounds: Bounds
  #normal: Bounds
  #state: WindowState = 'normal'

  /** `targetId` waits for the browser's page. */
  constructor(bounds: Bounds, targetId: () => Promise<string>, emit: (event: string) => void) {
    this.#bounds = bounds
    this.#normal = bounds
    this.#targetId = targetId
    this.#emit = emit
  }

  get bounds(): Bounds {
    return this.#bounds
  }

  /** The bounds to return to from any other state. */
  get normal(): Bounds {
    return this.#normal
  }

  get state(): WindowState {
    return this.#state
  }

  move(change: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...change }
    this.#normal = this.#bounds
    void this.apply()
  }

  /** Gives the browser's window the wanted bounds. */
  async apply(): Promise<void> {
    const { x, y, width, height } = this.#bounds
    try {
      const windowId = await this.#windowId()
      const { cdp, isHeadless } = runningBrowser()
      await cdp.send('Browser.setWindowBounds', { windowId, bounds: { left: x, top: y, width, height } })
      // Headless windows have invisible furniture, which must not take room from the page.
      if (isHeadless) await cdp.send('Browser.setContentsSize', { windowId, width, height })
    } catch {
      // Closed meanwhile, or a browser that cannot: the page is used in the size it has.
    }
  }

  enter(state: WindowState): void {
    if (state === this.#state) return
    const before = this.#state
    if (before === 'normal') this.#normal = this.#bounds
    this.#state = state
    if (before === 'maximized' && state === 'normal') this.#emit('unmaximize')
    else if (before === 'fullscreen' && state === 'normal') this.#emit('leave-full-screen')
    else this.#emit(ENTERED[state])
    this.#show(before, state).catch(() => undefined)
  }

  /** Reads back what the person may have done to the window. */
  async refresh(): Promise<void> {
    if (runningBrowser().isHeadless) return
    try {
      const windowId = await this.#windowId()
      const { bounds } = await runningBrowser().cdp.send('Browser.getWindowBounds', { windowId })
      const { left = 0, top = 0, width = 0, height = 0, windowState = 'normal' } = bounds
      const before = this.#bounds
      this.#bounds = { x: left, y: top, width, height }
      if (windowState === 'normal') this.#normal = this.#bounds
      if (windowState !== this.#state) {
        this.#state = windowState
        this.#emit(ENTERED[windowState])
      }
      if (before.width !== width || before.height !== height) this.#emit('resize')
      if (before.x !== left || before.y !== top) this.#emit('move')
    } catch {
      // Closed meanwhile.
    }
  }

  async #show(before: WindowState, state: WindowState): Promise<void> {
    const windowId = await this.#windowId()
    const { cdp } = runningBrowser()
    const change = (windowState: WindowState): Promise<unknown> =>
      cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
    // The protocol goes from one special state to another by way of the normal one.
    if (before !== 'normal') await change('normal')
    if (state !== 'normal') await change(state)
  }

  async #windowId(): Promise<number> {
    const targetId = await this.#targetId()
    return (await runningBrowser().cdp.send('Browser.getWindowForTarget', { targetId })).windowId
  }
}
