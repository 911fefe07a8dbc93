import type { CompactionEvent } from '../../shared/compact/event.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { CheckpointEntry } from '../../shared/ipc/turn.ts'
import {
  type CheckpointComparison,
  compareCheckpointSteps,
  comparisonPage,
} from '../compactor/in-place/compare-checkpoint.ts'
import { editCheckpoint } from '../compactor/in-place/edit-checkpoint.ts'
import { inSlices } from '../threads/in-slices.ts'
import type { ThreadRuntimes } from './thread-runtimes.ts'
import type { ThreadStore } from './thread-store.ts'

type CheckpointTextHandlers = Pick<Handlers, 'checkpoint.edit' | 'checkpoint.compare'>

export interface CheckpointTextDoor {
  readonly runtimes: ThreadRuntimes
  readonly storeOf: (thread: string) => ThreadStore
  readonly list: (thread: string) => Promise<readonly CheckpointEntry[]>
  readonly recordEdit: (thread: string, event: CompactionEvent) => void
  readonly newId: () => string
  readonly now: () => number
}

/** Routes of what a checkpoint says: looking at it beside its originals, and giving it other words. */
export function checkpointTextHandlers(door: CheckpointTextDoor): CheckpointTextHandlers {
  const { runtimes, storeOf } = door
  /** The one that is being looked at; pages of it are asked for one after the other. */
  let compared: { readonly key: string; readonly comparison: Promise<CheckpointComparison> } | null = null
  const eventOf = (thread: string, id: string): CompactionEvent => {
    const event = storeOf(thread)
      .events.list()
      .find((stored) => stored.id === id)?.event
    if (event == null) throw new AppError('not-found', 'This checkpoint is not there any more.')
    return event
  }
  return {
    'checkpoint.edit': async ({ thread, id, sections }) => {
      const runtime = await runtimes.get(thread)
      // What is being written now begins from the checkpoint as it was, and would be put over the edit.
      if (runtime.runner.state.phase === 'compacting')
        throw new AppError('compaction-running', 'A compaction runs. Edit the checkpoint when it has ended.')
      const event = eventOf(thread, id)
      const made = { id: door.newId(), nowMs: door.now() }
      const outcome = editCheckpoint(runtime.context, event, sections, made)
      if (outcome.kind !== 'stored') return outcome
      runtime.changed()
      door.recordEdit(thread, outcome.event)
      return { kind: 'stored', id: outcome.event.id, entries: await door.list(thread) }
    },
    'checkpoint.compare': async ({ thread, id, filter, offset, limit }) => {
      const { context, live } = await runtimes.get(thread)
      context.sync()
      const changedMs = storeOf(thread).events.changedMs()
      const key = JSON.stringify([thread, id, live.count, changedMs])
      if (compared?.key !== key) {
        const steps = compareCheckpointSteps(context, eventOf(thread, id))
        const own = { key, comparison: inSlices(steps) }
        compared = own
        own.comparison.catch(() => {
          if (compared === own) compared = null
        })
      }
      return comparisonPage(await compared.comparison, { filter, offset, limit })
    },
  }
}
