import type { Message } from '../../../shared/thread/message.ts'
import { isRequest } from '../boundary/request.ts'
import type { ProjectedMessage, Projection } from '../projection/projected-message.ts'

/** The part of a projection a reduction may look at: positions `start` to `end`. */
export interface Zone {
  readonly start: number
  /** The latest request stands here: it and all behind it, the running tool loop, are off limits (S-034, S-035). */
  readonly end: number
  /** Messages as they go over the wire, from `end` on. */
  readonly wireBehind: number
}

/** Messages a message makes on the wire: itself and one for each result. */
export function wireSize(message: Message): number {
  let size = 1
  for (const call of message.toolCalls) if (call.output) size += 1
  return size
}

/** Position of the latest request; 0 when there is none, so that nothing is open to change then. */
export function latestRequest(projection: Projection): number {
  for (let position = projection.length - 1; position > 0; position--) {
    const item = projection[position]
    if (item && isAsking(item)) return position
  }
  return 0
}

/** A person's own request, in whatever way it is kept; a checkpoint or a restored file is none. */
export function isAsking(item: ProjectedMessage): boolean {
  return (item.provenance === 'fact' || item.provenance === 'pin') && isRequest(item.message)
}

/** The zone from the first message that is not settled on. Costs what stands behind that message. */
export function openZone(projection: Projection, settledIndex: number): Zone {
  const end = latestRequest(projection)
  let wireBehind = 0
  for (let position = end; position < projection.length; position++) {
    const item = projection[position]
    if (item) wireBehind += wireSize(item.message)
  }
  let start = end
  while (start > 0) {
    const index = projection[start - 1]?.index ?? null
    if (index !== null && index < settledIndex) break
    start -= 1
  }
  return { start, end, wireBehind }
}

/** Position before which every message has at least `keepLast` wire messages behind its own last one. */
export function oldEnd(projection: Projection, zone: Zone, keepLast: number): number {
  let behind = zone.wireBehind
  let position = zone.end
  while (position > zone.start && behind < keepLast) {
    position -= 1
    const item = projection[position]
    if (item) behind += wireSize(item.message)
  }
  return position
}

/** Place in the thread of the first fact at or behind a position: what stands before it is settled. */
export function indexAt(projection: Projection, position: number): number {
  for (let at = position; at < projection.length; at++) {
    const index = projection[at]?.index
    if (index !== null && index !== undefined) return index
  }
  const last = projection.at(-1)?.index ?? null
  return last === null ? 0 : last + 1
}

/** Whether every call of a message has its result. */
export function isAnswered(message: Message): boolean {
  for (const call of message.toolCalls) if (call.output === null) return false
  return true
}
