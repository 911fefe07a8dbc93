import type { Policy } from '../../../shared/compact/policy.ts'
import { PRESETS } from './presets.ts'

/** Largest number that is believed in the block. */
const MAX_VALUE = 100_000_000

/** A key of the block: the least it may be, and what it changes in the policy. */
interface NovaKey {
  readonly least: number
  readonly apply: (policy: Policy, value: number) => Policy
}

function snip(change: Partial<Policy['reductions']['snip']>): (policy: Policy) => Policy {
  return (policy) => ({
    ...policy,
    reductions: { ...policy.reductions, snip: { ...policy.reductions.snip, ...change } },
  })
}

function reserve(policy: Policy, change: { outputTokens?: number; summaryTokens?: number }): Policy {
  const { trigger } = policy
  return trigger.kind === 'reserve' ? { ...policy, trigger: { ...trigger, ...change } } : policy
}

/** The eight keys (S-143). Their defaults are preset `reserve`. */
const KEYS: ReadonlyMap<string, NovaKey> = new Map([
  ['output_reserve_tokens', { least: 0, apply: (policy, value) => reserve(policy, { outputTokens: value }) }],
  [
    'summary_reserve_tokens',
    { least: 0, apply: (policy, value) => reserve(policy, { summaryTokens: value }) },
  ],
  ['snip_max_chars', { least: 1, apply: (policy, value) => snip({ maxChars: value })(policy) }],
  [
    'snip_tool_output_token_budget',
    { least: 0, apply: (policy, value) => snip({ budgetTokens: value })(policy) },
  ],
  [
    'snip_preserve_last_n_messages',
    { least: 0, apply: (policy, value) => snip({ preserveLastMessages: value })(policy) },
  ],
  [
    'summary_keep_tokens',
    {
      least: 0,
      apply: (policy, value) => ({ ...policy, keep: { kind: 'tokens', value, capOfTrigger: 0.5 } }),
    },
  ],
  [
    'max_consecutive_failures',
    {
      least: 0,
      apply: (policy, value) => ({
        ...policy,
        breaker: { ...policy.breaker, maxFailures: Math.min(value, 100) },
      }),
    },
  ],
  [
    'default_context_window',
    {
      least: 1000,
      apply: (policy, value) => ({ ...policy, unknownWindow: { kind: 'assume', windowTokens: value } }),
    },
  ],
])

const ALIAS = { old: 'snip_preserve_last_n_turns', key: 'snip_preserve_last_n_messages' }

/** What a `compaction` block says. */
export interface NovaSettings {
  /** Preset `reserve` with the block's values. */
  readonly policy: Policy
  /** Known keys whose value was unusable; their default holds. */
  readonly badKeys: readonly string[]
}

/**
 * Reads the block `compaction` of a settings file (S-142 to S-149). Numbers may be strings (S-145); the old name
 * `snip_preserve_last_n_turns` is read only where the new one is absent (S-146); every other key is ignored
 * (S-144), `token_ratio`, `max_messages` and `max_turns_between_compact` among them (S-147). Null = the block
 * is no object or holds none of the eight keys.
 */
export function readNovaSettings(block: unknown): NovaSettings | null {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return null
  const entries = new Map<string, unknown>(Object.entries(block))
  const old = entries.get(ALIAS.old)
  if (old !== undefined && !entries.has(ALIAS.key)) entries.set(ALIAS.key, old)

  let policy = PRESETS.reserve
  let found = 0
  const badKeys: string[] = []
  for (const [key, { least, apply }] of KEYS) {
    if (!entries.has(key)) continue
    found += 1
    const value = castNumber(entries.get(key))
    if (value === null || value < least) badKeys.push(key)
    else policy = apply(policy, value)
  }
  return found === 0 ? null : { policy, badKeys }
}

/** A whole number from a number or from its text; null for anything else. */
function castNumber(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : null
  const number = text === null ? value : /^[+-]?\d+(?:\.\d*)?(?:e\d+)?$/i.test(text) ? Number(text) : null
  if (typeof number !== 'number' || !Number.isFinite(number) || number > MAX_VALUE) return null
  return Math.trunc(number)
}
