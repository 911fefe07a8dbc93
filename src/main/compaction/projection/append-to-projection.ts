import { applyOverrides } from './apply-overrides.ts'
import { type ProjectionInput, projectFacts } from './build-projection.ts'
import { isLater } from './new-identity.ts'
import type { ProjectedMessage, Projection } from './projected-message.ts'

/**
 * A projection extended by new facts, without looking at the old ones again: equal to a rebuild from all facts.
 * `input.facts` are the new ones alone; `input.overrides` may be all there are. Facts whose place is already in the list,
 * such as a reply whose calls have been answered since, replace its end from there on.
 *
 * Null when only a rebuild can tell: nothing of the kept part is in the list yet, the meta prompt has been
 * recognised meanwhile, or the new facts claim to be older than the event.
 */
export function appendToProjection(projection: Projection, input: ProjectionInput): Projection | null {
  const first = input.facts[0]
  if (!first) return projection
  let end = projection.length
  while (end > 0 && (projection[end - 1]?.index ?? -1) >= first.index) end -= 1
  const last = projection[end - 1]
  if (!isExtendable(last, input) || hasNewLayout(projection, input)) return null
  const added = projectFacts(input.facts, input)
  const old = end === projection.length ? projection : projection.slice(0, end)
  // Decisions are about old messages; going through all of them for each new one would cost what a rebuild costs.
  const own = input.overrides.filter(({ index }) => index >= first.index)
  return old.concat(applyOverrides(added, own, input.marks.cleared))
}

function isExtendable(last: ProjectedMessage | undefined, { event, facts }: ProjectionInput): boolean {
  if (!event) return true
  if (!last || last.index === null || last.index < event.cutoffIndex) return false
  const [first] = facts
  return isLater(last, event) || (first !== undefined && isLater(first, event))
}

/** Meta prompt and checkpoint stand among the first two messages, and can be told only when the second is there. */
function hasNewLayout(projection: Projection, { layout }: ProjectionInput): boolean {
  return projection.slice(0, 2).some(({ index, provenance }) => {
    if (index === null) return false
    if ((provenance === 'meta') !== (index === layout.metaPromptIndex)) return true
    return (provenance === 'checkpoint') !== (index === layout.checkpointIndex)
  })
}
