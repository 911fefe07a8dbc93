import type { Settings } from './settings.ts'
import type { ReaderNote } from './thread.ts'

/** What main tells the window without being asked. */
export interface AppEvents {
  /** Something below these folders changed on disk ('' = root). */
  'workspace.changed': { readonly folders: readonly string[] }
  /** A thread file changed or went away outside the program. */
  'thread.changed': { readonly thread: string; readonly kind: 'changed' | 'removed' }
  /** Every message of a thread that was opened has been read: what its opening left open. */
  'thread.measured': {
    readonly thread: string
    readonly tokens: number
    readonly notes: readonly ReaderNote[]
  }
  'settings.changed': Settings
  /** The system's colour scheme, for theme `system`. */
  'theme.changed': { readonly isDark: boolean }
  /** A command from the native menu or a second start; the page owns what it does. */
  'app.command': { readonly command: string; readonly argument: string | null }
}

export type EventName = keyof AppEvents
