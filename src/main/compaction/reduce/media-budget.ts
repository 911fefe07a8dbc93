import type { Part } from '../../../shared/thread/message.ts'
import { isOpen } from '../projection/apply-overrides.ts'
import type { Projection } from '../projection/projected-message.ts'
import { type Decision, decide, factCall, type Reduction } from './reduction.ts'
import { isAsking, latestRequest } from './zones.ts'

/** Share of the budget pictures are brought down to: the next picture shall not change old bytes again at once. */
const TARGET_RATIO = 0.8

/** Limits of the pictures in one request. */
export interface MediaSettings {
  /** Largest sum of all pictures in a request, in bytes of their base64 form. */
  readonly budgetBytes: number
  /** After a provider's 413: also the pictures of the latest request and of the newest results may go. */
  readonly includesLatest: boolean
}

/**
 * Turns the oldest pictures into counted placeholders when all of them together are over the budget of bytes, which
 * a request reaches long before its tokens (B-29). Pictures of the latest request and of the newest results stay
 * unless `includesLatest`; unlike the other reductions it works inside a running tool loop, since screenshots are
 * what fills it. What a person pinned stays and counts.
 */
export function budgetMedia(projection: Projection, settings: MediaSettings, _nowMs: number): Reduction {
  const holders = pictureHolders(projection)
  const total = holders.reduce((sum, holder) => sum + holder.bytes, 0)
  if (total <= settings.budgetBytes) return decide(projection, 'media', [], 0)
  const target = settings.budgetBytes * TARGET_RATIO
  const request = latestRequest(projection)
  const newest = projection.findLastIndex((item) => item.message.role === 'assistant')
  const decisions: Decision[] = []
  let kept = 0
  for (const { position, call, bytes } of holders.toReversed()) {
    const item = projection[position]
    const isLatest = position === newest || (position === request && item !== undefined && isAsking(item))
    const mayGo = item !== undefined && isOpen(item) && (settings.includesLatest || !isLatest)
    if (kept + bytes <= target || !mayGo) kept += bytes
    else {
      // Everything older goes too, whatever its size: the choice must not change with each new picture.
      kept = Math.max(kept, target)
      decisions.push({ position, call, change: { kind: 'remove-images' } })
    }
  }
  return decide(projection, 'media', decisions.reverse(), 0, true)
}

interface PictureHolder {
  readonly position: number
  readonly call: number | null
  readonly bytes: number
}

/** Messages and results that hold pictures, in order, each with the bytes of its pictures in base64. */
function pictureHolders(projection: Projection): readonly PictureHolder[] {
  const holders: PictureHolder[] = []
  projection.forEach((item, position) => {
    const own = base64Bytes(item.message.content)
    if (own > 0) holders.push({ position, call: null, bytes: own })
    item.message.toolCalls.forEach((call, at) => {
      const bytes = call.output ? base64Bytes(call.output.content) : 0
      if (bytes > 0) holders.push({ position, call: factCall(item, at), bytes })
    })
  })
  return holders
}

function base64Bytes(parts: readonly Part[]): number {
  let bytes = 0
  for (const part of parts) if (part.kind === 'image') bytes += Math.ceil(part.bytes / 3) * 4
  return bytes
}
