import { createStore, type StoreApi } from 'zustand/vanilla'
import { toErrorValue } from '../../shared/ipc/errors.ts'
import type { Client } from '../bridge/client.ts'
import type { Applied, WizardEffect, WizardEvent, WizardState } from './wizard-event.ts'
import { advance, openWizard } from './wizard-state.ts'

/** What a wizard needs from outside. */
export interface WizardSetting {
  readonly client: Client
  readonly thread: string
  readonly skipIntroduction: boolean
  readonly onApplied: (outcome: Applied) => void
  readonly onClosed: () => void
}

/** A running wizard: its state, and the one way to tell it something. */
export interface WizardRunner {
  readonly store: StoreApi<WizardState>
  send(event: WizardEvent): void
}

/**
 * Carries out what the state machine decides. Each effect happens once; answers come back as events, so
 * the machine alone judges whether they still matter. A failed discard is not told to anybody: main lets
 * go of previews by itself when the window goes.
 */
export function createWizardRunner(setting: WizardSetting): WizardRunner {
  const { client, thread } = setting
  const store = createStore<WizardState>(() => openWizard(setting.skipIntroduction))
  const streams = new Map<number, AbortController>()
  const rewrites = new Map<number, AbortController>()

  function send(event: WizardEvent): void {
    const { state, effects } = advance(store.getState(), event)
    store.setState(state, true)
    for (const effect of effects) carryOut(effect)
  }

  function carryOut(effect: WizardEffect): void {
    switch (effect.kind) {
      case 'start':
        void stream(effect)
        return
      case 'cancel':
        streams.get(effect.runId)?.abort()
        return
      case 'discard':
        client.request('compact.discard', { previewId: effect.previewId }).catch(() => undefined)
        return
      case 'rewrite':
        void rewrite(effect)
        return
      case 'cancel-rewrite':
        rewrites.get(effect.rewriteId)?.abort()
        return
      case 'edit':
        void edit(effect)
        return
      case 'pin':
        void pin(effect)
        return
      case 'apply':
        void apply(effect)
        return
      case 'applied':
        setting.onApplied(effect.outcome)
        return
      case 'closed':
        setting.onClosed()
    }
  }

  async function stream({ runId, options }: Extract<WizardEffect, { kind: 'start' }>): Promise<void> {
    const controller = new AbortController()
    streams.set(runId, controller)
    try {
      for await (const frame of client.stream('compact.start', { thread, options }, controller.signal))
        send({ kind: 'frame', runId, frame })
      send({ kind: 'stream-done', runId })
    } catch (error) {
      const value = toErrorValue(error)
      if (value.code === 'cancelled') send({ kind: 'stream-cancelled', runId })
      else send({ kind: 'stream-failed', runId, error: value })
    } finally {
      streams.delete(runId)
    }
  }

  async function rewrite(effect: Extract<WizardEffect, { kind: 'rewrite' }>): Promise<void> {
    const { runId, rewriteId, previewId, key } = effect
    const controller = new AbortController()
    rewrites.set(rewriteId, controller)
    try {
      for await (const frame of client.stream('compact.rewrite', { previewId, key }, controller.signal))
        send({ kind: 'rewrite-frame', runId, rewriteId, frame })
      send({ kind: 'rewrite-ended', runId, rewriteId, error: null })
    } catch (error) {
      const value = toErrorValue(error)
      send({ kind: 'rewrite-ended', runId, rewriteId, error: value.code === 'cancelled' ? null : value })
    } finally {
      if (rewrites.get(rewriteId) === controller) rewrites.delete(rewriteId)
    }
  }

  async function edit(effect: Extract<WizardEffect, { kind: 'edit' }>): Promise<void> {
    const { runId, editId, previewId, sections } = effect
    try {
      const preview = await client.request('compact.edit', { previewId, sections: [...sections] })
      send({ kind: 'edited', runId, editId, preview })
    } catch (error) {
      send({ kind: 'edit-failed', runId, editId, error: toErrorValue(error) })
    }
  }

  async function pin(effect: Extract<WizardEffect, { kind: 'pin' }>): Promise<void> {
    const { runId, editId, previewId, index, isOn } = effect
    try {
      const preview = await client.request('compact.pin', { previewId, index, isOn })
      send({ kind: 'edited', runId, editId, preview })
    } catch (error) {
      send({ kind: 'edit-failed', runId, editId, error: toErrorValue(error) })
    }
  }

  async function apply(effect: Extract<WizardEffect, { kind: 'apply' }>): Promise<void> {
    const { runId, previewId, folder } = effect
    try {
      const outcome = await client.request('compact.apply', { previewId, folder })
      send({ kind: 'apply-settled', runId, outcome })
    } catch (error) {
      const value = toErrorValue(error)
      if (value.code === 'file-changed') send({ kind: 'apply-settled', runId, outcome: { kind: 'stale' } })
      else send({ kind: 'apply-failed', runId, error: value })
    }
  }

  return { store, send }
}
