import type { CompactionEvent } from '../../shared/compact/event.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import { type CheckpointEntry, COPY_CHECKPOINT } from '../../shared/ipc/turn.ts'
import type { Steps } from '../compaction/steps.ts'
import { compareCopySteps } from '../compactor/compare-copy.ts'
import {
  type CheckpointComparison,
  compareCheckpointSteps,
  comparisonPage,
} from '../compactor/in-place/compare-checkpoint.ts'
import { editCheckpoint } from '../compactor/in-place/edit-checkpoint.ts'
import { inSlices } from '../threads/in-slices.ts'
import { type CopyDoor, openCopy, sourceOfCopy } from './copy-source.ts'
import type { ThreadRuntimes } from './thread-runtimes.ts'
import type { ThreadStore } from './thread-store.ts'

type CheckpointTextHandlers = Pick<Handlers, 'checkpoint.edit' | 'checkpoint.compare'>

export interface CheckpointTextDoor {
  readonly runtimes: ThreadRuntimes
  readonly storeOf: (thread: string) => ThreadStore
  readonly copies: CopyDoor
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
  const once = (key: string, steps: () => Steps<CheckpointComparison>): Promise<CheckpointComparison> => {
    if (compared?.key === key) return compared.comparison
    const own = { key, comparison: inSlices(steps()) }
    compared = own
    own.comparison.catch(() => {
      if (compared === own) compared = null
    })
    return own.comparison
  }
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
    'checkpoint.compare': async ({ thread, id, ...page }) => {
      if (id === COPY_CHECKPOINT) {
        const copy = await openCopy(door.copies, thread)
        const { file, ...source } = await sourceOfCopy(door.copies, thread, copy)
        const key = JSON.stringify([thread, id, copy.fingerprint, copy.count, file.path, file.fingerprint])
        const comparison = await once(key, () => compareCopySteps(file, copy))
        return { source, ...comparisonPage(comparison, page) }
      }
      const { context, live } = await runtimes.get(thread)
      context.sync()
      const key = JSON.stringify([thread, id, live.count, storeOf(thread).events.changedMs()])
      const comparison = await once(key, () => compareCheckpointSteps(context, eventOf(thread, id)))
      return { source: null, ...comparisonPage(comparison, page) }
    },
  }
}
