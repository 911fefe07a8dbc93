import type { Detail } from '../../shared/compact/checkpoint.ts'
import type {
  CompactOptions,
  CompactPlan,
  SummarizerChoice,
  WizardReduction,
} from '../../shared/compact/plan.ts'
import type { AskedRange } from '../app/slots.ts'
import { clampKeep, maxStart, type Range, settleRange, startAt } from './range.ts'

/** What a person has chosen so far. */
export interface ConfigureDraft extends Range {
  readonly summarizerId: string
  readonly detail: Detail
  readonly language: string
  readonly instructions: string
  readonly result: 'copy' | 'thread'
  readonly reductions: readonly WizardReduction[]
}

/** Longest instructions that the door accepts, in UTF-16 units. */
export const INSTRUCTIONS_LIMIT = 20_000

/** Why Start compact is not offered; null = it is. */
export type StartBlock =
  | {
      readonly kind: 'too-few-turns' | 'no-messages' | 'read-only-format' | 'reading'
      readonly turns: number
    }
  | { readonly kind: 'no-key' | 'no-model'; readonly name: string }
  | { readonly kind: 'no-summarizer' }
  | { readonly kind: 'instructions-too-long'; readonly limit: number }

/** A range that was asked for at a message, with the tokens of its turn before it. */
export interface AskedFrom extends AskedRange {
  readonly before: number
}

/** What was asked for at a message as far as the plan allows it: one turn at least always stays (S-179). */
function askedRange(plan: CompactPlan, asked: AskedFrom | null): Range {
  const turn = asked === null ? -1 : turnPlace(plan, asked.index)
  if (asked === null || turn === -1) return { keepTurns: clampKeep(plan, plan.keepDefault), start: null }
  if (asked.kind === 'up-to') return { keepTurns: clampKeep(plan, plan.turns.length - 1 - turn), start: null }
  // From the first message on is the same as from the start.
  if (turn === 0 && plan.turns[0]?.from === asked.index)
    return { keepTurns: clampKeep(plan, plan.keepDefault), start: null }
  if (turn > maxStart(plan, 1)) return { keepTurns: 1, start: startAt(plan, turn, 1) }
  const start = { turn, index: asked.index, before: asked.before }
  return { keepTurns: clampKeep(plan, plan.keepDefault, start), start }
}

/** Place of the turn that holds a message; -1 = none does. */
export function turnPlace(plan: CompactPlan, index: number): number {
  return plan.turns.findIndex(({ from, to }) => index >= from && index < to)
}

/** The draft a plan opens with; what a person chose before stays where it is still possible. */
export function draftFrom(
  plan: CompactPlan,
  before: ConfigureDraft | null,
  asked: AskedFrom | null = null,
): ConfigureDraft {
  if (before === null)
    return {
      ...askedRange(plan, asked),
      summarizerId: plan.summarizerDefault,
      detail: 'standard',
      language: 'same',
      instructions: plan.instructions,
      result: 'copy',
      reductions: [],
    }
  const isThere = plan.summarizers.some((choice) => choice.id === before.summarizerId)
  return {
    ...before,
    ...settleRange(plan, before),
    summarizerId: isThere ? before.summarizerId : plan.summarizerDefault,
    result: plan.inThread ? before.result : 'copy',
  }
}

/** The chosen summarizer; null when it is not in the list. */
export function chosenSummarizer(plan: CompactPlan, draft: ConfigureDraft): SummarizerChoice | null {
  return plan.summarizers.find((choice) => choice.id === draft.summarizerId) ?? null
}

/** The first reason that forbids Start, in the order a person can mend them. */
export function startBlock(plan: CompactPlan, draft: ConfigureDraft): StartBlock | null {
  const { availability } = plan
  if (availability.kind === 'unavailable') return { kind: availability.reason, turns: availability.turns }
  const choice = chosenSummarizer(plan, draft)
  if (choice === null) return { kind: 'no-summarizer' }
  if (!choice.isReady) return { kind: choice.reason ?? 'no-key', name: choice.label }
  if (draft.instructions.length > INSTRUCTIONS_LIMIT)
    return { kind: 'instructions-too-long', limit: INSTRUCTIONS_LIMIT }
  return null
}

/** What Start sends. */
export function optionsOf(draft: ConfigureDraft): CompactOptions {
  return {
    keepTurns: draft.keepTurns,
    fromIndex: draft.start?.index ?? null,
    instructions: draft.instructions.trim(),
    summarizerId: draft.summarizerId,
    detail: draft.detail,
    language: draft.language,
    budgetChars: null,
    result: draft.result,
    // What was ticked stays ticked for a change of mind, but a copy takes none (S-178).
    reductions: draft.result === 'thread' ? draft.reductions : [],
  }
}

/** Whether the instructions hold a preset's text. */
export function hasPreset(instructions: string, text: string): boolean {
  return instructions.includes(text)
}

/** Adds a preset's sentence to the instructions, or takes it out again. */
export function togglePreset(instructions: string, text: string): string {
  if (hasPreset(instructions, text))
    return instructions
      .replace(text, '')
      .replace(/\n{2,}/g, '\n')
      .trim()
  return instructions.trim() === '' ? text : `${instructions.trimEnd()}\n${text}`
}
