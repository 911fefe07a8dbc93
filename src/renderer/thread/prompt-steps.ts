import type { CheckpointEntry, Mark } from '../../shared/ipc/turn.ts'

/** The last prompt before a message; null when there is none. `prompts` is sorted. */
export function promptBefore(prompts: readonly number[], index: number): number | null {
  return prompts.findLast((prompt) => prompt < index) ?? null
}

/** The first prompt after a message; null when there is none. */
export function promptAfter(prompts: readonly number[], index: number): number | null {
  return prompts.find((prompt) => prompt > index) ?? null
}

/** Number of the prompt that a message belongs to, from 0; 0 before the first. */
export function promptAt(prompts: readonly number[], index: number): number {
  return Math.max(
    0,
    prompts.findLastIndex((prompt) => prompt <= index),
  )
}

/** Where ticks stand, as shares of the rail, at most `most` of them: prompts that would touch share one tick. */
export function railTicks(
  prompts: readonly number[],
  total: number,
  most: number,
): readonly { readonly share: number; readonly prompt: number }[] {
  const span = Math.max(1, total - 1)
  const ticks: { share: number; prompt: number }[] = []
  let lastSlot = -1
  prompts.forEach((index, prompt) => {
    const slot = Math.floor((index / span) * (most - 1))
    if (slot === lastSlot) return
    lastSlot = slot
    ticks.push({ share: index / span, prompt })
  })
  return ticks
}

/** What the rail shows beside its ticks, by message index. */
export interface RailMarks {
  /** Where checkpoints stand: their copy's message, or the first message that is sent as it is. */
  readonly checkpoints: readonly number[]
  readonly pins: readonly number[]
  /** Messages before this one lie under a checkpoint; 0 = none do. */
  readonly beneath: number
}

/** `standing` = checkpoints that hold, oldest first. */
export function railMarksOf(
  copyIndex: number | null,
  standing: readonly Pick<CheckpointEntry, 'cutoffIndex'>[],
  marks: readonly Pick<Mark, 'index' | 'kind'>[],
): RailMarks {
  const cutoffs = standing.map(({ cutoffIndex }) => cutoffIndex)
  const checkpoints = [...new Set([...(copyIndex === null ? [] : [copyIndex]), ...cutoffs])]
  return {
    checkpoints: checkpoints.toSorted((a, b) => a - b),
    pins: marks.flatMap(({ kind, index }) => (kind === 'pin' ? [index] : [])).toSorted((a, b) => a - b),
    beneath: Math.max(copyIndex ?? 0, ...cutoffs, 0),
  }
}
