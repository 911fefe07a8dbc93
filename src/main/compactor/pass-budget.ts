/** Tokens a summary may take (S-104's summary reserve). */
export const SUMMARY_OUTPUT_TOKENS = 8_000

/** Window that is assumed for a summarizer whose window nobody stated (C-03). */
const ASSUMED_WINDOW_TOKENS = 32_000

/** Below this a pass holds too little of a conversation to be summarized. */
export const MIN_PASS_TOKENS = 1_000

/** Tokens of instructions around the conversation. */
const PROMPT_TOKENS = 2_000

/**
 * Tokens of conversation that fit into one summary request: the window less the answer, the instructions, the
 * previous checkpoint with the facts (both at most `budgetChars`), and a tenth for the estimator's error.
 */
export function passBudgetTokens(windowTokens: number | null, budgetChars: number): number {
  const window = windowTokens ?? ASSUMED_WINDOW_TOKENS
  const answer = Math.min(SUMMARY_OUTPUT_TOKENS, Math.floor(window / 4))
  const carried = Math.min(2 * budgetChars, Math.floor(window / 4))
  return Math.max(MIN_PASS_TOKENS, Math.floor((window - answer - carried - PROMPT_TOKENS) * 0.9))
}
