import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactionOutcome, SkipReason } from '../../../shared/compact/event.ts'
import { useCommands } from '../../app/commands.ts'
import { useToasts } from '../../app/toasts-context.ts'
import { useAct, useRuntimeAccess } from '../runtime/runtime-context.ts'
import { activeCheckpoint } from '../runtime/strata.ts'
import { whenNoticed } from '../runtime/when-noticed.ts'
import { useThread } from '../thread-context.ts'
import { useUndoCheckpoint } from '../use-undo-checkpoint.ts'
import type { SlashName } from './slash.ts'

/** How a command went. `refused` = nothing was done: the words behind it are still the person's. */
export type SlashOutcome =
  | { readonly kind: 'taken' }
  /** `reason` is null where it is told elsewhere. */
  | { readonly kind: 'refused'; readonly reason: SkipReason | null }

const TAKEN: SlashOutcome = { kind: 'taken' }

/**
 * What each command of the composer does. `onStarted` is told of what stands at the end of the conversation from now on.
 */
export function useSlashActions(
  openModels: () => void,
  onStarted: () => void,
): (name: SlashName, argument: string) => Promise<SlashOutcome> {
  const { t } = useTranslation('runtime')
  const { runtime, places } = useRuntimeAccess()
  const { store } = useThread()
  const commands = useCommands()
  const toasts = useToasts()
  const act = useAct()
  const undo = useUndoCheckpoint()

  return useCallback(
    async (name, argument) => {
      if (name === 'compact') {
        const outcome = runtime.compact(argument)
        act(outcome)
        whenNoticed(runtime, outcome, onStarted)
        return outcome.then(outcomeOf, () => ({ kind: 'refused', reason: null }))
      }
      carryOut(name)
      return TAKEN

      function carryOut(other: Exclude<SlashName, 'compact'>) {
        const { phase } = store.getState()
        const messages = phase.kind === 'ready' ? phase.opened.messages : 0
        const last = messages - 1
        const state = runtime.getState()
        const tell = (text: string) => toasts.show({ kind: 'done', text })
        const toggle = (kind: 'pin' | 'exclude') => {
          if (last < 0) return tell(t('slash.noMessage'))
          const isOn = state.marks.some((mark) => mark.index === last && mark.kind === kind)
          act(runtime.mark(last, kind, !isOn))
        }
        switch (other) {
          case 'undo-checkpoint': {
            const active = activeCheckpoint(state.checkpoints)
            return active === null ? tell(t('slash.noCheckpoint')) : undo(active)
          }
          case 'context':
            return places.openDock('context')
          case 'checkpoints':
            return places.openDock('checkpoints')
          case 'model':
            return openModels()
          case 'pin':
          case 'exclude':
            return toggle(other)
          case 'fork':
            return act(runtime.fork(messages, null).then(({ thread }) => places.openThread(thread)))
          case 'export':
            if (phase.kind === 'ready') commands.run('export-thread', phase.opened.thread)
            return
          case 'stop':
            return act(runtime.stop())
          case 'help':
            commands.run('shortcuts')
        }
      }
    },
    [act, commands, onStarted, openModels, places, runtime, store, t, toasts, undo],
  )
}

/**
 * A compaction that did not begin, or failed, left everything as it was. Only the failure is told in the thread,
 * where the run stands; one that never began stands nowhere.
 */
function outcomeOf(outcome: CompactionOutcome): SlashOutcome {
  if (outcome.kind === 'skipped') return { kind: 'refused', reason: outcome.reason }
  return outcome.kind === 'failed' ? { kind: 'refused', reason: null } : TAKEN
}
