import type { Settings } from './settings.ts'

/** What main tells the window without being asked. */
export interface AppEvents {
  /** Something below these folders changed on disk ('' = root). */
  'workspace.changed': { readonly folders: readonly string[] }
  /** A thread file changed or went away outside the program. */
  'thread.changed': { readonly thread: string; readonly kind: 'changed' | 'removed' }
  'settings.changed': Settings
  /** The system's colour scheme, for theme `system`. */
  'theme.changed': { readonly isDark: boolean }
  /** A command from the native menu or a second start; the page owns what it does. */
  'app.command': { readonly command: string; readonly argument: string | null }
}

export type EventName = keyof AppEvents
