import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useClient } from '../app/client-context.ts'
import type { Applied, WizardEvent, WizardState } from './wizard-event.ts'
import { createWizardRunner } from './wizard-runner.ts'

export interface WizardOwner {
  readonly thread: string
  readonly skipIntroduction: boolean
  readonly onApplied: (outcome: Applied) => void
  readonly onClose: () => void
  /** The source was changed outside while the wizard is open. */
  readonly onSourceChanged: () => void
}

/** Runs one wizard for as long as the dialog stands; taking it off the page lets go of everything. */
export function useWizard(owner: WizardOwner): {
  readonly state: WizardState
  readonly send: (event: WizardEvent) => void
} {
  const client = useClient()
  const latest = useRef(owner)
  latest.current = owner
  const { thread } = owner
  const [runner] = useState(() =>
    createWizardRunner({
      client,
      thread,
      skipIntroduction: owner.skipIntroduction,
      onApplied: (outcome) => latest.current.onApplied(outcome),
      onClosed: () => latest.current.onClose(),
    }),
  )
  const state = useStore(runner.store)

  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      // Strict mode takes effects off and puts them on again at once; only a real farewell counts.
      queueMicrotask(() => {
        if (!isMounted.current) runner.send({ kind: 'dispose' })
      })
    }
  }, [runner])

  useEffect(
    () =>
      client.on('thread.changed', (change) => {
        if (change.thread !== thread) return
        runner.send({ kind: 'source-changed' })
        latest.current.onSourceChanged()
      }),
    [client, runner, thread],
  )

  const send = useCallback((event: WizardEvent) => runner.send(event), [runner])
  return { state, send }
}
