import type { CompactionEvent } from '../../../shared/compact/event.ts'
import type { Fact } from './projected-message.ts'

/** Where messages stand by their ids. Ids may repeat and may be empty. */
export interface MessageIds {
  /** Undefined = there is no message at that place, or it is not known here. */
  idAt(index: number): string | undefined
  /** All places of an id, in order; asked only when it does not stand where it was. */
  placesOf(id: string): readonly number[]
}

/**
 * Place of the first retained message: by its id first (S-055, S-057), and when ids repeat the place nearest to
 * the old one; by the old place only when the id is empty or gone (S-056). One look when nothing has shifted.
 */
export function locateCutoff(
  event: Pick<CompactionEvent, 'cutoffIndex' | 'cutoffMessageId'>,
  ids: MessageIds,
): number {
  return locateMessage(event.cutoffMessageId, event.cutoffIndex, ids)
}

/** Place of a message by id, by its old place when the id does not lead to one. */
export function locateMessage(id: string, oldIndex: number, ids: MessageIds): number {
  if (id === '' || ids.idAt(oldIndex) === id) return oldIndex
  let nearest: number | null = null
  for (const place of ids.placesOf(id)) {
    if (nearest === null || Math.abs(place - oldIndex) < Math.abs(nearest - oldIndex)) nearest = place
  }
  return nearest ?? oldIndex
}

/** Ids of facts in ascending order of their places, which may have gaps. */
export function idsOfFacts(facts: readonly Fact[]): MessageIds {
  return {
    idAt: (index) => {
      const fact = facts[positionOf(facts, index)]
      return fact?.index === index ? fact.message.id : undefined
    },
    placesOf: (id) => facts.filter((fact) => fact.message.id === id).map((fact) => fact.index),
  }
}

/** Position of the first fact at or behind a place of the thread. */
export function positionOf(facts: readonly Fact[], index: number): number {
  let low = 0
  let high = facts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((facts[middle]?.index ?? 0) < index) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The located cutoff checked again (S-058). Results lie inside the message of their calls, so no place parts a
 * pair; what is left to move is a cutoff behind a message whose calls still wait for their results (B-03).
 */
export function settleCutoff(cutoff: number, facts: readonly Fact[]): number {
  for (const fact of facts) {
    if (fact.index >= cutoff) break
    if (fact.message.toolCalls.some((call) => call.output === null)) return fact.index
  }
  return cutoff
}
