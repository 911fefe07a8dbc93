import type { Message } from '../../../shared/thread/message.ts'
import { codeTokens, referenceKind, urlsIn } from './code-tokens.ts'
import type { ReferenceFact } from './facts.ts'
import { argumentText, messageText, outputText } from './message-text.ts'

/**
 * How likely a name is needed again: a sum over the messages that hold it, each counting
 * `source * (1 + 0.3 ln n) * (age + 2)^-0.8` with n its occurrences there and age in messages. A power law
 * forgets slower than a half-life, so what came up again and again over a long thread outlives a burst;
 * measured on recorded sessions it predicts later use better than a half-life of 60 messages.
 */
const EXPONENT = 0.8
const REPEAT = 0.3
/** What the model and the person wrote tells more than what tools printed: results are read again anyway. */
const BY_ASSISTANT = 1
const BY_USER = 0.7
const BY_TOOL = 0.12
/** Output beyond this many characters of one result adds data, not names in use. */
const OUTPUT_CHARS = 60_000

/** Activation of every code-shaped token and link at the end of `messages`. Linear in their text. */
export function activations(messages: readonly Message[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  messages.forEach((message, index) => {
    const recency = (messages.length - index + 1) ** -EXPONENT
    const own = new Map<string, number>()
    const ownText = [messageText(message), ...message.toolCalls.map(argumentText)].join('\n')
    count(ownText, own)
    for (const url of urlsIn(ownText)) own.set(url, (own.get(url) ?? 0) + 1)
    add(sums, own, recency * (message.role === 'user' ? BY_USER : BY_ASSISTANT))
    const world = new Map<string, number>()
    for (const call of message.toolCalls) count(outputText(call).slice(0, OUTPUT_CHARS), world)
    add(sums, world, recency * BY_TOOL)
  })
  return sums
}

function count(text: string, into: Map<string, number>): void {
  for (const token of codeTokens(text)) into.set(token, (into.get(token) ?? 0) + 1)
}

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>, factor: number): void {
  for (const [token, times] of counts)
    sums.set(token, (sums.get(token) ?? 0) + factor * (1 + REPEAT * Math.log(times)))
}

/** The names of a thread with their weight, highest first, at most `limit`. */
export function rankReferences(
  weights: ReadonlyMap<string, number>,
  limit: number,
): readonly ReferenceFact[] {
  return [...weights]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([text, weight]) => ({ text, kind: referenceKind(text), weight }))
}

/** Weight of an old name after `messageCount` more messages, as the power law would have it for a recent one. */
export function agedWeight(weight: number, messageCount: number): number {
  return weight * (30 / (30 + messageCount)) ** EXPONENT
}
