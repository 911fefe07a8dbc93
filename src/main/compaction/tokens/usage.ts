import type { Message, Usage } from '../../../shared/thread/message.ts'
import { estimateTextTokens } from './estimate-text.ts'
import { type TokenFamily, USUAL_FAMILY } from './token-family.ts'

/** Numbers as a provider reports them; null = not stated. */
export interface ReportedUsage {
  readonly input: number | null
  readonly output: number | null
  readonly cacheRead: number | null
  readonly cacheWrite: number | null
  readonly reasoning: number | null
}

/** Is the cached part of the prompt already in `input` (OpenAI), or beside it (Anthropic)? */
export type CacheAccounting = 'inside' | 'beside'

/**
 * A provider's numbers in this program's form, where `input` excludes what the cache served (B-22). Null when
 * input or output is missing or a number is unusable: such a record anchors nothing (B-26).
 */
export function readUsage(reported: ReportedUsage, accounting: CacheAccounting): Usage | null {
  const { input, output } = reported
  const cacheRead = reported.cacheRead ?? 0
  const cacheWrite = reported.cacheWrite ?? 0
  if (input === null || output === null) return null
  if (![input, output, cacheRead, cacheWrite].every(isCount)) return null
  const cached = accounting === 'inside' ? cacheRead + cacheWrite : 0
  const reasoning = reported.reasoning !== null && isCount(reported.reasoning) ? reported.reasoning : null
  // Some gateways mix the two: a cached part larger than the prompt lies beside it, whatever the protocol says.
  const plain = cached > input ? input : input - cached
  return { input: plain, output, cacheRead, cacheWrite, reasoning, cost: null }
}

/**
 * Tokens of the prompt and of the visible part of the answer as the provider counted them (S-062, S-101). Hidden
 * reasoning is not sent again and is taken off; where the provider does not state it, the reasoning a person
 * can read is measured instead (S-064, S-065). Null = no anchor: nothing, zero or nonsense was reported (B-26).
 */
export function countedTokens(message: Message, family: TokenFamily = USUAL_FAMILY): number | null {
  const { usage } = message
  if (usage === null || message.role !== 'assistant') return null
  if (![usage.input, usage.output, usage.cacheRead, usage.cacheWrite].every(isCount)) return null
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite
  if (prompt === 0 || usage.output === 0) return null
  return prompt + usage.output - hiddenReasoningTokens(message, usage, family)
}

function hiddenReasoningTokens(message: Message, usage: Usage, family: TokenFamily): number {
  const stated = usage.reasoning !== null && isCount(usage.reasoning) ? usage.reasoning : null
  const tokens = stated ?? (message.thinking === null ? 0 : estimateTextTokens(message.thinking, family))
  return Math.min(tokens, usage.output)
}

/** No window is near this: a larger number is no count, and a sum it went into would stay wrong for good. */
const MOST_TOKENS = 100_000_000

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS
}
