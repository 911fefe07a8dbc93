import type { Policy } from '../../../shared/compact/policy.ts'
import { PRESETS } from './presets.ts'

/** Where a policy can be set, nearest first. Null = nothing is set there. */
export interface PolicySources {
  readonly thread: Policy | null
  readonly workspace: Policy | null
  readonly default: Policy | null
  /** Made of the settings file's `compaction` block (S-142). */
  readonly settingsFile: Policy | null
}

/** The policy that holds, and where it comes from: the file's block counts as the default's. */
export interface ResolvedPolicy {
  readonly policy: Policy
  readonly scope: 'preset' | 'default' | 'workspace' | 'thread'
}

/** The nearest policy: thread, workspace, default, the settings file's block, preset `ratio-75`. */
export function resolvePolicy(sources: PolicySources): ResolvedPolicy {
  if (sources.thread !== null) return { policy: sources.thread, scope: 'thread' }
  if (sources.workspace !== null) return { policy: sources.workspace, scope: 'workspace' }
  const policy = sources.default ?? sources.settingsFile
  return policy === null ? { policy: PRESETS['ratio-75'], scope: 'preset' } : { policy, scope: 'default' }
}
