import type { CallEffect } from '../tools/tool.ts'

/** What a person allowed or forbade in one thread, beyond a single call. */
export interface ThreadGrants {
  readonly allowed: readonly Grant[]
  readonly refused: readonly Grant[]
}

/** Calls an answer covers: what the person was shown, and nothing that only looks like it. */
export type Grant =
  /** Writing any file of the workspace. */
  | { readonly kind: 'write' }
  /** Writing this one. */
  | { readonly kind: 'write-path'; readonly path: string }
  /** This line in this folder of the workspace. A `*` in it is the shell's, never a pattern of ours. */
  | { readonly kind: 'run'; readonly command: string; readonly cwd: string }
  | { readonly kind: 'fetch'; readonly host: string }
  | { readonly kind: 'foreign'; readonly tool: string }

/** Nothing was answered for more than one call. */
export const NO_GRANTS: ThreadGrants = { allowed: [], refused: [] }

/** What happens with a call before it runs. */
export type ApprovalRuling = 'run' | 'ask' | 'refuse'

/** Reading never asks. Everything else asks until the person has answered for this thread; a refusal wins. */
export function decideApproval(effect: CallEffect, grants: ThreadGrants): ApprovalRuling {
  if (effect.kind === 'read') return 'run'
  if (grants.refused.some((grant) => covers(grant, effect))) return 'refuse'
  return grants.allowed.some((grant) => covers(grant, effect)) ? 'run' : 'ask'
}

/** The grants after an answer. `once` leaves them as they are. */
export function withAnswer(
  grants: ThreadGrants,
  effect: CallEffect,
  decision: 'once' | 'thread' | 'never',
): ThreadGrants {
  if (decision === 'once' || effect.kind === 'read') return grants
  if (decision === 'thread') return { ...grants, allowed: [...grants.allowed, allowGrant(effect)] }
  return { ...grants, refused: [...grants.refused, refuseGrant(effect)] }
}

type AskingEffect = Exclude<CallEffect, { kind: 'read' }>

function allowGrant(effect: AskingEffect): Grant {
  return effect.kind === 'write' ? { kind: 'write' } : refuseGrant(effect)
}

/** A refusal is about this file, command or host: the model may still propose another. */
function refuseGrant(effect: AskingEffect): Grant {
  return effect.kind === 'write' ? { kind: 'write-path', path: effect.path } : effect
}

function covers(grant: Grant, effect: CallEffect): boolean {
  switch (grant.kind) {
    case 'write':
      return effect.kind === 'write'
    case 'write-path':
      return effect.kind === 'write' && effect.path === grant.path
    case 'run':
      return effect.kind === 'run' && effect.command === grant.command && effect.cwd === grant.cwd
    case 'fetch':
      return effect.kind === 'fetch' && effect.host === grant.host
    case 'foreign':
      return effect.kind === 'foreign' && effect.tool === grant.tool
  }
}
