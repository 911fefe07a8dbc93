import type { SkipReason } from '../../../shared/compact/event.ts'
import type { Keep } from '../../../shared/compact/policy.ts'
import type { Projection } from '../projection/projected-message.ts'
import { isAnswered, isAsking, latestRequest, wireSize } from '../reduce/zones.ts'
import { estimateMessageTokens } from '../tokens/estimate-message.ts'
import { farthestByKeep, type KeepLimit, limitOf } from './keep-limit.ts'

/** Where a compaction in place cuts. */
export type Cut =
  | {
      readonly kind: 'cut'
      /** Place in the thread of the first message that stays. */
      readonly index: number
      /** Tokens of what stays from there on, with the request of a turn that is cut inside. */
      readonly keptTokens: number
      /** Messages on the wire between the place the setting asked for and the safe one. */
      readonly moved: number
      /** Places of requests before the cut that stay word for word, because their turn is cut inside. */
      readonly keptRequests: readonly number[]
    }
  | {
      readonly kind: 'nothing'
      readonly reason: Extract<
        SkipReason,
        'nothing-to-fold' | 'only-a-summary' | 'fits-budget' | 'tools-running'
      >
    }

export interface CutContext {
  readonly triggerTokens: number | null
  readonly windowTokens: number | null
  /** Cutoff of the active event: what stands before it is folded already. 0 without an event. */
  readonly keptFromIndex: number
}

/** A running tool loop up to this share of the trigger stays whole, whatever the setting keeps. */
const LOOP_RATIO = 0.5

/**
 * The one boundary function (C-02). Finds the first message that stays, by tokens, share of the window, turns or
 * messages on the wire, and moves it to a safe place: a call and its results stay on one side (S-048, S-049), by
 * tokens forward (S-128), by messages back, so that at least as many stay.
 *
 * What always stays: the latest request, the last message, calls that wait for their results and all behind them
 * (B-03), and a running tool loop as long as it is at most half the trigger (S-035). A longer loop is cut between
 * two of its steps, and its request stays in front (B-33).
 */
export function findCut(projection: Projection, keep: Keep, context: CutContext): Cut {
  const start = projection.findIndex(
    ({ index, provenance }) =>
      index !== null && index >= context.keptFromIndex && (provenance === 'fact' || provenance === 'pin'),
  )
  if (start < 0)
    return { kind: 'nothing', reason: hasSummary(projection) ? 'only-a-summary' : 'nothing-to-fold' }
  const limit = limitOf(keep, context)
  const asked = farthestByKeep(projection, start, limit)
  const whole = keepLoopWhole(projection, start, asked, limit, context)
  const waiting = firstWaiting(projection, start, whole)
  const cut = Math.min(whole, waiting, projection.length - 1)
  if (cut <= start)
    return {
      kind: 'nothing',
      reason: waiting < whole ? 'tools-running' : whyAllKept(projection, start, limit),
    }

  const index = projection[cut]?.index ?? 0
  const requests = requestsBefore(projection, cut)
  if (!hasFoldable(projection, start, cut, requests))
    return { kind: 'nothing', reason: hasSummary(projection) ? 'only-a-summary' : 'nothing-to-fold' }
  return {
    kind: 'cut',
    index,
    keptTokens: tokensFrom(projection, cut) + sumTokens(projection, requests),
    moved:
      wireBetween(projection, Math.min(asked, cut), Math.max(asked, cut)) +
      partsBefore(projection, asked, limit),
    keptRequests: requests.flatMap((position) => projection[position]?.index ?? []),
  }
}

/** The cut by the setting, moved before the running loop when that may stay whole. */
function keepLoopWhole(
  projection: Projection,
  start: number,
  asked: number,
  limit: KeepLimit,
  { triggerTokens, windowTokens }: CutContext,
): number {
  const request = latestRequest(projection)
  const last = projection.at(-1)
  if (asked <= request || request < start || !last) return asked
  const isRunning = last.message.role === 'assistant' && last.message.toolCalls.length > 0
  if (!isRunning) return asked
  const room = triggerTokens ?? windowTokens ?? Number.POSITIVE_INFINITY
  const loopTokens = tokensFrom(projection, request)
  const budget = limit.kind === 'tokens' ? limit.tokens : 0
  return loopTokens <= Math.max(budget, room * LOOP_RATIO) ? request : asked
}

/** Position of the first message with a waiting call; nothing from there on may be folded. */
function firstWaiting(projection: Projection, start: number, end: number): number {
  for (let position = start; position < end; position++) {
    const item = projection[position]
    if (item && !isAnswered(item.message)) return position
  }
  return end
}

/** Whether there is anything before the cut that may go into a summary. */
function hasFoldable(
  projection: Projection,
  start: number,
  cut: number,
  requests: readonly number[],
): boolean {
  for (let position = start; position < cut; position++) {
    if (projection[position]?.provenance === 'fact' && !requests.includes(position)) return true
  }
  return false
}

function whyAllKept(
  projection: Projection,
  start: number,
  limit: KeepLimit,
): 'fits-budget' | 'only-a-summary' {
  if (!hasSummary(projection)) return 'fits-budget'
  if (limit.kind === 'turns') return 'only-a-summary'
  const size =
    limit.kind === 'tokens'
      ? tokensFrom(projection, 0)
      : wireBetween(projection, start, projection.length) + 1
  return size <= (limit.kind === 'tokens' ? limit.tokens : limit.messages) ? 'fits-budget' : 'only-a-summary'
}

function hasSummary(projection: Projection): boolean {
  return projection.some(({ provenance }) => provenance === 'checkpoint')
}

/** Positions of the requests that a cut inside a turn leaves in front; none when it stands before a request. */
export function requestsBefore(projection: Projection, cut: number): readonly number[] {
  const first = projection[cut]
  if (first && isAsking(first)) return []
  const requests: number[] = []
  for (let position = cut - 1; position >= 0; position--) {
    const item = projection[position]
    if (!item || item.index === null) break
    const follows = requests.length === 0 || projection[position + 1]?.index === item.index + 1
    if (isAsking(item) && follows) requests.push(position)
    else if (requests.length > 0) break
  }
  return requests.reverse()
}

function tokensFrom(projection: Projection, from: number): number {
  let tokens = 0
  for (let position = from; position < projection.length; position++)
    tokens += projection[position]?.tokens ?? 0
  return tokens
}

function sumTokens(projection: Projection, positions: readonly number[]): number {
  return positions.reduce((sum, position) => sum + (projection[position]?.tokens ?? 0), 0)
}

function wireBetween(projection: Projection, from: number, to: number): number {
  let count = 0
  for (let position = from; position < to; position++) {
    const item = projection[position]
    if (item) count += wireSize(item.message)
  }
  return count
}

/**
 * Results that would have fitted before the asked cut, but go with their call: by how much tokens snapped forward.
 * For messages, those that stay beyond the number asked for.
 */
function partsBefore(projection: Projection, asked: number, limit: KeepLimit): number {
  if (limit.kind === 'messages')
    return Math.max(0, wireBetween(projection, asked, projection.length) - limit.messages)
  const group = limit.kind === 'tokens' ? projection[asked - 1] : undefined
  if (!group || limit.kind !== 'tokens') return 0
  let left = limit.tokens - tokensFrom(projection, asked)
  let parts = 0
  for (const call of group.message.toolCalls.toReversed()) {
    if (!call.output) continue
    const result = { ...group.message, content: call.output.content, toolCalls: [] }
    left -= estimateMessageTokens(result, group.family)
    if (left < 0) break
    parts += 1
  }
  return parts
}
