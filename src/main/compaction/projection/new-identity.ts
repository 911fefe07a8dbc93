import type { CompactionEvent } from '../../../shared/compact/event.ts'
import { stripPrivate } from '../sanitize/strip-private.ts'
import { estimateMessageTokens } from '../tokens/estimate-message.ts'
import type { Fact } from './projected-message.ts'

/**
 * The facts as they may be sent after `event`: summary and retained messages form a new request with new
 * identity, so what was written before the event loses its private state (S-070, S-073). Text, calls and results
 * stay (S-071).
 *
 * One exception: a turn that was running when it was compacted keeps what its own provider demands back inside a
 * tool loop, signed thinking and readable reasoning. Encrypted reasoning items (`openai-responses`) are not
 * demanded and go there too.
 */
export function renewIdentity(facts: readonly Fact[], event: CompactionEvent): readonly Fact[] {
  const end = endOfFormer(facts, event)
  const turn = openTurn(facts, end)
  return facts.map((fact, position) => {
    if (position >= end || (position >= turn && mustStay(fact))) return fact
    return strip(fact)
  })
}

/** Number of facts that were there before the event: all up to the first one with a later time. */
export function endOfFormer(facts: readonly Fact[], event: CompactionEvent): number {
  const position = facts.findIndex((fact) => isLater(fact, event))
  return position < 0 ? facts.length : position
}

/** Whether a fact was certainly written after the event. */
export function isLater(fact: Pick<Fact, 'message'>, event: CompactionEvent): boolean {
  const runtime = fact.message.runtime
  return (runtime?.atMs ?? Number.NEGATIVE_INFINITY) > event.createdMs
}

/** A fact of an open turn whose provider wants its reasoning back. */
export function mustStay(fact: Pick<Fact, 'message'>): boolean {
  const origin = fact.message.runtime?.origin
  return origin !== null && origin !== undefined && origin.protocol !== 'openai-responses'
}

/** The fact without private state; the same object when it has none. */
export function strip(fact: Fact): Fact {
  const message = stripPrivate(fact.message)
  if (message === fact.message) return fact
  const isShorter =
    message.content !== fact.message.content ||
    message.toolCalls.some((call, at) => call !== fact.message.toolCalls[at])
  return { ...fact, message, tokens: isShorter ? estimateMessageTokens(message, fact.family) : fact.tokens }
}

/** Position of the last request before `end`; `end` when that turn was over: its last reply called nothing. */
function openTurn(facts: readonly Fact[], end: number): number {
  const last = facts[end - 1]
  if (!last || (last.message.role === 'assistant' && last.message.toolCalls.length === 0)) return end
  let at = end - 1
  while (at > 0 && facts[at]?.message.role !== 'user') at -= 1
  return at
}
