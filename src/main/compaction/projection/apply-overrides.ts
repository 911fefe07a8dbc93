import { changeMessage } from './change-message.ts'
import { type ClearedResults, clearProjected } from './clear-results.ts'
import type { Override } from './override.ts'
import type { ProjectedMessage, Projection } from './projected-message.ts'

/**
 * The projection with stored decisions carried out (C-06), and without the results a person cleared. Only facts are
 * reduced: what a person pinned, the meta prompt, a checkpoint and restored files are sent word for word whatever was
 * decided before; a result is cleared in a pinned message too, since that was said about it alone. A decision whose
 * message is not in the projection, or no longer is the one it was made about, is left out: the full content is
 * sent then, which costs tokens and loses nothing.
 *
 * Calls removed by a collapse stay away only while the record that names them is there. Gives the same list back
 * when nothing changes.
 */
export function applyOverrides(
  projection: Projection,
  overrides: readonly Override[],
  cleared: ClearedResults = new Map(),
): Projection {
  if (overrides.length === 0 && cleared.size === 0) return projection
  const byIndex = decisionsInForce(locateTargets(projection, overrides))
  if (byIndex.size === 0 && cleared.size === 0) return projection
  let isChanged = false
  const result: ProjectedMessage[] = []
  for (const item of projection) {
    const own = item.index === null ? undefined : byIndex.get(item.index)
    const places = item.index === null ? undefined : cleared.get(item.index)
    const reduced = own ? changeMessage(item, own) : item
    const changed = reduced && places ? clearProjected(reduced, item.message, places, own ?? []) : reduced
    if (changed !== item) isChanged = true
    if (changed) result.push(changed)
  }
  return isChanged ? result : projection
}

/** Only facts are reduced. */
export function isOpen(item: ProjectedMessage): boolean {
  return item.provenance === 'fact' && item.index !== null
}

/** A decision whose `index` is the place its message has now, and whether it can be carried out. */
interface Located {
  readonly override: Override
  readonly isPresent: boolean
}

function locateTargets(projection: Projection, overrides: readonly Override[]): readonly Located[] {
  const wanted = new Set<number>()
  for (const override of overrides) wanted.add(override.index)
  const items = new Map<number, ProjectedMessage>()
  for (const item of projection)
    if (item.index !== null && wanted.has(item.index)) items.set(item.index, item)
  let unique: ReadonlyMap<string, ProjectedMessage | null> | null = null
  return overrides.map((override): Located => {
    const item = items.get(override.index)
    if (!item || item.message.id === override.messageId)
      return { override, isPresent: item !== undefined && isOpen(item) }
    // Places have shifted for certain: another message stands where this one stood (S-059).
    unique ??= uniqueIds(projection)
    const moved = unique.get(override.messageId)
    if (!moved || moved.index === null) return { override, isPresent: false }
    return { override: { ...override, index: moved.index }, isPresent: isOpen(moved) }
  })
}

/** The message of each id that stands exactly once in the projection; null for ids that repeat. */
function uniqueIds(projection: Projection): ReadonlyMap<string, ProjectedMessage | null> {
  const messages = new Map<string, ProjectedMessage | null>()
  for (const item of projection) {
    const id = item.message.id
    if (item.index !== null && id !== '') messages.set(id, messages.has(id) ? null : item)
  }
  return messages
}

function decisionsInForce(located: readonly Located[]): ReadonlyMap<number, readonly Override[]> {
  const idle = idleCollapses(located)
  const byIndex = new Map<number, Override[]>()
  for (const one of located) {
    if (!one.isPresent || idle.has(one)) continue
    const list = byIndex.get(one.override.index)
    if (list) list.push(one.override)
    else byIndex.set(one.override.index, [one.override])
  }
  return byIndex
}

/**
 * Decisions of a collapse that do not hold. What counts is the last word about each call; a removed call belongs
 * to the nearest record before it, and comes back when that record is not in the projection.
 */
function idleCollapses(located: readonly Located[]): ReadonlySet<Located> {
  const idle = new Set<Located>()
  const last = new Map<string, Located>()
  for (const one of located) {
    if (one.override.step !== 'collapse') continue
    const key = `${one.override.index}:${one.override.call}`
    const former = last.get(key)
    if (former) idle.add(former)
    last.set(key, one)
  }
  const inOrder = [...last.values()].sort(
    (a, b) => a.override.index - b.override.index || (a.override.call ?? 0) - (b.override.call ?? 0),
  )
  let hasRecord = false
  for (const one of inOrder) {
    if (one.override.change.kind === 'output') hasRecord = one.isPresent
    else if (!hasRecord) idle.add(one)
  }
  return idle
}
