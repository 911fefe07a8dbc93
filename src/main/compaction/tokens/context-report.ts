import type { ContextCategory, ContextReport } from '../../../shared/compact/context.ts'
import type { Message } from '../../../shared/thread/message.ts'
import type { ChosenWindow } from '../model-window.ts'
import type { ProjectedMessage, Projection } from '../projection/projected-message.ts'
import { estimateResultTokens } from './estimate-message.ts'
import { labelOf, sharesOf } from './message-shares.ts'
import type { Pressure } from './pressure.ts'

/** What the meter needs; all of it comes from the same values as the trigger (S-099). */
export interface ContextInput {
  readonly head: { readonly system: number; readonly tools: number }
  readonly projection: Projection
  readonly pressure: Pressure
  readonly triggerTokens: number | null
  readonly window: ChosenWindow
  readonly spent: ContextReport['spent']
}

const CATEGORIES: readonly ContextCategory[] = [
  'system',
  'tools',
  'pins',
  'summary',
  'restored',
  'messages',
  'tool-results',
  'attachments',
  'uncounted',
]

type Sums = Record<ContextCategory, number>

const NOTHING: Readonly<Sums> = {
  system: 0,
  tools: 0,
  pins: 0,
  summary: 0,
  restored: 0,
  messages: 0,
  'tool-results': 0,
  attachments: 0,
  uncounted: 0,
}

/** Length of the list of the biggest items. */
const BIGGEST_COUNT = 5

/** Labels are only made for what is listed in the end. */
type Biggest = Omit<ContextReport['biggest'][number], 'label'> & { readonly item: ProjectedMessage | null }

/**
 * The meter's numbers. Categories add up to `usedTokens` to the token: what the provider counted beyond the list,
 * and the pad of an estimate without usage, is `uncounted`. `percent` is of the trigger, rounded down, so that
 * it reaches 100 exactly where compaction fires (S-154, S-155); it may pass 100 (S-156). Without a known or
 * assumed window there is none (B-28).
 */
export function describeContext(input: ContextInput): Omit<ContextReport, 'nextCostUsd'> {
  const { head, projection, pressure, triggerTokens, window } = input
  const sums: Sums = { ...NOTHING, system: head.system, tools: head.tools }
  let biggest: readonly Biggest[] = [
    { item: null, index: null, category: 'system', tokens: head.system },
    { item: null, index: null, category: 'tools', tokens: head.tools },
  ]
  for (const item of projection) {
    const main = addItem(item, sums)
    biggest = insertBiggest(biggest, item, main)
  }
  return {
    usedTokens: pressure.tokens,
    basis: pressure.basis,
    triggerTokens,
    windowTokens: window.tokens,
    windowSource: window.source,
    percent:
      triggerTokens === null || window.tokens === null
        ? null
        : Math.floor((pressure.tokens * 100) / triggerTokens),
    isWindowSuspect: window.tokens !== null && pressure.tokens > window.tokens,
    categories: addUpTo(sums, pressure.tokens),
    biggest: biggest
      .filter(({ tokens }) => tokens > 0)
      .toSorted((one, other) => other.tokens - one.tokens)
      .slice(0, BIGGEST_COUNT)
      .map(named),
    spent: input.spent,
  }
}

/** An entry with its label, and with the call whose result it mostly is. */
function named({ item, ...entry }: Biggest): ContextReport['biggest'][number] {
  if (item === null) return { ...entry, label: entry.category }
  const { message } = item
  const call = entry.category === 'messages' ? null : mainResult(message, item)
  return { ...entry, label: labelOf(message), ...(call === null ? {} : { call }) }
}

/** Adds an item to its categories; answers the one that most of it belongs to. */
function addItem(item: ProjectedMessage, sums: Sums): ContextCategory {
  const whole = WHOLE[item.provenance]
  if (whole !== null) {
    sums[whole] += item.tokens
    return whole
  }
  const shares = sharesOf(item)
  sums.messages += shares.text
  sums['tool-results'] += shares.results
  sums.attachments += shares.attachments
  if (shares.results > shares.text && shares.results >= shares.attachments) return 'tool-results'
  return shares.attachments > shares.text ? 'attachments' : 'messages'
}

const WHOLE: Readonly<Record<ProjectedMessage['provenance'], ContextCategory | null>> = {
  fact: null,
  meta: null,
  pin: 'pins',
  checkpoint: 'summary',
  restored: 'restored',
}

/** Keeps the list short while it grows. */
function insertBiggest(
  biggest: readonly Biggest[],
  item: ProjectedMessage,
  category: ContextCategory,
): readonly Biggest[] {
  const smallest = biggest.at(-1)?.tokens ?? 0
  if (biggest.length > BIGGEST_COUNT && item.tokens <= smallest) return biggest
  const entry = { item, index: item.index, category, tokens: item.tokens }
  return [...biggest, entry].toSorted((one, other) => other.tokens - one.tokens).slice(0, BIGGEST_COUNT + 1)
}

/** Place in the fact of the call whose result is more than half of the message; null = none is. */
function mainResult(message: Message, { tokens, family, callPositions }: ProjectedMessage): number | null {
  const at = message.toolCalls.findIndex((call) => estimateResultTokens(call, family) * 2 > tokens)
  return at < 0 ? null : (callPositions?.[at] ?? at)
}

/** Categories whose sum is `usedTokens`: the rest is uncounted; a count below the list's estimate scales it. */
function addUpTo(sums: Readonly<Sums>, usedTokens: number): ContextReport['categories'] {
  const list = CATEGORIES.map((category) => ({ category, tokens: sums[category] }))
  const total = list.reduce((sum, { tokens }) => sum + tokens, 0)
  const fits = total <= usedTokens
  const scaled = list.map(({ category, tokens }) => ({
    category,
    // Only without the floor can the list be estimated above what the provider counted.
    tokens: fits ? tokens : Math.floor((tokens * usedTokens) / total),
  }))
  const rest = usedTokens - scaled.reduce((sum, { tokens }) => sum + tokens, 0)
  return scaled
    .map((entry) => (entry.category === 'uncounted' ? { ...entry, tokens: entry.tokens + rest } : entry))
    .filter(({ tokens }) => tokens > 0)
}
