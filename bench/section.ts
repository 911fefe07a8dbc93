import type { Figure } from './measure.ts'

/** One table of the report: times with ratios against the first, and lines for what is no time. */
export interface Section {
  readonly title: string
  readonly figures: readonly Figure[]
  readonly lines: readonly string[]
}
