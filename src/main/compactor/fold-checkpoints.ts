import type { CheckpointSection, SectionKey } from '../../shared/compact/checkpoint.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { LinesByHand } from '../../shared/thread/row.ts'
import { markLines, markSections } from '../compaction/checkpoint/by-hand.ts'
import { parseCheckpointBody } from '../compaction/checkpoint/compose.ts'
import { readInnerCheckpoint } from '../compaction/checkpoint/inner-checkpoint.ts'

/** A message that ages out, with its place in the thread. */
export interface AgedMessage {
  readonly index: number
  readonly message: Message
}

/**
 * Takes checkpoints out of what ages out: one that stands in the middle of a thread is updated like one that stands
 * first (S-188), never retold as if a person had said it. `byHand` = what a person wrote into one. `id` is the last
 * one's; null = there was none.
 */
export function foldCheckpoints(
  aged: readonly AgedMessage[],
  previous: readonly CheckpointSection[],
  byHand: LinesByHand = [],
): {
  readonly aged: readonly AgedMessage[]
  readonly previous: readonly CheckpointSection[]
  readonly id: string | null
} {
  const rest: AgedMessage[] = []
  let sections = previous
  let id: string | null = null
  for (const one of aged) {
    const { message } = one
    const found = readInnerCheckpoint(message)
    if (found === null) {
      rest.push(one)
      continue
    }
    sections = joinSections(sections, markSections(parseCheckpointBody(found.body), byHand))
    id = message.id
  }
  return id === null ? { aged, previous, id } : { aged: rest, previous: sections, id }
}

/** Two checkpoints as one: under each heading the older text, then the newer. */
function joinSections(
  older: readonly CheckpointSection[],
  newer: readonly CheckpointSection[],
): readonly CheckpointSection[] {
  const joined = new Map<SectionKey, CheckpointSection>(older.map((section) => [section.key, section]))
  for (const section of newer) {
    const former = joined.get(section.key)
    const before = former?.text.trim() ?? ''
    const text = before === '' ? section.text : `${before}\n${section.text}`
    const byHand = [...(former?.byHand ?? []), ...(section.byHand ?? [])]
    joined.set(section.key, markLines({ ...section, text }, byHand))
  }
  return [...joined.values()]
}
