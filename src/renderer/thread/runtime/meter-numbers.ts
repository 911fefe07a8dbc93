import type { ContextReport } from '../../../shared/compact/context.ts'

/** How the meter looks. `unknown` = the window's size is not known; `suspect` = it looks wrong (B-28). */
export type MeterLevel = 'calm' | 'amber' | 'red' | 'unknown' | 'suspect'

export interface MeterNumbers {
  readonly level: MeterLevel
  /** Share of the way to the compaction, 0 to 1; of the window where nothing fires. Null = no full is known. */
  readonly share: number | null
  /** Share of the window, 0 to 1; null = unknown. */
  readonly windowShare: number | null
  /** Where the trigger lies in the window, 0 to 1; null = nowhere. */
  readonly triggerShare: number | null
}

/** From here the meter is amber: 60 % of the window, or 80 % of the way to the trigger (screens.md section 5). */
const AMBER_OF_WINDOW = 0.6
const AMBER_OF_TRIGGER = 0.8

/** Everything the meter draws, from one report. 100 % is where compaction fires (C-12, S-154). */
export function meterNumbers(report: ContextReport): MeterNumbers {
  const { usedTokens, triggerTokens, windowTokens } = report
  const windowShare = windowTokens === null ? null : usedTokens / windowTokens
  const triggerShare =
    windowTokens === null || triggerTokens === null ? null : Math.min(1, triggerTokens / windowTokens)
  const share = report.percent !== null ? report.percent / 100 : windowShare
  return { share, windowShare, triggerShare, level: levelOf(report, share, windowShare) }
}

/** From here the provider's count is told beside the list's own sum. */
const TOLD_BEYOND = 0.1

/** The provider's count where a list that adds up to less would look like a contradiction; null = it does not. */
export function countedBeyond(report: ContextReport): number | null {
  if (report.basis !== 'usage') return null
  const beyond = report.categories.find(({ category }) => category === 'uncounted')?.tokens ?? 0
  return beyond > report.usedTokens * TOLD_BEYOND ? report.usedTokens : null
}

function levelOf(report: ContextReport, share: number | null, windowShare: number | null): MeterLevel {
  if (report.isWindowSuspect) return 'suspect'
  if (share === null) return 'unknown'
  if (share >= 1) return 'red'
  const isAmber = report.triggerTokens === null ? share >= AMBER_OF_WINDOW : share >= AMBER_OF_TRIGGER
  if (isAmber || (windowShare !== null && windowShare >= AMBER_OF_WINDOW)) return 'amber'
  return report.windowTokens === null ? 'unknown' : 'calm'
}
