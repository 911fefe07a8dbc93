import type { ReductionSettings } from '../../../shared/compact/policy.ts'
import { applyOverrides } from '../projection/apply-overrides.ts'
import type { Override } from '../projection/override.ts'
import type { Projection } from '../projection/projected-message.ts'
import { collapse } from './collapse.ts'
import { microcompact } from './microcompact.ts'
import type { OutputFile, Reduction } from './reduction.ts'
import { snip } from './snip.ts'
import { truncateArguments } from './truncate-arguments.ts'

/** Up to where each reduction has decided everything; given back at the next run of the same thread. */
export interface SettledMarks {
  readonly collapse: number
  readonly truncateArguments: number
  readonly microcompact: number
  readonly snip: number
}

/** Nothing is settled: at the first run, and after settings, marks or the event have changed. */
export const NOTHING_SETTLED: SettledMarks = { collapse: 0, truncateArguments: 0, microcompact: 0, snip: 0 }

export interface CascadeContext {
  readonly nowMs: number
  /** See `ClearingPlace`. */
  readonly lastActivityMs: number | null
  readonly threadStem: string
  /** Tokens of the next request as measured, the fixed part included. */
  readonly pressureTokens: number
  /** Null = nothing fires by itself. */
  readonly triggerTokens: number | null
  /** The provider has refused the request as too large: there is pressure, whatever was measured. */
  readonly isForced: boolean
  readonly settled: SettledMarks
}

export interface Cascade {
  readonly projection: Projection
  /** New decisions in their order, to be stored behind the former ones. */
  readonly overrides: readonly Override[]
  /** To be written before the overrides are used; see `withoutUnwritten`. */
  readonly files: readonly OutputFile[]
  /** One for each reduction that ran. */
  readonly reports: readonly Reduction['report'][]
  readonly settled: SettledMarks
}

/**
 * The reductions that need no model, in their order: collapse, truncate, microcompact, and, only while the measured
 * tokens less what those have freed still reach the trigger, snip (S-013, S-014, S-109, C-07). Needs neither the
 * breaker nor a summary to be possible (S-124). Run again on its own result it finds nothing to do.
 */
export function reduceInOrder(
  projection: Projection,
  settings: ReductionSettings,
  context: CascadeContext,
): Cascade {
  const { nowMs, settled, threadStem, lastActivityMs } = context
  const collapsed = collapse(projection, { ...settings.collapse, settledIndex: settled.collapse }, nowMs)
  const truncated = truncateArguments(
    collapsed.projection,
    { ...settings.truncateArguments, settledIndex: settled.truncateArguments },
    nowMs,
  )
  const cleared = microcompact(
    truncated.projection,
    { ...settings.microcompact, settledIndex: settled.microcompact, threadStem, lastActivityMs },
    nowMs,
  )
  const steps = [collapsed, truncated, cleared]
  if (isUnderPressure(context, steps))
    steps.push(snip(cleared.projection, { ...settings.snip, settledIndex: settled.snip, threadStem }, nowMs))
  const snipped = steps[3]
  return {
    projection: steps.at(-1)?.projection ?? projection,
    overrides: steps.flatMap((step) => step.overrides),
    files: steps.flatMap((step) => step.files),
    reports: steps.map((step) => step.report),
    settled: {
      collapse: collapsed.settledIndex,
      truncateArguments: truncated.settledIndex,
      microcompact: cleared.settledIndex,
      snip: snipped?.settledIndex ?? settled.snip,
    },
  }
}

function isUnderPressure(context: CascadeContext, steps: readonly Reduction[]): boolean {
  if (context.isForced) return true
  if (context.triggerTokens === null) return false
  const freed = steps.reduce((sum, { report }) => sum + report.tokensBefore - report.tokensAfter, 0)
  return context.pressureTokens - freed >= context.triggerTokens
}

/**
 * A cascade whose files could not all be written: the outputs concerned are sent whole (C-06, B-74), the other
 * decisions stand, and the marks of the steps that write files stay where they were.
 */
export function withoutUnwritten(
  before: Projection,
  cascade: Cascade,
  unwritten: ReadonlySet<string>,
  formerlySettled: SettledMarks,
): Cascade {
  if (unwritten.size === 0) return cascade
  const overrides = cascade.overrides.filter(({ filePath }) => filePath === null || !unwritten.has(filePath))
  return {
    projection: applyOverrides(before, overrides),
    overrides,
    files: cascade.files.filter(({ filePath }) => !unwritten.has(filePath)),
    reports: cascade.reports,
    settled: {
      ...cascade.settled,
      microcompact: formerlySettled.microcompact,
      snip: formerlySettled.snip,
    },
  }
}
