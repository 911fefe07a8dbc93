import type { Detail } from '../../shared/compact/checkpoint.ts'
import type { CompactPlan, SummarizerChoice } from '../../shared/compact/plan.ts'
import { type Range, rangeSums } from './range.ts'

/** What a choice would take. All rough: shown with `≈`, and never part of a decision. */
export interface SummarizerEstimate {
  /** Null when the window is unknown. */
  readonly passes: number | null
  /** US dollars; null when a price is unknown. */
  readonly costUsd: number | null
  readonly seconds: number
}

/** Room left in the summarizer's window for its instructions and its answer. */
const RESERVE_TOKENS = 6_000
/** Ordinary speeds of hosted models, in tokens per second. */
const READ_PER_SECOND = 4_000
const WRITE_PER_SECOND = 60
const BUILT_IN_PER_SECOND = 500_000

/** Wrapper and headings, and what of the summarized and the former checkpoint's tokens is told beside them. */
const FRAME_TOKENS = 170
const FIRST_TOKENS = 2_000
const FIRST_SHARE = 0.2
const FURTHER_SHARE = 0.085
const CARRIED_SHARE = 0.4

const DETAIL_FACTOR: { readonly [K in Detail]: number } = { short: 0.5, standard: 1, detailed: 2 }

/**
 * How large the checkpoint is expected to be. The plan's figure is for standard detail, where there is enough to say:
 * a short stretch fills a share of it only. Measured over threads of several tools.
 */
export function expectCheckpointTokens(plan: CompactPlan, detail: Detail, range: Range): number {
  const most = plan.expectedCheckpointTokens * DETAIL_FACTOR[detail]
  const { summarizedTokens } = rangeSums(plan, range)
  const first = Math.min(FIRST_TOKENS, summarizedTokens)
  const said = first * FIRST_SHARE + (summarizedTokens - first) * FURTHER_SHARE
  const carried = range.start === null ? plan.checkpointTokens * CARRIED_SHARE : 0
  return Math.round(Math.min(most, FRAME_TOKENS + said + carried))
}

/** Tokens a summarizer reads: the aged-out turns and the checkpoint before them (S-189), unless that one stays. */
export function tokensToSummarize(plan: CompactPlan, range: Range): number {
  return rangeSums(plan, range).summarizedTokens + (range.start === null ? plan.checkpointTokens : 0)
}

/** Passes, cost and time of one choice for the current options. */
export function estimateSummarizer(
  plan: CompactPlan,
  choice: SummarizerChoice,
  range: Range,
  detail: Detail,
): SummarizerEstimate {
  const input = tokensToSummarize(plan, range)
  if (choice.kind === 'built-in')
    return { passes: 1, costUsd: 0, seconds: Math.max(1, Math.round(input / BUILT_IN_PER_SECOND)) }
  const output = expectCheckpointTokens(plan, detail, range)
  const room =
    choice.windowTokens === null
      ? null
      : Math.max(choice.windowTokens - RESERVE_TOKENS, choice.windowTokens / 2)
  const passes = room === null ? null : Math.max(1, Math.ceil(input / room))
  const rounds = passes ?? 1
  // Every pass after the first reads the checkpoint of the one before.
  const read = input + (rounds - 1) * output + rounds * 1_500
  const wrote = rounds * output
  const hasPrice = choice.pricePerMillionInput !== null && choice.pricePerMillionOutput !== null
  return {
    passes,
    costUsd: hasPrice
      ? (read * (choice.pricePerMillionInput ?? 0) + wrote * (choice.pricePerMillionOutput ?? 0)) / 1e6
      : null,
    seconds: Math.max(1, Math.round(read / READ_PER_SECOND + wrote / WRITE_PER_SECOND)),
  }
}
