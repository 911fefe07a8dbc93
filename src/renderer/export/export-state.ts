import type { ErrorValue } from '../../shared/ipc/errors.ts'
import type { ExportFailure, ExportFrame, ExportProgress, ReviewFrame } from '../../shared/ipc/export.ts'

export type Review = Extract<ReviewFrame, { kind: 'reviewed' }>
export type Written = Extract<ExportFrame, { kind: 'written' }>

/** Where the export dialog is. `failures` are threads that could not be read or written; the others go on. */
export type ExportState =
  | { readonly step: 'choose'; readonly error: ErrorValue | null }
  | {
      readonly step: 'reviewing'
      readonly progress: ExportProgress | null
      readonly failures: readonly ExportFailure[]
    }
  | {
      readonly step: 'review'
      readonly review: Review
      readonly failures: readonly ExportFailure[]
      /** Ids of findings that go out as they are. */
      readonly kept: ReadonlySet<string>
    }
  | {
      readonly step: 'writing'
      readonly folder: string
      readonly progress: ExportProgress | null
      readonly written: readonly Written[]
      readonly failures: readonly ExportFailure[]
    }
  | {
      readonly step: 'done'
      readonly folder: string
      readonly ending: 'done' | 'stopped' | 'failed'
      readonly error: ErrorValue | null
      readonly written: readonly Written[]
      readonly failures: readonly ExportFailure[]
    }

export type ExportEvent =
  | { readonly kind: 'review' }
  | { readonly kind: 'review-frame'; readonly frame: ReviewFrame }
  | { readonly kind: 'keep'; readonly ids: readonly string[]; readonly isKept: boolean }
  | { readonly kind: 'write'; readonly folder: string }
  | { readonly kind: 'write-frame'; readonly frame: ExportFrame }
  | { readonly kind: 'settled' }
  | { readonly kind: 'broken-off'; readonly error: ErrorValue }
  | { readonly kind: 'back' }

export const OPENED: ExportState = { step: 'choose', error: null }

/** The next state; an event that does not belong to the step changes nothing. */
export function advanceExport(state: ExportState, event: ExportEvent): ExportState {
  switch (event.kind) {
    case 'review':
      return { step: 'reviewing', progress: null, failures: [] }
    case 'review-frame':
      return state.step === 'reviewing' ? takeReview(state, event.frame) : state
    case 'keep': {
      if (state.step !== 'review') return state
      const kept = new Set(state.kept)
      for (const id of event.ids)
        if (event.isKept) kept.add(id)
        else kept.delete(id)
      return { ...state, kept }
    }
    case 'write':
      if (state.step !== 'review') return state
      return { step: 'writing', folder: event.folder, progress: null, written: [], failures: [] }
    case 'write-frame':
      return state.step === 'writing' ? takeWritten(state, event.frame) : state
    case 'settled':
      return state.step === 'writing' ? ended(state, 'done', null) : state
    case 'broken-off':
      if (state.step === 'reviewing')
        return { step: 'choose', error: event.error.code === 'cancelled' ? null : event.error }
      // The folder could not be asked for: the review stands.
      if (state.step !== 'writing') return state
      return event.error.code === 'cancelled'
        ? ended(state, 'stopped', null)
        : ended(state, 'failed', event.error)
    case 'back':
      return OPENED
  }
}

function takeReview(state: Extract<ExportState, { step: 'reviewing' }>, frame: ReviewFrame): ExportState {
  if (frame.kind === 'progress') return { ...state, progress: frame }
  if (frame.kind === 'failed') return { ...state, failures: [...state.failures, frame] }
  return { step: 'review', review: frame, failures: state.failures, kept: new Set() }
}

function takeWritten(state: Extract<ExportState, { step: 'writing' }>, frame: ExportFrame): ExportState {
  if (frame.kind === 'progress') return { ...state, progress: frame }
  if (frame.kind === 'failed') return { ...state, failures: [...state.failures, frame] }
  return { ...state, written: [...state.written, frame] }
}

function ended(
  { folder, written, failures }: Extract<ExportState, { step: 'writing' }>,
  ending: 'done' | 'stopped' | 'failed',
  error: ErrorValue | null,
): ExportState {
  return { step: 'done', folder, ending, error, written, failures }
}
