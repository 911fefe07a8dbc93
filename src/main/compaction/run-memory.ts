/** What a thread and its model look like at a check. */
export interface ThreadMoment {
  /** Number of facts. */
  readonly factCount: number
  /** Index of the newest user message; -1 = none. */
  readonly latestUserIndex: number
  /** Names the model and its host. */
  readonly model: string
  readonly windowTokens: number | null
}

/** What is remembered of a thread's last compaction run. A plain value, kept by who runs them. */
export interface RunMemory {
  readonly moment: ThreadMoment
  /** Its event is the active one: false after a failure, a cancellation and an undo. */
  readonly isApplied: boolean
  /** It left the request at or above the trigger, or was not worth applying. */
  readonly isAboveTrigger: boolean
}

/** Did anything come since the last run that a further one could work with? */
export function hasNewContent(memory: RunMemory, now: ThreadMoment): boolean {
  return now.factCount > memory.moment.factCount
}

/** Another model, or another window for the same one, is a new situation (B-31, B-35). */
export function hasNewModel(memory: RunMemory, now: ThreadMoment): boolean {
  return memory.moment.model !== now.model || memory.moment.windowTokens !== now.windowTokens
}

/**
 * Automatic runs rest after one that could not bring the request below the trigger, until the person says something
 * new or the model changes (B-31). Tool results and answers alone do not end the rest.
 */
export function isResting(memory: RunMemory, now: ThreadMoment): boolean {
  const hasNewInput = now.latestUserIndex > memory.moment.latestUserIndex
  return memory.isAboveTrigger && !hasNewInput && !hasNewModel(memory, now)
}
