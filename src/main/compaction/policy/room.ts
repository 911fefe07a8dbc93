import type { Policy } from '../../../shared/compact/policy.ts'
import { effectiveWindow, keepTokensOf, triggerTokensOf } from './thresholds.ts'

/** Latin text has about four characters to a token. */
const CHARS_PER_TOKEN = 4

/** Most a summary, and what is restored beside it, may take of the room under the trigger. */
const SUMMARY_SHARE = 1 / 4
const RESTORED_SHARE = 1 / 8

/** How the room under the trigger is dealt out, all in tokens. */
export interface Room {
  /** A summary longer than this is cut. Scripts with more tokens per character are held to it as well. */
  readonly summaryTokens: number
  readonly restorationTokens: number
  /** What stays word for word. Null = no limit: there is no trigger and no window to keep below. */
  readonly keepTokens: number | null
}

/**
 * Deals out what is left under the trigger once the parts that cannot shrink are in (system prompt, tools, meta
 * prompt, pins). The kept part takes at most half of what summary and restored files leave, so that the other
 * half is free for the next turns: compaction does not fire again at once (S-126, S-127). Without a trigger
 * the window counts; `limitTokens` replaces both where a provider refused at a known size.
 */
export function dealOutRoom(
  policy: Policy,
  windowTokens: number | null,
  unshrinkableTokens: number,
  limitTokens: number | null,
): Room {
  const { restoration } = policy
  const window = effectiveWindow(policy, windowTokens)
  const trigger = triggerTokensOf(policy, windowTokens)
  const limit = smallest(trigger ?? window, limitTokens)
  const summaryTokens = Math.ceil(policy.summaryChars / CHARS_PER_TOKEN)
  const restorable = Math.min(
    restoration.totalTokens,
    restoration.maxFiles * restoration.perFileTokens,
    Math.floor((window ?? limit ?? Number.POSITIVE_INFINITY) * restoration.windowRatio),
  )
  if (limit === null) {
    return { summaryTokens, restorationTokens: restorable, keepTokens: keepTokensOf(policy, windowTokens) }
  }
  const left = Math.max(0, limit - unshrinkableTokens)
  const summary = Math.min(summaryTokens, Math.floor(left * SUMMARY_SHARE))
  const restored = Math.min(restorable, Math.floor(left * RESTORED_SHARE))
  const keepCap = Math.floor((left - summary - restored) / 2)
  return {
    summaryTokens: summary,
    restorationTokens: restored,
    keepTokens: Math.min(keepTokensOf(policy, windowTokens) ?? keepCap, keepCap),
  }
}

function smallest(one: number | null, other: number | null): number | null {
  if (one === null) return other
  return other === null ? one : Math.min(one, other)
}
