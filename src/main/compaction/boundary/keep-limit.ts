import type { Keep } from '../../../shared/compact/policy.ts'
import type { Projection } from '../projection/projected-message.ts'
import { isAsking, wireSize } from '../reduce/zones.ts'

/** A keep setting as a plain limit. */
export type KeepLimit =
  | { readonly kind: 'tokens'; readonly tokens: number }
  | { readonly kind: 'messages'; readonly messages: number }
  | { readonly kind: 'turns'; readonly turns: number }

/**
 * The limit a setting means for a model. A share is of the window, or of the trigger while the window is not known;
 * tokens are capped by their share of the trigger (S-126). With neither known a share keeps everything.
 */
export function limitOf(
  keep: Keep,
  {
    triggerTokens,
    windowTokens,
  }: { readonly triggerTokens: number | null; readonly windowTokens: number | null },
): KeepLimit {
  switch (keep.kind) {
    case 'ratio':
      return {
        kind: 'tokens',
        tokens: Math.floor((windowTokens ?? triggerTokens ?? Number.POSITIVE_INFINITY) * keep.value),
      }
    case 'tokens':
      return {
        kind: 'tokens',
        tokens: Math.floor(
          Math.min(keep.value, (triggerTokens ?? Number.POSITIVE_INFINITY) * keep.capOfTrigger),
        ),
      }
    case 'turns':
      return { kind: 'turns', turns: Math.max(1, Math.floor(keep.value)) }
    case 'messages':
      return { kind: 'messages', messages: Math.max(1, Math.floor(keep.value)) }
  }
}

/**
 * Position of the first message that stays by a limit, from `start` on. By tokens the farthest one whose kept part,
 * with the request of its turn, is within the limit; the last message when none is.
 */
export function farthestByKeep(projection: Projection, start: number, limit: KeepLimit): number {
  switch (limit.kind) {
    case 'tokens':
      return byTokens(projection, start, limit.tokens)
    case 'messages':
      return byMessages(projection, start, limit.messages)
    case 'turns':
      return byTurns(projection, start, limit.turns)
  }
}

function byTokens(projection: Projection, start: number, budget: number): number {
  let best = Math.max(start, projection.length - 1)
  let tokens = 0
  let request = projection.length
  for (let position = projection.length - 1; position >= start; position--) {
    const item = projection[position]
    if (!item) break
    tokens += item.tokens
    if (tokens > budget) break
    if (position <= request) request = requestAt(projection, position)
    const front = request < position ? (projection[request]?.tokens ?? 0) : 0
    if (tokens + front <= budget) best = position
  }
  return best
}

/** Position of the request that opens the turn of a message; -1 when there is none. */
function requestAt(projection: Projection, position: number): number {
  let at = position
  for (; at >= 0; at--) {
    const item = projection[at]
    if (!item || item.index === null) return -1
    if (isAsking(item)) return at
  }
  return at
}

function byMessages(projection: Projection, start: number, messages: number): number {
  let count = 0
  let position = projection.length
  while (position > start && count < messages) {
    position -= 1
    const item = projection[position]
    if (item) count += wireSize(item.message)
  }
  return position
}

function byTurns(projection: Projection, start: number, turns: number): number {
  let left = turns
  for (let position = projection.length - 1; position >= start; position--) {
    const item = projection[position]
    if (!item || !isAsking(item)) continue
    left -= 1
    if (left === 0) return position
  }
  return start
}
