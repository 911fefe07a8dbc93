import type { Database } from 'better-sqlite3'
import type { Policy } from '../../shared/compact/policy.ts'
import { policySchema } from '../../shared/ipc/policy-schema.ts'
import { threadKey } from './thread-key.ts'

/** Where a policy was set. */
export type PolicyScope = 'default' | 'workspace' | 'thread'

/** Policies a person edited, per scope. */
export interface Policies {
  /** Null = nothing is set there, or it cannot be read. */
  get(scope: PolicyScope, root: string | null, thread: string | null): Policy | null
  /** Null forgets it. */
  save(scope: PolicyScope, root: string | null, thread: string | null, policy: Policy | null): void
}

export function createPolicies(db: Database): Policies {
  const read = db.prepare<[string, string, string], { readonly value: string }>(
    'select value from policy where scope = ? and root = ? and thread = ?',
  )
  const write = db.prepare(
    `insert into policy (scope, root, thread, value) values (?, ?, ?, ?)
     on conflict do update set value = excluded.value`,
  )
  /** A policy is the same value until it is saved anew: what is built from it is built once. */
  const known = new Map<string, { readonly text: string; readonly policy: Policy | null }>()
  const remove = db.prepare('delete from policy where scope = ? and root = ? and thread = ?')
  return {
    get(scope, root, thread) {
      const place = placeOf(scope, root, thread)
      const row = place === null ? undefined : read.get(scope, place.root, place.thread)
      if (row === undefined || place === null) return null
      const key = JSON.stringify([scope, place.root, place.thread])
      const former = known.get(key)
      if (former?.text === row.value) return former.policy
      const policy = readPolicy(row.value)
      known.set(key, { text: row.value, policy })
      return policy
    },
    save(scope, root, thread, policy) {
      const place = placeOf(scope, root, thread)
      if (place === null) return
      if (policy === null) remove.run(scope, place.root, place.thread)
      else write.run(scope, place.root, place.thread, JSON.stringify(policy))
    },
  }
}

function placeOf(scope: PolicyScope, root: string | null, thread: string | null) {
  if (scope === 'default') return { root: '', thread: '' }
  if (scope === 'workspace') return root === null ? null : { root, thread: '' }
  return thread === null ? null : threadKey(root, thread)
}

function readPolicy(text: string): Policy | null {
  try {
    return policySchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
