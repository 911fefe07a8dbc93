import type { SectionKey } from '../../shared/compact/checkpoint.ts'
import type { CompactOptions } from '../../shared/compact/plan.ts'
import type { Preview } from '../../shared/compact/preview.ts'
import type { ErrorValue } from '../../shared/ipc/errors.ts'

/** A section while it is being written. */
export interface StreamedSection {
  readonly key: SectionKey
  readonly text: string
  readonly isComplete: boolean
}

/** How far a summarizer is. `retry` is set while it waits to ask again. */
export interface Progress {
  readonly pass: number
  readonly passes: number
  readonly retry: { readonly afterMs: number; readonly code: string } | null
}

interface RunBase {
  /** Counts the starts of one wizard; answers of an older run are recognised by it. */
  readonly runId: number
  readonly options: CompactOptions
}

/** A preview as main holds it, with the texts it came with, so that a section can be reset. */
export interface HeldPreview {
  readonly preview: Preview
  readonly originals: ReadonlyMap<SectionKey, string>
  /** Edits sent so far; an answer to an older one is ignored. */
  readonly edits: number
  /** Sections written anew so far. */
  readonly rewrites: number
}

/** One section while it is written anew. `text` is what arrived; null = nothing yet. */
export interface Rewriting {
  readonly rewriteId: number
  readonly key: SectionKey
  readonly text: string | null
  readonly progress: Progress
}

/** One attempt at a checkpoint, from Start to its single ending. */
export type Run =
  | (RunBase & {
      readonly kind: 'streaming'
      readonly sections: readonly StreamedSection[]
      readonly progress: Progress
    })
  | (RunBase & { readonly kind: 'stopped'; readonly sections: readonly StreamedSection[] })
  | (RunBase & {
      readonly kind: 'failed'
      readonly sections: readonly StreamedSection[]
      readonly error: ErrorValue
    })
  | (RunBase &
      HeldPreview & {
        readonly kind: 'ready'
        /** Main is counting an edit; the numbers shown are those before it. */
        readonly isCounting: boolean
        readonly editError: ErrorValue | null
        readonly applyError: ErrorValue | null
        readonly folder: string | null
        /** The section that is being written anew; null = none. */
        readonly rewriting: Rewriting | null
        /** Why the last one was not written; its card still holds its text. */
        readonly rewriteError: { readonly key: SectionKey; readonly error: ErrorValue } | null
      })
  | (RunBase & HeldPreview & { readonly kind: 'applying'; readonly folder: string | null })
  | (RunBase & HeldPreview & { readonly kind: 'stale' })

/** The preview a run holds in main; null when there is none. */
export function heldPreview(run: Run | null): HeldPreview | null {
  if (run === null) return null
  switch (run.kind) {
    case 'ready':
    case 'applying':
    case 'stale':
      return run
    case 'streaming':
    case 'stopped':
    case 'failed':
      return null
  }
}

/** Whether a person changed any section of the preview. */
export function hasEdits(run: Run | null): boolean {
  const held = heldPreview(run)
  if (held === null) return false
  return held.preview.sections.some((section) => section.text !== (held.originals.get(section.key) ?? ''))
}
