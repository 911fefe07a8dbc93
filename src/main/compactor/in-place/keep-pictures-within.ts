import { budgetMedia, type MediaSettings } from '../../compaction/reduce/media-budget.ts'
import type { ThreadContext } from './thread-context.ts'

/** Takes the oldest pictures out of later requests when all of them are over a budget (B-29). True = some went. */
export async function keepPicturesWithin(context: ThreadContext, limits: MediaSettings): Promise<boolean> {
  const { projection, overrides } = budgetMedia(context.projection, limits, 0)
  if (overrides.length === 0) return false
  context.ports.store.addOverrides(overrides)
  context.decided(projection, overrides)
  return true
}
