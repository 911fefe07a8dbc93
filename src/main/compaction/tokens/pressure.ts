import type { Message } from '../../../shared/thread/message.ts'
import type { ProjectedMessage, Projection } from '../projection/projected-message.ts'
import { estimateResultTokens } from './estimate-message.ts'
import { countedMsOf } from './message-cost.ts'
import { familyOfModel } from './model-family.ts'
import { type TokenFamily, USUAL_FAMILY } from './token-family.ts'
import { countedTokens } from './usage.ts'

/**
 * Added to an estimate that no usage backs, as a share of it (S-063). It covers the estimator's own promise of at
 * most 5 % too few. The floor goes without: with it, true counts below the padded estimate could never show.
 */
const PAD_RATIO = 0.05

/**
 * From where usage may be believed: it must have been counted after the newest event, undo, override or mark,
 * since the list was another one before (B-27, C-11). `index` = number of facts at that change. `afterMs` = its
 * time, for what was read back from a file; null = no change is known by time, -Infinity = there was one, but
 * nobody knows when: only usage with a time counts.
 */
export interface AnchorScope {
  readonly index: number
  readonly afterMs: number | null
}

/** Nothing ever changed the list. */
export const ANY_ANCHOR: AnchorScope = { index: 0, afterMs: null }

interface Anchor {
  readonly index: number
  /** Of its message, as the provider counted them: prompt and answer. */
  readonly countedTokens: number
  /** Estimates up to and with its message, without its own results: they came after the count. */
  readonly coveredTokens: number
}

/** Running sums over a projection; a plain value that a new message extends without a second look at the rest. */
export interface PressureState {
  readonly scope: AnchorScope
  readonly itemCount: number
  readonly listTokens: number
  readonly anchor: Anchor | null
}

/** Size of the next request. Tokens are whole and 0 or more (I11). */
export interface Pressure {
  readonly tokens: number
  /** `usage` = the provider's count decided; `estimate` = it had none, or it was below the floor. */
  readonly basis: 'usage' | 'estimate'
  /** Index of the message whose usage is the anchor; null = none. */
  readonly anchorIndex: number | null
  /** The estimate of everything, fixed part and list, without a pad. */
  readonly full: number
}

/** What turns sums into a size. */
export interface PressureOptions {
  /** System prompt and tools. An anchor's count has them already (S-101). */
  readonly fixedTokens: number
  /** Never below the full estimate (S-066, C-11). */
  readonly hasFloor: boolean
}

/** What an estimate of this size shows as while no usage backs it. */
export function padded(estimate: number): number {
  return estimate + Math.ceil(estimate * PAD_RATIO)
}

/** The largest estimate that shows as at most `tokens`. */
export function unpadded(tokens: number): number {
  const estimate = Math.floor(tokens / (1 + PAD_RATIO))
  return padded(estimate) > tokens ? estimate - 1 : estimate
}

/** No messages yet. */
export function startPressure(scope: AnchorScope): PressureState {
  return { scope, itemCount: 0, listTokens: 0, anchor: null }
}

/** Takes in messages that came to the end. Costs what they cost, whatever stands before them. */
export function extendPressure(state: PressureState, newItems: Projection): PressureState {
  const listTokens = newItems.reduce((sum, { tokens }) => sum + tokens, state.listTokens)
  const anchor = newestAnchor(newItems, listTokens, state.scope) ?? state.anchor
  return { ...state, itemCount: state.itemCount + newItems.length, listTokens, anchor }
}

/** Looked for from the end: only the last one counts. */
function newestAnchor(items: Projection, tokensWith: number, scope: AnchorScope): Anchor | null {
  let tokensBefore = tokensWith
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at]
    if (item === undefined) continue
    tokensBefore -= item.tokens
    const anchor = anchorAt(item, tokensBefore, scope)
    if (anchor !== null) return anchor
  }
  return null
}

/** Takes in that the newest message is another one now: its results came, or it was written to its end. */
export function replaceNewest(
  state: PressureState,
  before: ProjectedMessage,
  after: ProjectedMessage,
): PressureState {
  const beforeIt = state.listTokens - before.tokens
  // Usage never leaves a message again, so an anchor that is not this message stands further up.
  const anchor = anchorAt(after, beforeIt, state.scope) ?? state.anchor
  return { ...state, listTokens: beforeIt + after.tokens, anchor }
}

/** The size that a state stands for. */
export function readPressure(state: PressureState, options: PressureOptions): Pressure {
  const full = options.fixedTokens + state.listTokens
  const { anchor } = state
  if (anchor === null) {
    return { tokens: padded(full), basis: 'estimate', anchorIndex: null, full }
  }
  const counted = anchor.countedTokens + Math.max(0, state.listTokens - anchor.coveredTokens)
  if (options.hasFloor && counted < full) {
    return { tokens: full, basis: 'estimate', anchorIndex: anchor.index, full }
  }
  return { tokens: counted, basis: 'usage', anchorIndex: anchor.index, full }
}

/**
 * Size of the next request: the newest usage that can be believed plus an estimate of what came after it
 * (S-061, S-062, S-100), never below the full estimate where the policy says so.
 */
export function measurePressure(items: Projection, scope: AnchorScope, options: PressureOptions): Pressure {
  return readPressure(extendPressure(startPressure(scope), items), options)
}

function anchorAt(item: ProjectedMessage, tokensBefore: number, scope: AnchorScope): Anchor | null {
  if (item.provenance !== 'fact' || item.index === null || item.index < scope.index) return null
  const { cost } = item
  const countedMs = cost === undefined ? countedMsOf(item.message) : cost.countedMs
  if (countedMs === null || (scope.afterMs !== null && !(countedMs > scope.afterMs))) return null
  const { message, family } = item
  if (isOfOtherFamily(message, family)) return null
  const counted = countedTokens(message, family)
  if (counted === null) return null
  let results = 0
  for (const call of message.toolCalls) results += estimateResultTokens(call, family)
  return {
    index: item.index,
    countedTokens: counted,
    coveredTokens: tokensBefore + Math.max(0, item.tokens - results),
  }
}

/** Counted by a model with another tokenizer: it says nothing about what the list is for this one. */
function isOfOtherFamily({ runtime }: Message, family: TokenFamily = USUAL_FAMILY): boolean {
  const model = runtime?.origin?.model
  return model !== undefined && familyOfModel(model) !== family
}
