import type { ContextReport } from '../compact/context.ts'
import type { IndexProgress } from '../search/answer.ts'
import type { ImportArrived, WatchedFolder } from './import.ts'
import type { AppNotice } from './notices.ts'
import type { ProviderSettings, Settings } from './settings.ts'
import type { ReaderNote } from './thread.ts'
import type { ThreadProvider, TurnDelta, TurnState } from './turn.ts'

/** What main tells the window without being asked. */
export interface AppEvents {
  /** The core died and another one is there: what the page knows is of the former one, and has to be asked again. */
  'core.restarted': Readonly<Record<string, never>>
  /** The program's own files changed in the middle of the run. */
  'app.notice': AppNotice
  /** Something below these folders changed on disk ('' = root). */
  'workspace.changed': { readonly folders: readonly string[] }
  /** The index knows other titles of threads in these folders ('' = root); null = anywhere. */
  'workspace.titled': { readonly folders: readonly string[] | null }
  /** A thread file changed or went away outside the program; `restored` = it had gone and was written again. */
  'thread.changed': { readonly thread: string; readonly kind: 'changed' | 'removed' | 'restored' }
  /** A thread of which the newest part is shown has been read, or cannot be: it is to be opened again. */
  'thread.read': { readonly thread: string }
  /** Every message of a thread that was opened has been read: what its opening left open. */
  'thread.measured': {
    readonly thread: string
    /** So many were there then. */
    readonly messages: number
    readonly tokens: number
    readonly notes: readonly ReaderNote[]
  }
  /** Messages came to the end of a thread, or results to its last message: rows from `from` on are new. */
  'thread.appended': { readonly thread: string; readonly from: number; readonly total: number }
  /** Another provider was chosen for a thread. */
  'turn.provider': { readonly thread: string; readonly provider: ThreadProvider }
  'turn.changed': { readonly thread: string; readonly state: TurnState }
  /** Text of the reply that is being written, since the last one of these. */
  'turn.delta': { readonly thread: string; readonly delta: TurnDelta }
  /** The meter's numbers: after each turn, after a compaction, after undo and marks. */
  'context.changed': { readonly thread: string; readonly report: ContextReport }
  /** Events, overrides or marks changed: dividers, panel and projection are to be asked again. */
  'checkpoints.changed': { readonly thread: string }
  'search.progress': IndexProgress
  'settings.changed': Settings
  /** The list of watched folders, or how it stands with one of them. */
  'import.watched': readonly WatchedFolder[]
  'import.arrived': ImportArrived
  /** A provider came, went or changed, its key included: all there are now. */
  'providers.changed': readonly ProviderSettings[]
  /** The system's colour scheme, for theme `system`. */
  'theme.changed': { readonly isDark: boolean }
  /** A command from the native menu or a second start; the page owns what it does. */
  'app.command': { readonly command: string; readonly argument: string | null }
}

export type EventName = keyof AppEvents
