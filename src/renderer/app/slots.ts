import { type ComponentType, createContext, useContext } from 'react'
import type { ApplyOutcome } from '../../shared/compact/preview.ts'
import type { ExportScope } from '../../shared/ipc/export.ts'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import type { CheckpointEdit, CheckpointEntry } from '../../shared/ipc/turn.ts'

/** What a person asked to be summarized at a message: all up to the end of its turn, or from it on. */
export interface AskedRange {
  readonly kind: 'up-to' | 'from'
  readonly index: number
}

export interface CompactWizardProps {
  readonly thread: OpenedThread
  /** Null or absent = what the plan proposes. */
  readonly range?: AskedRange | null
  readonly onClose: () => void
  /** The copy exists; the frame opens it in a new tab. */
  readonly onApplied: (outcome: Extract<ApplyOutcome, { kind: 'applied' }>) => void
}

export interface SettingsDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly section?: string
  /** The thread that is shown: its own policy can be set. */
  readonly thread?: string | null
}

export interface ExportDialogProps {
  readonly scope: ExportScope
  /** What is exported, in the person's words; null = the scope says it. */
  readonly name?: string | null
  readonly onClose: () => void
}

export interface CheckpointCompareProps {
  readonly thread: string
  /** Null = the checkpoint that this copy begins with. It can be looked at and not mended. */
  readonly entry: CheckpointEntry | null
  /** It was opened to mend the summary. */
  readonly isEditing: boolean
  readonly onClose: () => void
  /** An edit was stored as a new checkpoint, which holds now. */
  readonly onStored: (stored: Extract<CheckpointEdit, { kind: 'stored' }>) => void
}

/** A message that was found, or a thread as a whole (`index` null), and the words. */
export interface OpenedHit {
  readonly thread: string
  readonly index: number | null
  readonly find: string
}

export interface SearchViewProps {
  /** Changes when a person asks for Search again: the field gets the focus. */
  readonly focusKey: number
  readonly onOpenHit: (hit: OpenedHit) => void
}

export interface ImportDialogProps {
  /** Absolute paths that were dropped; empty = where they lie is not known. Null = nothing was dropped. */
  readonly dropped?: readonly string[] | null
  readonly onClose: () => void
}

/** Features that the frame shows but does not import. `main.tsx` fills them in. */
export interface Slots {
  readonly CompactWizard?: ComponentType<CompactWizardProps>
  readonly CheckpointCompare?: ComponentType<CheckpointCompareProps>
  readonly SettingsDialog?: ComponentType<SettingsDialogProps>
  readonly ExportDialog?: ComponentType<ExportDialogProps>
  readonly SearchView?: ComponentType<SearchViewProps>
  readonly ImportDialog?: ComponentType<ImportDialogProps>
}

export const SlotsContext = createContext<Slots>({})

export function useSlots(): Slots {
  return useContext(SlotsContext)
}
