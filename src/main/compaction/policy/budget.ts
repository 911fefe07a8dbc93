import type { Detail } from '../../../shared/compact/checkpoint.ts'

const CHECKPOINT_CHARS: Readonly<Record<Detail, number>> = { short: 4_000, standard: 8_000, detailed: 16_000 }

/** Largest checkpoint in characters for a detail, unless the person gave a budget. */
export function checkpointBudget(detail: Detail, budgetChars: number | null): number {
  return budgetChars ?? CHECKPOINT_CHARS[detail]
}
