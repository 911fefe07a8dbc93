import { useMemo } from 'react'
import type { CheckpointEntry, Mark } from '../../../shared/ipc/turn.ts'
import { useRuntimeState } from '../runtime/runtime-context.ts'
import { type Strata, standingCheckpoints, strataOver } from '../runtime/strata.ts'

/** The checkpoints over a row. */
export function useRowStrata(index: number): Strata {
  const checkpoints = useRuntimeState((state) => state.checkpoints)
  return useMemo(() => strataOver(standingCheckpoints(checkpoints), index), [checkpoints, index])
}

/** Checkpoints whose divider stands before a row, oldest first. */
export function useDividers(index: number): readonly CheckpointEntry[] {
  const checkpoints = useRuntimeState((state) => state.checkpoints)
  return useMemo(
    () => standingCheckpoints(checkpoints).filter((entry) => entry.cutoffIndex === index),
    [checkpoints, index],
  )
}

export interface RowMarks {
  readonly isPinned: boolean
  readonly isExcluded: boolean
  readonly isStarred: boolean
}

/** What a person marked a row with. */
export function useRowMarks(index: number): RowMarks {
  const isPinned = useRuntimeState((state) => has(state.marks, index, 'pin'))
  const isExcluded = useRuntimeState((state) => has(state.marks, index, 'exclude'))
  const isStarred = useRuntimeState((state) => has(state.marks, index, 'star'))
  return { isPinned, isExcluded, isStarred }
}

function has(marks: readonly Mark[], index: number, kind: Mark['kind']): boolean {
  return marks.some((mark) => mark.index === index && mark.kind === kind)
}
