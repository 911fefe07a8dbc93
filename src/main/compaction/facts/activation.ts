import type { Message } from '../../../shared/thread/message.ts'
import type { Steps } from '../steps.ts'
import { codeTokens, referenceKind, urlsIn } from './code-tokens.ts'
import type { ReferenceFact } from './facts.ts'
import { pullByContext } from './in-context.ts'
import { argumentText, argumentValues, messageText, outputText } from './message-text.ts'
import { isNoise } from './name-noise.ts'

/**
 * How likely a name is needed again. Each message that holds it counts
 * `source * (1 + 0.1 ln n) * (age + 2)^-0.8` with n its occurrences there and age in messages: a power law forgets
 * slower than a half-life, so what came up again and again outlives a burst. Messages are grouped into windows of
 * 12: within one the strongest counts, the others little, because repeating a name in one piece of work says less
 * than coming back to it. A window opened by the assistant counts in full: a name that the person or a tool
 * brings back by themselves need not be remembered. Measured by forward use on recorded sessions
 * (bench/forward-use.ts), this finds more than a half-life of 60 messages.
 */
const EXPONENT = 0.8
const REPEAT = 0.1
const WINDOW_MESSAGES = 12
const WITHIN_WINDOW = 0.4
const SPREAD = 1.5
/** What the model and the person wrote tells more than what tools printed. */
const SOURCE = { assistant: 1, user: 0.7, tool: 0.06 } as const
const OPENED_BY = { assistant: 1, user: 0.4, tool: 0.3 } as const
/** Output beyond this many characters of one result adds data, not names in use. */
const OUTPUT_CHARS = 60_000
/** An id that stands once in a longer output is one row of many. */
const LONG_OUTPUT_CHARS = 6_000

type Origin = keyof typeof SOURCE

interface Trace {
  /** Number of the window being summed, counted from the end of the thread. */
  window: number
  openedBy: Origin
  strongest: number
  total: number
  windows: number
  sum: number
  uses: number
  isOnlyPrinted: boolean
  isFromLongOutput: boolean
}

/** Weights of the names in use, and which of them are names of tools' arguments and nothing else. */
export interface Activation {
  readonly weights: ReadonlyMap<string, number>
  readonly argumentNames: ReadonlySet<string>
}

/**
 * Activation of every code-shaped token and link at the end of `messages`, message by message. `kept` are the turns
 * that follow. Linear in their text.
 */
export function* activationSteps(messages: readonly Message[], kept: readonly Message[]): Steps<Activation> {
  const traces = new Map<string, Trace>()
  const written: ReadonlySet<string>[] = []
  const argumentNames = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const age = messages.length - index
    const own = new Map<string, number>()
    const ownText = [messageText(message), ...message.toolCalls.map(argumentText)].join('\n')
    count(ownText, own)
    const spoken = new Set(codeTokens(wordsOf(message)))
    written.push(spoken)
    for (const name of own.keys()) if (!spoken.has(name)) argumentNames.add(name)
    for (const url of urlsIn(ownText)) own.set(url, (own.get(url) ?? 0) + 1)
    trace(traces, own, age, message.role)
    const world = new Map<string, number>()
    let isLong = false
    for (const call of message.toolCalls) {
      const output = outputText(call)
      isLong ||= output.length > LONG_OUTPUT_CHARS
      count(output.slice(0, OUTPUT_CHARS), world)
    }
    trace(traces, world, age, 'tool', isLong)
    yield
  }
  const weights = new Map<string, number>()
  for (const [token, each] of traces) {
    closeWindow(each)
    if (isNoise(token, each)) continue
    weights.set(token, each.sum * (1 + SPREAD * Math.log(each.windows)))
  }
  for (const names of written) for (const name of names) argumentNames.delete(name)
  const atHand = new Set(kept.flatMap((message) => codeTokens(wordsOf(message))))
  return { weights: pullByContext(weights, written, atHand), argumentNames }
}

/** What a message says and what its calls hand over, without the names of their arguments. */
function wordsOf(message: Message): string {
  return [messageText(message), ...message.toolCalls.map(argumentValues)].join('\n')
}

function count(text: string, into: Map<string, number>): void {
  for (const token of codeTokens(text)) into.set(token, (into.get(token) ?? 0) + 1)
}

function trace(
  traces: Map<string, Trace>,
  counts: ReadonlyMap<string, number>,
  age: number,
  origin: Origin,
  isFromLongOutput = false,
): void {
  const window = Math.floor(age / WINDOW_MESSAGES)
  const recency = SOURCE[origin] * (age + 2) ** -EXPONENT
  for (const [token, times] of counts) {
    const value = recency * (1 + REPEAT * Math.log(times))
    const before = traces.get(token)
    if (before === undefined) {
      traces.set(token, {
        window,
        openedBy: origin,
        strongest: value,
        total: value,
        windows: 0,
        sum: 0,
        uses: 1,
        isOnlyPrinted: origin === 'tool',
        isFromLongOutput,
      })
      continue
    }
    if (before.window !== window) {
      closeWindow(before)
      before.window = window
      before.openedBy = origin
    }
    before.strongest = Math.max(before.strongest, value)
    before.total += value
    before.uses++
    before.isOnlyPrinted &&= origin === 'tool'
  }
}

function closeWindow(each: Trace): void {
  each.sum += OPENED_BY[each.openedBy] * each.strongest + WITHIN_WINDOW * (each.total - each.strongest)
  each.windows++
  each.strongest = 0
  each.total = 0
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** The names of a thread with their weight, highest first, at most `limit`. */
export function rankReferences(
  weights: ReadonlyMap<string, number>,
  limit: number,
  argumentNames: ReadonlySet<string> = NO_NAMES,
): readonly ReferenceFact[] {
  return [...weights]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([text, weight]) => ({
      text,
      kind: argumentNames.has(text) ? 'argument' : referenceKind(text),
      weight,
    }))
}

/** Weight of an old name after `messageCount` more messages, as the power law would have it for a recent one. */
export function agedWeight(weight: number, messageCount: number): number {
  return weight * (30 / (30 + messageCount)) ** EXPONENT
}
