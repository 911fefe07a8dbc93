import { EventEmitter } from 'node:events'
import type { Browser } from './browser.ts'

/** What package.json says of the app. */
export interface AppPackage {
  readonly name?: string
  readonly productName?: string
  readonly version?: string
  readonly main?: string
}

/** What the lifecycle needs of a window. */
export interface OpenWindow {
  /** Asks; false = the app's `close` listener refused. Resolves when the window is gone. */
  tryClose(): Promise<boolean>
  destroy(): void
}

interface HostEvents {
  'window-opened': [window: OpenWindow]
  'window-gone': [window: OpenWindow]
  'window-focus': [window: OpenWindow]
  'window-blur': [window: OpenWindow]
  'page-made': [contents: object]
  'page-shown': []
  'menu-changed': []
  'theme-changed': []
  'permissions-changed': []
  'displays-changed': []
}

/**
 * The one running app. Electron's module is a set of singletons, and so is the host; nothing here acts
 * until `main.ts` fills it in, so that the modules may be imported anywhere.
 */
export const hostState: {
  browser: Browser | null
  /** Absolute path of the app's folder. */
  appPath: string
  package: AppPackage
  switches: Map<string, string>
  isReady: boolean
  isQuitting: boolean
  readonly windows: Set<OpenWindow>
  readonly events: EventEmitter<HostEvents>
} = {
  browser: null,
  appPath: process.cwd(),
  package: {},
  switches: new Map(),
  isReady: false,
  isQuitting: false,
  windows: new Set(),
  events: new EventEmitter<HostEvents>().setMaxListeners(0),
}

/** The running browser; throws before `ready`. */
export function runningBrowser(): Browser {
  if (!hostState.browser) throw new Error('Cannot use the browser before app is ready')
  return hostState.browser
}

/** An event object with `preventDefault`, as Electron hands to its listeners. */
export interface HostEvent {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

/** `extra` becomes part of the event. */
export function hostEvent<T extends object>(extra: T): HostEvent & T {
  let isPrevented = false
  return Object.defineProperties(extra, {
    defaultPrevented: { get: () => isPrevented, enumerable: true },
    preventDefault: {
      value: () => {
        isPrevented = true
      },
    },
    // The two properties above are exactly what the type adds.
  }) as HostEvent & T
}
