import type { Entry } from '../transcript.ts'

/** An entry with the ids of its events, as long as a run is read. */
export interface RunEntry {
  readonly entry: Entry
  readonly eventIds: readonly string[]
}

/** A condensation: its entry, and where it stood among the others. */
export interface Condensation {
  readonly entry: Entry
  /** Entries before it. */
  readonly at: number
  readonly ids: readonly string[]
  readonly range: readonly [number, number] | null
}

/** Entries from before that a checkpoint repeats, and ranges that are looked at, at most. */
const MAX_KEPT = 64

/**
 * Puts each condensation behind the last event that it hides. What the model still sees from before that (the task,
 * mostly) is repeated by the checkpoint, whose places go on with those messages: nothing else stands before it.
 */
export function placeCheckpoints(
  entries: readonly RunEntry[],
  condensations: readonly Condensation[],
): readonly Entry[] {
  const position = new Map(
    entries.flatMap(({ eventIds }, index) => eventIds.map((id) => [id, index] as const)),
  )
  const forgotten = new Set<string>()
  const ranges: (readonly [number, number])[] = []
  const isForgotten = (id: string) =>
    forgotten.has(id) || ranges.some(([from, to]) => Number(id) >= from && Number(id) <= to)
  const isKept = ({ eventIds }: RunEntry) => !eventIds.some(isForgotten)
  const before = new Map<number, Entry[]>()
  let kept: readonly RunEntry[] = []
  let end = 0
  for (const { entry, at, ids, range } of condensations) {
    for (const id of ids) forgotten.add(id)
    if (range !== null) ranges.push(range)
    if (ranges.length > MAX_KEPT) ranges.shift()
    let last = Math.max(-1, ...lastOf(ids, position), range === null ? -1 : lastInRange(range, position))
    last = Math.min(last, at - 1)
    const from = end
    end = Math.max(end, last + 1)
    kept = [...kept.filter(isKept), ...entries.slice(from, end).filter(isKept)].slice(0, MAX_KEPT)
    const places = [...entry.places, ...kept.flatMap((one) => one.entry.places)]
    const target = last < 0 ? at : end
    before.set(target, [...(before.get(target) ?? []), { ...entry, places }])
  }
  return [...entries, null].flatMap((one, index) => [
    ...(before.get(index) ?? []),
    ...(one === null ? [] : [one.entry]),
  ])
}

function lastOf(ids: readonly string[], position: ReadonlyMap<string, number>): readonly number[] {
  let last = -1
  for (const id of ids) last = Math.max(last, position.get(id) ?? -1)
  return [last]
}

/** The last id of a range is not always an event of the talk: the next lower ones are tried. */
function lastInRange([from, to]: readonly [number, number], position: ReadonlyMap<string, number>): number {
  for (let id = to; id >= Math.max(from, to - 1_000); id -= 1) {
    const found = position.get(String(id))
    if (found !== undefined) return found
  }
  return -1
}
