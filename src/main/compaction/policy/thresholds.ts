import type { Keep, Policy } from '../../../shared/compact/policy.ts'

/** A share of the window is kept up to this part of the trigger; a number of tokens has its own cap (S-126). */
const KEEP_OF_TRIGGER = 0.5

/** A fixed trigger is held below the window, where it could never fire. */
const FIXED_OF_WINDOW = 0.95

/** Smallest room for an answer, in tokens; below it a request is not worth sending (B-40). */
const SMALLEST_ANSWER_TOKENS = 1_000

/**
 * Tokens at which compaction fires (`estimate >= trigger`, S-107); null = never by itself. The window is taken
 * exactly as it is stated, no margin is taken off (S-103). `windowTokens` null = unknown: the policy's own
 * rule for that holds (C-03).
 */
export function triggerTokensOf(policy: Policy, windowTokens: number | null): number | null {
  const { trigger, unknownWindow } = policy
  if (policy.mode === 'off' || trigger.kind === 'manual') return null
  const window = effectiveWindow(policy, windowTokens)
  if (window === null) {
    if (trigger.kind === 'tokens') return trigger.value
    return unknownWindow.kind === 'fixed' ? unknownWindow.triggerTokens : null
  }
  switch (trigger.kind) {
    case 'ratio':
      return Math.max(1, Math.floor(window * trigger.value))
    case 'reserve':
      return Math.max(1, window - reserveTokens(trigger, window))
    case 'tokens':
      return Math.max(1, Math.min(trigger.value, Math.floor(window * FIXED_OF_WINDOW)))
  }
}

/** What stays word for word for this window: an unknown window turns a share of it into messages (S-031). */
export function keepOf(policy: Policy, windowTokens: number | null): Keep {
  const { keep, unknownWindow } = policy
  const isUnknown = effectiveWindow(policy, windowTokens) === null
  return keep.kind === 'ratio' && isUnknown && unknownWindow.kind === 'fixed'
    ? { kind: 'messages', value: unknownWindow.keepMessages }
    : keep
}

/**
 * Tokens that stay word for word, capped by the trigger (S-126); null = the policy counts turns or messages,
 * not tokens.
 */
export function keepTokensOf(policy: Policy, windowTokens: number | null): number | null {
  const keep = keepOf(policy, windowTokens)
  const trigger = triggerTokensOf(policy, windowTokens)
  if (keep.kind === 'ratio') {
    const window = effectiveWindow(policy, windowTokens)
    if (window === null) return null
    const tokens = Math.floor(window * keep.value)
    return trigger === null ? tokens : Math.min(tokens, Math.floor(trigger * KEEP_OF_TRIGGER))
  }
  if (keep.kind === 'tokens') {
    return trigger === null ? keep.value : Math.min(keep.value, Math.floor(trigger * keep.capOfTrigger))
  }
  return null
}

/** The window the arithmetic uses: the known one, else the assumed one, else null. */
export function effectiveWindow(policy: Policy, windowTokens: number | null): number | null {
  if (windowTokens !== null) return windowTokens
  return policy.unknownWindow.kind === 'assume' ? policy.unknownWindow.windowTokens : null
}

/**
 * Most tokens a request may have so that an answer still fits behind it. Null = the window is unknown or
 * only assumed: then the provider alone can say.
 */
export function requestLimitOf(windowTokens: number | null): number | null {
  if (windowTokens === null) return null
  return windowTokens - Math.min(SMALLEST_ANSWER_TOKENS, Math.floor(windowTokens / 8))
}

/** S-104: both reserves, capped at a share of the window. */
function reserveTokens(
  trigger: { readonly outputTokens: number; readonly summaryTokens: number; readonly capRatio: number },
  window: number,
): number {
  return Math.min(trigger.outputTokens + trigger.summaryTokens, Math.floor(window * trigger.capRatio))
}
