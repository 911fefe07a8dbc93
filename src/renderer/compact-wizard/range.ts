import type { BandMark, BandTurn, CompactPlan } from '../../shared/compact/plan.ts'
import type { MessageRange } from '../../shared/thread/turn.ts'

/** The first message to summarize, where that is not the first of the conversation. */
export interface RangeStart {
  /** Place of its turn in the plan's list. */
  readonly turn: number
  /** Place of the message in the thread. */
  readonly index: number
  /** Tokens of that turn before the message. */
  readonly before: number
}

/** What is summarized: from `start`, or from the beginning, to the turns that are kept. */
export interface Range {
  readonly keepTurns: number
  readonly start: RangeStart | null
}

/** What a range comes to, in estimated tokens. */
export interface RangeSums {
  readonly headTokens: number
  readonly summarizedTokens: number
  /** Of the summarized part, pinned: they stay besides. */
  readonly pinnedTokens: number
  readonly keptTokens: number
  readonly messages: MessageRange
  readonly firstTurn: BandTurn | null
  readonly lastTurn: BandTurn | null
}

/** Largest number of turns that can be kept behind a start: one must be left to summarize (S-179). */
export function maxKeep(plan: CompactPlan, start: RangeStart | null = null): number {
  return Math.max(1, plan.turns.length - 1 - (start?.turn ?? 0))
}

/** `keep` inside 1 … what the start leaves. */
export function clampKeep(plan: CompactPlan, keep: number, start: RangeStart | null = null): number {
  return Math.min(maxKeep(plan, start), Math.max(1, Math.round(keep)))
}

/** Place of the last turn that a range may begin in. */
export function maxStart(plan: CompactPlan, keepTurns: number): number {
  return Math.max(0, plan.turns.length - 1 - clampKeep(plan, keepTurns))
}

/** The beginning of the turn at a place, moved so that something is summarized; null when there are no turns. */
export function startAt(plan: CompactPlan, turn: number, keepTurns: number): RangeStart | null {
  const bounded = Math.min(maxStart(plan, keepTurns), Math.max(0, Math.round(turn)))
  const found = plan.turns[bounded]
  return found === undefined ? null : { turn: bounded, index: found.from, before: 0 }
}

/** The same range over a plan that was measured again: what is not there any more is moved or left out. */
export function settleRange(plan: CompactPlan, { keepTurns, start }: Range): Range {
  const keep = clampKeep(plan, keepTurns)
  const turn = start === null ? undefined : plan.turns[start.turn]
  if (start === null || turn === undefined || start.turn > maxStart(plan, keep))
    return { keepTurns: keep, start: null }
  const isInside = start.index >= turn.from && start.index < turn.to
  return { keepTurns: keep, start: isInside ? start : { ...start, index: turn.from, before: 0 } }
}

/** Adds a range up. Meta prompt, former checkpoint and drafts are outside of all of it. */
export function rangeSums(plan: CompactPlan, range: Range): RangeSums {
  const { start } = range
  const cut = Math.max(0, plan.turns.length - clampKeep(plan, range.keepTurns, start))
  const first = Math.min(start?.turn ?? 0, cut)
  const before = start?.before ?? 0
  const sum = (turns: readonly BandTurn[]) => turns.reduce((total, { tokens }) => total + tokens, 0)
  const firstTurn = plan.turns.slice(first, cut).at(0) ?? null
  const lastTurn = plan.turns.slice(first, cut).at(-1) ?? null
  const messages = { from: start?.index ?? firstTurn?.from ?? 0, to: lastTurn?.to ?? 0 }
  return {
    headTokens: sum(plan.turns.slice(0, first)) + before,
    summarizedTokens: Math.max(0, sum(plan.turns.slice(first, cut)) - before),
    pinnedTokens: pinsAmong(plan, messages).reduce((total, { tokens }) => total + tokens, 0),
    keptTokens: sum(plan.turns.slice(cut)),
    messages,
    firstTurn,
    lastTurn,
  }
}

/** Pinned messages that a range would summarize: they stay besides. */
export function pinsIn(plan: CompactPlan, range: Range): readonly BandMark[] {
  return pinsAmong(plan, rangeSums(plan, range).messages)
}

function pinsAmong({ marks }: CompactPlan, { from, to }: MessageRange): readonly BandMark[] {
  return marks.filter(({ kind, index }) => kind === 'pin' && index >= from && index < to)
}
