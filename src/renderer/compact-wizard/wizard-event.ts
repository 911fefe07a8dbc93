import type { SectionKey } from '../../shared/compact/checkpoint.ts'
import type { CompactOptions } from '../../shared/compact/plan.ts'
import type { ApplyOutcome, Preview, PreviewFrame } from '../../shared/compact/preview.ts'
import type { ErrorValue } from '../../shared/ipc/errors.ts'
import type { Run } from './run.ts'

export type Step = 'introduction' | 'configure' | 'preview'

/** The wizard from opening to its one ending: closed or applied. */
export type WizardState =
  | { readonly kind: 'open'; readonly step: Step; readonly run: Run | null; readonly starts: number }
  /** The window went away while a copy is being written. What comes back settles it. */
  | { readonly kind: 'leaving'; readonly runId: number; readonly previewId: string }
  | { readonly kind: 'applied'; readonly outcome: Applied }
  | { readonly kind: 'closed' }

export type Applied = Extract<ApplyOutcome, { kind: 'applied' }>

/** Text for one section, as a person wrote it. */
export interface SectionText {
  readonly key: SectionKey
  readonly text: string
}

/** What can happen. Answers carry the run they belong to. */
export type WizardEvent =
  | { readonly kind: 'next' }
  | { readonly kind: 'back' }
  | { readonly kind: 'show-preview' }
  | { readonly kind: 'start'; readonly options: CompactOptions }
  | { readonly kind: 'restart' }
  | { readonly kind: 'frame'; readonly runId: number; readonly frame: PreviewFrame }
  | { readonly kind: 'stop' }
  | { readonly kind: 'stream-done'; readonly runId: number }
  | { readonly kind: 'stream-cancelled'; readonly runId: number }
  | { readonly kind: 'stream-failed'; readonly runId: number; readonly error: ErrorValue }
  | { readonly kind: 'edit'; readonly changes: readonly SectionText[] }
  /** Keeps the message word for word behind the checkpoint, or no longer. */
  | { readonly kind: 'pin'; readonly index: number; readonly isOn: boolean }
  /** Main has counted an edit or a pin. */
  | { readonly kind: 'edited'; readonly runId: number; readonly editId: number; readonly preview: Preview }
  | {
      readonly kind: 'edit-failed'
      readonly runId: number
      readonly editId: number
      readonly error: ErrorValue
    }
  | { readonly kind: 'rewrite'; readonly key: SectionKey }
  | {
      readonly kind: 'rewrite-frame'
      readonly runId: number
      readonly rewriteId: number
      readonly frame: PreviewFrame
    }
  | { readonly kind: 'rewrite-stop' }
  /** The stream of one ended; `error` null = it was stopped, or its preview is there. */
  | {
      readonly kind: 'rewrite-ended'
      readonly runId: number
      readonly rewriteId: number
      readonly error: ErrorValue | null
    }
  | { readonly kind: 'apply'; readonly folder: string | null }
  | { readonly kind: 'apply-settled'; readonly runId: number; readonly outcome: ApplyOutcome }
  | { readonly kind: 'apply-failed'; readonly runId: number; readonly error: ErrorValue }
  | { readonly kind: 'source-changed' }
  | { readonly kind: 'close' }
  /** The dialog was taken off the page without being asked. */
  | { readonly kind: 'dispose' }

/** What the wizard asks of main. Carried out once each, in order. */
export type WizardEffect =
  | { readonly kind: 'start'; readonly runId: number; readonly options: CompactOptions }
  | { readonly kind: 'cancel'; readonly runId: number }
  | { readonly kind: 'discard'; readonly previewId: string }
  | {
      readonly kind: 'rewrite'
      readonly runId: number
      readonly rewriteId: number
      readonly previewId: string
      readonly key: SectionKey
    }
  | { readonly kind: 'cancel-rewrite'; readonly rewriteId: number }
  | {
      readonly kind: 'edit'
      readonly runId: number
      readonly editId: number
      readonly previewId: string
      readonly sections: readonly SectionText[]
    }
  | {
      readonly kind: 'pin'
      readonly runId: number
      readonly editId: number
      readonly previewId: string
      readonly index: number
      readonly isOn: boolean
    }
  | {
      readonly kind: 'apply'
      readonly runId: number
      readonly previewId: string
      readonly folder: string | null
    }
  | { readonly kind: 'applied'; readonly outcome: Applied }
  | { readonly kind: 'closed' }

/** The next state and what to do about it. */
export interface Transition {
  readonly state: WizardState
  readonly effects: readonly WizardEffect[]
}
