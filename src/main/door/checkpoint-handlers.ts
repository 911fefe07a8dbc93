import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { ThreadRuntimes } from './thread-runtimes.ts'

type CheckpointHandlers = Pick<
  Handlers,
  | 'checkpoint.list'
  | 'checkpoint.get'
  | 'checkpoint.undo'
  | 'checkpoint.restore'
  | 'checkpoint.rename'
  | 'mark.list'
  | 'mark.set'
  | 'activity.list'
  | 'policy.get'
  | 'policy.save'
>

/** Routes of what is stored about a thread beside its file. */
export function checkpointHandlers(runtimes: ThreadRuntimes): CheckpointHandlers {
  return {
    'checkpoint.list': async ({ thread }) => runtimes.checkpoints(thread),
    'checkpoint.get': async ({ thread, id }) => runtimes.checkpoint(thread, id),
    'checkpoint.undo': async ({ thread, id }) => runtimes.moveCheckpoint(thread, id, 'undo'),
    'checkpoint.restore': async ({ thread, id }) => runtimes.moveCheckpoint(thread, id, 'restore'),
    'checkpoint.rename': async ({ thread, id, name }) => runtimes.renameCheckpoint(thread, id, name),
    'mark.list': async ({ thread }) => runtimes.marks(thread),
    'mark.set': async ({ thread, index, kind, isOn }) => runtimes.setMark(thread, index, kind, isOn),
    'activity.list': async ({ thread, before, limit }) => runtimes.activity(thread, before, limit),
    'policy.get': async ({ thread }) => runtimes.policyOf(thread),
    'policy.save': async ({ scope, thread, policy }) => {
      await runtimes.savePolicy(scope, thread, policy)
      return null
    },
  }
}
