import type { Usage } from '../../shared/thread/message.ts'

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
  /** Other prices for the whole call when its input is longer than `fromTokens`; null = one price for all. */
  readonly long: { readonly fromTokens: number; readonly input: number; readonly output: number } | null
}

export interface ModelProfile {
  readonly model: string
  readonly vendor: 'openai' | 'anthropic'
  /** Input and output together, in tokens. */
  readonly windowTokens: number
  /** Null = not known, or not one price. */
  readonly price: ModelPrice | null
}

const OPENAI_LONG = 272_000

function openai(model: string, windowTokens: number, prices: readonly [number, number] | null): ModelProfile {
  const price = prices && { input: prices[0], output: prices[1], long: null }
  return { model, vendor: 'openai', windowTokens, price }
}

/** Twice the input price and one and a half times the output price above 272,000 tokens of input. */
function openaiLong(model: string, input: number, output: number): ModelProfile {
  const long = { fromTokens: OPENAI_LONG, input: input * 2, output: output * 1.5 }
  return { model, vendor: 'openai', windowTokens: 1_050_000, price: { input, output, long } }
}

function anthropic(
  model: string,
  windowTokens: number,
  prices: readonly [number, number] | null,
): ModelProfile {
  const price = prices && { input: prices[0], output: prices[1], long: null }
  return { model, vendor: 'anthropic', windowTokens, price }
}

/**
 * Windows and prices by exact name. No prefix, no family: a name that is not here is unknown (B-28).
 *
 * Sources, read 2026-11-29: platform.claude.com/docs/en/models/overview and its pages per model;
 * developers.openai.com/api/docs/models and pricing, as repeated by public gateways' model pages. A price that
 * is stated as "from" is left out.
 */
export const MODEL_PROFILES: readonly ModelProfile[] = [
  anthropic('claude-fable-5-2', 1_000_000, [8, 40]),
  anthropic('claude-fable-5-1', 1_000_000, [10, 50]),
  anthropic('claude-opus-5-5', 1_000_000, [4, 20]),
  anthropic('claude-opus-5', 1_000_000, [5, 25]),
  anthropic('claude-opus-4-8', 1_000_000, null),
  anthropic('claude-opus-4-7', 1_000_000, null),
  anthropic('claude-opus-4-6', 1_000_000, null),
  anthropic('claude-opus-4-5', 200_000, null),
  anthropic('claude-opus-4-5-20251101', 200_000, null),
  anthropic('claude-sonnet-5-5', 1_000_000, [2, 10]),
  anthropic('claude-sonnet-5', 1_000_000, [2, 10]),
  anthropic('claude-sonnet-4-6', 1_000_000, null),
  anthropic('claude-sonnet-4-5', 200_000, [3, 15]),
  anthropic('claude-sonnet-4-5-20250929', 200_000, [3, 15]),
  anthropic('claude-haiku-5-5', 1_000_000, null),
  anthropic('claude-haiku-4-5', 200_000, [1, 5]),
  anthropic('claude-haiku-4-5-20251001', 200_000, [1, 5]),
  openaiLong('gpt-6-sol', 2, 10),
  openaiLong('gpt-6-luna', 0.1, 0.5),
  openaiLong('gpt-5.5', 5, 30),
  openaiLong('gpt-5.5-2026-04-23', 5, 30),
  openaiLong('gpt-5.4', 2.5, 15),
  openai('gpt-5.2', 400_000, [1.75, 14]),
  openai('gpt-5.1', 400_000, [1.25, 10]),
  openai('gpt-5', 400_000, [1.25, 10]),
  openai('gpt-4.1', 1_047_576, null),
  openai('gpt-4.1-mini', 1_047_576, null),
  openai('gpt-4o', 128_000, null),
  openai('gpt-4o-mini', 128_000, null),
]

/** Hosts that serve these models under their own names. */
const VENDOR_HOSTS: { readonly [host: string]: ModelProfile['vendor'] } = {
  'api.openai.com': 'openai',
  'api.anthropic.com': 'anthropic',
}

/**
 * The profile of a model at a host, or null. The name must be equal; at OpenRouter it is `vendor/name`. A local
 * server may call anything `gpt-4o`, so other hosts have no profile.
 */
export function findModelProfile(host: string, model: string): ModelProfile | null {
  const vendor = VENDOR_HOSTS[host]
  return (
    MODEL_PROFILES.find((profile) =>
      host === 'openrouter.ai'
        ? `${profile.vendor}/${profile.model}` === model
        : profile.vendor === vendor && profile.model === model,
    ) ?? null
  )
}

/**
 * US dollars of one call by its usage; null when the price is not known. Cache reads are charged as input:
 * an upper bound.
 */
export function costOf(usage: Usage, price: ModelPrice | null): number | null {
  if (price === null) return null
  const input = usage.input + usage.cacheRead + usage.cacheWrite
  return (input * rateOf(price, input).input + usage.output * rateOf(price, input).output) / 1_000_000
}

/** US dollars of an input of this length alone; null when the price is not known. */
export function inputCostOf(tokens: number, price: ModelPrice | null): number | null {
  return price === null ? null : (tokens * rateOf(price, tokens).input) / 1_000_000
}

function rateOf(price: ModelPrice, inputTokens: number): Pick<ModelPrice, 'input' | 'output'> {
  return price.long !== null && inputTokens > price.long.fromTokens ? price.long : price
}
