import type { ThreadLayout, Turn } from '../../../shared/thread/turn.ts'
import { isInnerCheckpoint, type MessageSketch } from './sketch.ts'

/** Points from which the first message counts as the meta user prompt. */
const META_SCORE = 3

/** Points for a second message that is a user's too: two in a row are what a program writes. */
const SECOND_USER_SCORE = 2

/**
 * Divides a thread into meta user prompt, checkpoint, turns and drafts.
 *
 * A turn begins with a user message and takes in what follows up to the next one (S-177); two user
 * messages in a row are two turns. The meta user prompt is only looked for at the start, by its flag or by
 * score, and is never a checkpoint (S-187); the checkpoint stands first or right behind it and is no turn
 * (S-193). An empty user message opens no turn: in the middle it lies inside the turn before it, at the
 * end it follows the last turn. Messages before the first turn belong to none.
 *
 * In a transcript of another tool a checkpoint stands where that tool compacted, also in the middle: the last one
 * counts, and what is before it is not sent. A message that says of itself that no person typed it opens no turn.
 */
export function layOutThread(sketches: readonly MessageSketch[]): ThreadLayout {
  const metaPromptIndex = isMetaPrompt(sketches) ? 0 : null
  const afterMeta = metaPromptIndex === null ? 0 : 1
  const isFirst = sketches[afterMeta]?.isCheckpoint === true
  const imported = sketches.findLastIndex(({ standsForEarlier }) => standsForEarlier === true)
  const checkpointIndex = imported >= 0 ? imported : isFirst ? afterMeta : null
  const start = isFirst ? afterMeta + 1 : afterMeta

  const draftIndexes: number[] = []
  const openings: number[] = []
  for (let index = start; index < sketches.length; index++) {
    const sketch = sketches[index]
    if (sketch?.role !== 'user' || sketch.standsForEarlier === true) continue
    if (sketch.isEmptyUser) draftIndexes.push(index)
    else if (sketch.metaFlag !== true) openings.push(index)
  }
  const end = endBeforeDrafts(sketches, start)
  const turns = openings.map((from, at): Turn => ({ number: at + 1, from, to: openings[at + 1] ?? end }))
  return { metaPromptIndex, checkpointIndex, turns: endAtCheckpoint(turns, checkpointIndex), draftIndexes }
}

/** The turn a checkpoint stands in ends before it: what follows belongs to what is still sent. */
function endAtCheckpoint(turns: readonly Turn[], checkpoint: number | null): readonly Turn[] {
  if (checkpoint === null) return turns
  return turns.map((turn) =>
    turn.from < checkpoint && turn.to > checkpoint ? { ...turn, to: checkpoint } : turn,
  )
}

function isMetaPrompt(sketches: readonly MessageSketch[]): boolean {
  const [first, second] = sketches
  if (first?.role !== 'user' || first.isCheckpoint) return false
  if (first.metaFlag !== null) return first.metaFlag
  // Before a checkpoint over a middle part stands what a person let stay: that it is followed says nothing.
  const isFollowed = second?.role === 'user' && !isInnerCheckpoint(second)
  const followed = isFollowed ? SECOND_USER_SCORE : 0
  return first.metaTextScore + followed >= META_SCORE
}

/** Index behind the last message that is not a trailing draft. */
function endBeforeDrafts(sketches: readonly MessageSketch[], start: number): number {
  let end = sketches.length
  while (end > start && sketches[end - 1]?.isEmptyUser) end -= 1
  return end
}
