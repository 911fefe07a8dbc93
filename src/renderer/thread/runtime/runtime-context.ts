import { createContext, useCallback, useContext } from 'react'
import { createStore, useStore } from 'zustand'
import type { CheckpointEntry } from '../../../shared/ipc/turn.ts'
import type { AskedRange } from '../../app/slots.ts'
import { useToasts } from '../../app/toasts-context.ts'
import { useErrorText } from '../../i18n/error-text.ts'
import { FIRST_STATE, type RuntimeState } from './runtime-state.ts'
import type { RuntimeStore } from './runtime-store.ts'

/** Where a person can be taken from the thread. */
export interface RuntimePlaces {
  /** Puts text into the composer, behind what stands there, and gives it the focus. */
  readonly writeText: (text: string) => void
  readonly goTo: (index: number) => void
  readonly openThread: (thread: string) => void
  /** Opens the wizard; null = it cannot be opened for this thread. */
  readonly openWizard: (() => void) | null
  /** Opens it with a range; null with `openWizard`. */
  readonly openWizardAt: ((range: AskedRange) => void) | null
  /** Shows a checkpoint beside its originals, or its words to be mended; null = not possible here. */
  readonly openCheckpoint: ((entry: CheckpointEntry | null, purpose: 'compare' | 'edit') => void) | null
  readonly openDock: (panel: DockPanel) => void
  readonly openPolicy: () => void
  /** Lets a person change an earlier message, which makes a branch. */
  readonly editMessage: (index: number, text: string) => void
  readonly ask: (question: Question) => void
}

/** Something to decide before it is done. Leaving it does nothing. */
export interface Question {
  readonly title: string
  readonly text: string
  readonly actions: readonly { readonly label: string; readonly run: () => void }[]
}

export type DockPanel = 'context' | 'checkpoints' | 'pins' | 'activity'

export interface RuntimeAccess {
  readonly runtime: RuntimeStore
  readonly places: RuntimePlaces
}

/** Null where a thread is only read: rows then offer nothing that needs a runtime. */
export const RuntimeContext = createContext<RuntimeAccess | null>(null)

const NOTHING = createStore<RuntimeState>(() => ({ ...FIRST_STATE, presence: 'absent' }))

/** One slice of the runtime's state; that of a thread without a runtime is idle and empty. */
export function useRuntimeState<T>(select: (state: RuntimeState) => T): T {
  return useStore(useContext(RuntimeContext)?.runtime ?? NOTHING, select)
}

/** The runtime and the places around it; null without one. */
export function useRuntime(): RuntimeAccess | null {
  return useContext(RuntimeContext)
}

/** The same where a runtime must exist: parts that are only drawn with one. */
export function useRuntimeAccess(): RuntimeAccess {
  const access = useContext(RuntimeContext)
  if (access === null) throw new Error('useRuntimeAccess outside a running thread')
  return access
}

/** Starts a request and shows a notice when it fails. What is asked for comes back as an event. */
export function useAct(): (ask: Promise<unknown>) => void {
  const toasts = useToasts()
  const errorText = useErrorText()
  return useCallback(
    (ask) => {
      ask.catch((error: unknown) => toasts.show({ kind: 'failed', text: errorText(error) }))
    },
    [toasts, errorText],
  )
}
