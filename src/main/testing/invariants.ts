import { createHash } from 'node:crypto'
import type { CompactionEvent } from '../../shared/compact/event.ts'
import type { JsonValue, Message } from '../../shared/thread/message.ts'
import type { Override } from '../compaction/projection/override.ts'
import type { Projection } from '../compaction/projection/projected-message.ts'

/** A hash over messages as they are (I4, S-005). */
export function hashMessages(messages: readonly Message[]): string {
  return createHash('sha256').update(JSON.stringify(messages)).digest('hex')
}

/**
 * What is wrong with a projection, one line each; empty when all holds. Checks what can be told from values: I1
 * pairs, I2 nothing empty that compaction made or changed, I9 no message twice and all in order, I10 texts that
 * compaction made are well-formed, I11 tokens. What a wire format adds is checked on request bodies.
 */
export function checkInvariants(projection: Projection): readonly string[] {
  const problems: string[] = []
  if (projection.length === 0) problems.push('I2 the list is empty')
  const seen = new Set<number>()
  projection.forEach((item, position) => {
    const where = `message ${position}`
    if (!Number.isInteger(item.tokens) || item.tokens < 0)
      problems.push(`I11 ${where}: ${item.tokens} tokens`)
    if (item.message.toolCalls.some((call) => call.output === null))
      problems.push(`I1 ${where}: a call without a result`)
    if (item.callPositions && item.callPositions.length !== item.message.toolCalls.length)
      problems.push(`I1 ${where}: places of calls do not match`)
    if (item.index === null) {
      for (const part of item.message.content) {
        if (part.kind === 'text' && !/\S/.test(part.text)) problems.push(`I2 ${where}: empty text`)
        if (part.kind === 'text' && !part.text.isWellFormed()) problems.push(`I10 ${where}: half a character`)
      }
      return
    }
    if (seen.has(item.index)) problems.push(`I9 ${where}: sent twice`)
    seen.add(item.index)
  })
  const places = projection.flatMap(({ index }) => index ?? [])
  if (places.some((place, at) => at > 0 && place <= (places[at - 1] ?? -1))) problems.push('I9 out of order')
  return problems
}

/** I3 as far as a list shows it: the last message is the person's, or a result. */
export function endsWithUserOrResult(projection: Projection): boolean {
  const last = projection.at(-1)?.message
  return last !== undefined && (last.role === 'user' || last.toolCalls.length > 0)
}

/** I5 and I11 on an event: completed means that tokens fell. */
export function checkEvent(event: Pick<CompactionEvent, 'tokensBefore' | 'tokensAfter'>): readonly string[] {
  const { tokensBefore, tokensAfter } = event
  const areCounts = [tokensBefore, tokensAfter].every((count) => Number.isInteger(count) && count >= 0)
  if (!areCounts) return ['I11 tokens of the event']
  return tokensAfter < tokensBefore ? [] : ['I5 a completed event without gain']
}

/** I10 on decisions: every text well-formed, every replaced argument list a JSON object. */
export function checkOverrides(overrides: readonly Override[]): readonly string[] {
  return overrides.flatMap(({ change, index, call }) => {
    const where = `message ${index}, call ${call}`
    if (change.kind === 'output') return change.text.isWellFormed() ? [] : [`I10 ${where}: half a character`]
    if (change.kind !== 'arguments') return []
    const parsed: JsonValue = JSON.parse(JSON.stringify(change.value))
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? [] : [`I10 ${where}: arguments are no object`]
  })
}
