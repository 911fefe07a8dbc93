import type { Policy } from '../../shared/compact/policy.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { Policies } from '../checkpoints/policy-repository.ts'
import { describePolicy } from '../compaction/policy/describe-policy.ts'
import { PRESETS } from '../compaction/policy/presets.ts'
import { type ResolvedPolicy, resolvePolicy } from '../compaction/policy/resolve-policy.ts'

type PolicyHandlers = Pick<Handlers, 'policy.get' | 'policy.save' | 'policy.presets'>

export interface PolicyDoor {
  readonly policies: Policies
  readonly root: () => string | null
  /** Made of the settings file's `compaction` block; null = there is none. */
  readonly settingsFile: () => Policy | null
  /** Window of the model that answers in a thread; null = unknown, also where nothing can be said to it. */
  readonly windowOf: (thread: string | null) => Promise<number | null>
  /** Name of a provider that is not in the settings any more; null = it is there. */
  readonly missingProvider: (id: string) => string | null
  readonly onSaved: () => void
}

/** The policy that holds for a thread, or for everything when `thread` is null. */
export function policyFor(door: PolicyDoor, thread: string | null): ResolvedPolicy {
  const { policies } = door
  const root = door.root()
  return resolvePolicy({
    thread: thread === null ? null : policies.get('thread', root, thread),
    workspace: policies.get('workspace', root, null),
    default: policies.get('default', root, null),
    settingsFile: door.settingsFile(),
  })
}

/** Routes of the compaction settings. */
export function policyHandlers(door: PolicyDoor): PolicyHandlers {
  return {
    'policy.get': async ({ thread, scope }) => {
      const own = scope ?? (thread === null ? 'default' : 'thread')
      const { policy, scope: from } =
        own === 'thread'
          ? policyFor(door, thread)
          : own === 'workspace'
            ? policyFor(door, null)
            : resolvePolicy({
                thread: null,
                workspace: null,
                default: door.policies.get('default', door.root(), null),
                settingsFile: door.settingsFile(),
              })
      const { summarizerId } = policy
      const missingSummarizer = summarizerId === null ? null : door.missingProvider(summarizerId)
      const numbers = describePolicy(policy, await door.windowOf(thread))
      return { policy, scope: from, missingSummarizer, ...numbers }
    },
    'policy.save': async ({ scope, thread, policy }) => {
      door.policies.save(scope, door.root(), thread, policy)
      door.onSaved()
      return null
    },
    'policy.presets': async () => PRESETS,
  }
}
