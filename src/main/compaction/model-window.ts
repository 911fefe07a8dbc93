import type { WindowSource } from '../../shared/compact/context.ts'
import type { UnknownWindow } from '../../shared/compact/policy.ts'

/** Tokens; nothing outside is believed. */
const MIN_WINDOW = 256
const MAX_WINDOW = 20_000_000

/** Where a provider's ordinary tier ends when its long-context tier is refused (B-38). */
const ORDINARY_TIER_TOKENS = 200_000

/** What is known about a model's window, each in tokens as it was found: text and nonsense are not believed. */
export interface KnownWindows {
  /** Set by the person. */
  readonly manual: unknown
  /** The length a server has the model loaded with; it may be far below what the model could have. */
  readonly server: unknown
  readonly catalog: unknown
  /** From this session's refusals, see `learnWindow`. */
  readonly learned: unknown
}

/** The window that holds. `tokens` null = unknown. */
export interface ChosenWindow {
  readonly tokens: number | null
  readonly source: WindowSource | null
}

/**
 * Chooses a window: the person's, else the server's, else the catalog's, and never above what refusals of this
 * session have taught. Without any the policy's own rule holds: an assumed window, or none (C-03, B-28).
 */
export function chooseWindow(known: KnownWindows, unknown: UnknownWindow): ChosenWindow {
  const learned = believeWindow(known.learned)
  for (const source of ['manual', 'server', 'catalog'] as const) {
    const tokens = believeWindow(known[source])
    if (tokens === null) continue
    return learned !== null && learned < tokens ? { tokens: learned, source: 'learned' } : { tokens, source }
  }
  if (learned !== null) return { tokens: learned, source: 'learned' }
  return unknown.kind === 'assume'
    ? { tokens: unknown.windowTokens, source: 'assumed' }
    : { tokens: null, source: null }
}

/** A window one can calculate with: a whole number of a plausible size; null for everything else. */
export function believeWindow(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return null
  return value >= MIN_WINDOW && value <= MAX_WINDOW ? value : null
}

/** Windows by `windowKey`, learned from refusals. Lives as long as the session and is never saved (B-38). */
export type LearnedWindows = ReadonlyMap<string, number>

/** A refusal that tells something about the window. `estimateTokens` is what was sent. */
export type WindowLesson =
  | { readonly kind: 'stated-limit'; readonly limitTokens: unknown; readonly estimateTokens: number }
  /** The long-context tier is missing: the ordinary one ends at 200,000. */
  | { readonly kind: 'no-long-context'; readonly estimateTokens: number }

/** Key of a model at a host. */
export function windowKey(host: string, model: string): string {
  return `${host}\n${model}`
}

/**
 * What a refusal teaches; the same map when it teaches nothing, which makes it an ordinary error. A request
 * below the ordinary tier was not refused for its length, whatever the text says (B-38).
 */
export function learnWindow(learned: LearnedWindows, key: string, lesson: WindowLesson): LearnedWindows {
  const tokens = lessonTokens(lesson)
  const known = learned.get(key)
  if (tokens === null || (known !== undefined && known <= tokens)) return learned
  return new Map(learned).set(key, tokens)
}

function lessonTokens(lesson: WindowLesson): number | null {
  switch (lesson.kind) {
    case 'stated-limit':
      return believeWindow(lesson.limitTokens)
    case 'no-long-context':
      return lesson.estimateTokens > ORDINARY_TIER_TOKENS ? ORDINARY_TIER_TOKENS : null
  }
}
