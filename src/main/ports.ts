import type { AppEvents, EventName } from '../shared/ipc/events.ts'
import type { Handlers } from '../shared/ipc/handlers.ts'
import type { Settings } from '../shared/ipc/settings.ts'

/** Where a provider key is after it was given: kept by the system, for this run only, or nowhere. */
export type KeyState = 'none' | 'stored' | 'session-only'

/** What only the process with windows can do. The shell implements it; tests and the command line have their own. */
export interface HostPort {
  /** Absolute path of the chosen folder; null = closed. */
  chooseFolder(): Promise<string | null>
  /** Absolute paths of chosen thread files; empty = closed. */
  chooseFiles(): Promise<readonly string[]>
  /** Moves a file or folder to the system's trash. Rejects with `trash-unavailable`. */
  trashItem(absolutePath: string): Promise<void>
  revealItem(absolutePath: string): Promise<void>
  /** The address was checked before. */
  openExternal(url: string): Promise<void>
  writeClipboard(text: string): Promise<void>
  /** The key in plain text, for one provider call; null = none. */
  getSecret(id: string): Promise<string | null>
  /** Empty key = forget. */
  setSecret(id: string, key: string): Promise<KeyState>
  secretState(id: string): Promise<KeyState>
  applyTheme(theme: Settings['theme']): Promise<void>
}

/** Tells every window. */
export type Emit = <K extends EventName>(event: K, payload: AppEvents[K]) => void

/** A picture for `<img src="/media/...">`. */
export interface Media {
  readonly mimeType: string
  readonly bytes: Uint8Array
}

/** The program without a window: every route, the pictures, and an end. */
export interface Core {
  readonly handlers: Handlers
  /** `path` starts with `/media/`; null = no such picture. */
  media(path: string): Promise<Media | null>
  /** Files named on the command line or by a second start: may now be opened by absolute path. */
  grantFiles(absolutePaths: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** What `compose.ts` needs to build the core. */
export interface CoreEnvironment {
  readonly dataDir: string
  /** Folder that holds `sample-workspace/`. */
  readonly resourcesDir: string
  /** The core of this run died and this one takes its place: a person is told. */
  readonly isRestart?: boolean
  readonly host: HostPort
  readonly emit: Emit
  /** Script of the worker that keeps the index for searching; absent = there is none. */
  readonly libraryScript?: URL
  /** Times of the watched folders in milliseconds; absent = the usual ones. */
  readonly importWatch?: { readonly quietMs?: number; readonly lookAgainMs?: number }
}
