import { isDeepStrictEqual } from 'node:util'
import type { Message } from '../../shared/thread/message.ts'

/** Where a message of the copy stands in the source; -1 = it does not, or its id does not say. */
export type PlaceOf = (message: Message | undefined) => number

/** What is looked through for the cut. */
export interface KeptSearch {
  readonly source: readonly Message[]
  /** Of the copy, all behind its newest checkpoint. */
  readonly behind: readonly Message[]
  readonly placeOf: PlaceOf
  /** Ids of pinned messages, which stand before the kept ones; null = the copy does not say. */
  readonly pinned: readonly string[] | null
  /** Where the cut was by the copy's lineage; null = it does not say. */
  readonly expected: number | null
}

/** Places by id. An id that stands twice in a file, or none, says nothing. */
export function placesOf(source: readonly Message[], copied: readonly Message[]): PlaceOf {
  const isOnceInCopy = once(copied)
  const isOnce = once(source)
  const places = new Map<string, number>()
  for (const [index, { id }] of source.entries())
    if (isOnce.has(id) && isOnceInCopy.has(id)) places.set(id, index)
  return (message) => places.get(message?.id ?? '') ?? -1
}

/**
 * Place in the source of the first kept message; -1 = nothing is kept. Ids tell it, also when the conversation went
 * on. Where the first ones have no id of their own, what stands before a known one is compared; where none has, the
 * lineage is tried, and then the two ends.
 */
export function firstKept(search: KeptSearch): number {
  const { source, behind, placeOf } = search
  const first = firstByIds(search)
  if (first === -1) return firstByWords(search)
  let at = behind.findIndex((message) => placeOf(message) === first)
  let place = first
  while (at > 0 && isUnknown(search, behind[at - 1]) && isSame(behind[at - 1], source[place - 1])) {
    at -= 1
    place -= 1
  }
  return place
}

/** A copy that does not name its pinned messages shows them by a gap: kept messages follow one another in the source. */
function firstByIds({ behind, placeOf, pinned }: KeptSearch): number {
  const isPinned = new Set(pinned)
  const known = behind
    .map((message, at) => ({ at, id: message.id, place: placeOf(message) }))
    .filter(({ id, place }) => place !== -1 && !isPinned.has(id))
  if (pinned !== null) return known[0]?.place ?? -1
  const gap = known.findLastIndex(({ at, place }, one) => {
    const before = known[one - 1]
    return before !== undefined && place - before.place !== at - before.at
  })
  return known[Math.max(0, gap)]?.place ?? -1
}

function firstByWords({ source, behind, expected }: KeptSearch): number {
  if (expected !== null && behind.some((message) => isSame(message, source[expected]))) return expected
  let same = 0
  while (same < Math.min(source.length, behind.length) && isSame(behind.at(-1 - same), source.at(-1 - same)))
    same += 1
  return same === 0 ? -1 : source.length - same
}

function isUnknown({ placeOf, pinned }: KeptSearch, message: Message | undefined): boolean {
  return placeOf(message) === -1 && !(message !== undefined && pinned?.includes(message.id))
}

function isSame(one: Message | undefined, other: Message | undefined): boolean {
  return one !== undefined && other !== undefined && isDeepStrictEqual(one, other)
}

function once(messages: readonly Message[]): ReadonlySet<string> {
  const found = new Set<string>()
  const twice = new Set<string>([''])
  for (const { id } of messages) {
    if (found.has(id)) twice.add(id)
    found.add(id)
  }
  return new Set([...found].filter((id) => !twice.has(id)))
}
