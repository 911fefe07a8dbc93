import type { ErrorValue } from '../../shared/ipc/errors.ts'
import type {
  FoundThread,
  ImportFrame,
  ImportOutcome,
  ImportProblem,
  ScanFrame,
} from '../../shared/ipc/import.ts'

export type ImportFailed = Extract<ImportFrame, { kind: 'failed' }>
export type Imported = Extract<ImportFrame, { kind: 'imported' }>
type Progress = Extract<ImportFrame, { kind: 'progress' }>

/** What a scan has told so far. */
export interface Scanned {
  readonly threads: readonly FoundThread[]
  readonly problems: readonly ImportProblem[]
  readonly files: number
  readonly bytes: number
}

/** Where the import dialog is. */
export type ImportState =
  | { readonly step: 'pick'; readonly error: ErrorValue | null }
  | {
      readonly step: 'scanning'
      readonly scanned: Scanned
      readonly at: { readonly source: string; readonly done: number; readonly total: number } | null
    }
  | { readonly step: 'options'; readonly scanned: Scanned; readonly scanId: string }
  | {
      readonly step: 'importing'
      readonly progress: Progress | null
      readonly counts: Readonly<Record<ImportOutcome, number>>
      readonly changed: readonly Imported[]
      readonly failed: readonly ImportFailed[]
      /** Records that could not be read, of all threads. */
      readonly unreadable: number
    }
  | {
      readonly step: 'done'
      readonly ending: 'done' | 'stopped' | 'failed'
      readonly error: ErrorValue | null
      readonly counts: Readonly<Record<ImportOutcome, number>>
      /** Threads that are new or others now, in their order; of many only the first. */
      readonly changed: readonly Imported[]
      readonly failed: readonly ImportFailed[]
      /** Records that could not be read, of all threads. */
      readonly unreadable: number
    }

export type ImportEvent =
  | { readonly kind: 'scan' }
  | { readonly kind: 'scan-frame'; readonly frame: ScanFrame }
  | { readonly kind: 'import' }
  | { readonly kind: 'import-frame'; readonly frame: ImportFrame }
  | { readonly kind: 'settled' }
  | { readonly kind: 'broken-off'; readonly error: ErrorValue }
  | { readonly kind: 'back' }
  /** Something was dropped, and where it lies is not known: the person has to choose it. */
  | { readonly kind: 'unplaced' }

export const PICK: ImportState = { step: 'pick', error: null }
const NOTHING: Scanned = { threads: [], problems: [], files: 0, bytes: 0 }
/** Threads told by name in the result; more of them are no overview any more. */
const MOST_TOLD = 200
const NONE = { new: 0, updated: 0, copied: 0, unchanged: 0 }

/** The next state; an event that does not belong to the step changes nothing. */
export function advanceImport(state: ImportState, event: ImportEvent): ImportState {
  switch (event.kind) {
    case 'scan':
      return { step: 'scanning', scanned: NOTHING, at: null }
    case 'scan-frame':
      return state.step === 'scanning' ? takeScan(state, event.frame) : state
    case 'import':
      return { step: 'importing', progress: null, counts: NONE, changed: [], failed: [], unreadable: 0 }
    case 'import-frame':
      return state.step === 'importing' ? takeImport(state, event.frame) : state
    case 'settled':
      return state.step === 'importing' ? { ...state, step: 'done', ending: 'done', error: null } : state
    case 'broken-off': {
      const isStopped = event.error.code === 'cancelled'
      if (state.step !== 'importing') return { step: 'pick', error: isStopped ? null : event.error }
      if (isStopped) return { ...state, step: 'done', ending: 'stopped', error: null }
      return { ...state, step: 'done', ending: 'failed', error: event.error }
    }
    case 'back':
      return PICK
    case 'unplaced':
      return state.step === 'options' || state.step === 'done' ? PICK : state
  }
}

function takeScan(state: Extract<ImportState, { step: 'scanning' }>, frame: ScanFrame): ImportState {
  const { scanned } = state
  switch (frame.kind) {
    case 'progress':
      return { ...state, at: frame }
    case 'found':
      return {
        ...state,
        scanned: {
          ...scanned,
          threads: [...scanned.threads, ...frame.threads],
          files: scanned.files + 1,
          bytes: scanned.bytes + frame.bytes,
        },
      }
    case 'problem':
      return { ...state, scanned: { ...scanned, problems: [...scanned.problems, frame.problem] } }
    case 'scanned':
      return { step: 'options', scanned, scanId: frame.scanId }
  }
}

function takeImport(state: Extract<ImportState, { step: 'importing' }>, frame: ImportFrame): ImportState {
  if (frame.kind === 'progress') return { ...state, progress: frame }
  if (frame.kind === 'failed') return { ...state, failed: [...state.failed, frame] }
  const counts = { ...state.counts, [frame.outcome]: state.counts[frame.outcome] + 1 }
  const isTold = frame.outcome !== 'unchanged' && state.changed.length < MOST_TOLD
  const unreadable = state.unreadable + (frame.unreadable ?? 0)
  return { ...state, counts, unreadable, changed: isTold ? [...state.changed, frame] : state.changed }
}
