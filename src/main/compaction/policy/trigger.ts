/** Share of the window at which automatic compaction fires in preset `ratio-75` (S-028, C-01). */
const TRIGGER_RATIO = 0.75

/** Tokens at which a compaction would fire for a window of `windowTokens`; null = window unknown (C-03). */
export function triggerTokens(windowTokens: number | null): number | null {
  return windowTokens === null ? null : Math.floor(windowTokens * TRIGGER_RATIO)
}

/** Turns kept word for word unless the person says otherwise: three, and always one less than there are. */
export function defaultKeepTurns(turns: number): number {
  return Math.max(1, Math.min(3, turns - 1))
}
