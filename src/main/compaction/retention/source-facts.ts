import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { FactClass } from '../../../shared/compact/retention.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { codeTokens, urlsIn } from '../facts/code-tokens.ts'
import { isDecision } from '../facts/decisions.ts'
import { extractFactSteps } from '../facts/extract-facts.ts'
import { mergeFacts } from '../facts/merge-facts.ts'
import { argumentText, messageText, outputText } from '../facts/message-text.ts'
import { callOutcome, callSubject, commandLine, subjectKey } from '../facts/outcomes.ts'
import { parseFacts } from '../facts/parse-facts.ts'
import { ownSentences } from '../facts/sentences.ts'
import { commandOf } from '../facts/tool-paths.ts'
import type { Steps } from '../steps.ts'
import { numbersIn } from './number-facts.ts'
import { FACT_WEIGHTS } from './weights.ts'

/** A fact the new projection should hold. `age` counts messages from its last occurrence to the end. */
export interface SourceFact {
  readonly class: FactClass
  readonly text: string
  readonly messageIndex: number
  readonly turn: number | null
  readonly age: number
  /** Status of a task (finished ones too: they may come back as open); null for every other class. */
  readonly status: string | null
  /** What a person is shown instead of `text`: a number with the words around it. Null when `text` says it. */
  readonly shownAs: string | null
  /** Call of its message whose result it is from; null = none, or not known. */
  readonly callPosition: number | null
}

const IDENTIFIER_MIN_USES = 3
/** In small steps: takes the facts of the classes of retention.md out of the messages and the previous checkpoint. */
export function* sourceFactSteps(
  source: readonly Message[],
  previous: readonly CheckpointSection[],
  firstTurn: number,
): Steps<readonly SourceFact[]> {
  const extracted = yield* extractFactSteps(source, { firstIndex: 0, firstTurn, isWithoutReferences: true })
  const lane = mergeFacts(parseFacts(previous), extracted)
  const turnOf = turnNumbers(source, firstTurn)
  const facts = new Map<string, SourceFact>()
  function add(
    kind: FactClass,
    text: string,
    messageIndex: number,
    status: string | null = null,
    shownAs: string | null = null,
  ): void {
    const key = `${kind}\n${text}`
    const age = messageIndex < 0 ? source.length : source.length - 1 - messageIndex
    facts.delete(key)
    facts.set(key, {
      class: kind,
      text,
      messageIndex,
      turn: turnOf[messageIndex] ?? null,
      age,
      status,
      shownAs,
      callPosition: isError(kind) ? failedCall(source[messageIndex], text) : null,
    })
  }
  for (const rule of lane.rules) add('rule', rule.text, rule.messageIndex)
  for (const item of lane.plan) add('open-task', item.text, item.messageIndex, item.status)
  for (const fact of lane.paths)
    add(fact.use === 'read' ? 'read-path' : 'modified-path', fact.path, fact.messageIndex)
  for (const error of lane.errors)
    add('unresolved-error', error.message === '' ? error.subject : error.message, error.messageIndex)
  yield* addWords(source, add)
  return [...facts.values()]
}

function isError(kind: FactClass): boolean {
  return kind === 'unresolved-error' || kind === 'resolved-error'
}

/** Place of the call that failed with these words; null = there is none. */
function failedCall(message: Message | undefined, text: string): number | null {
  const position = (message?.toolCalls ?? []).findIndex((call) => {
    const outcome = callOutcome(call)
    return (
      outcome.kind === 'failed' && (outcome.message === '' ? callSubject(call) : outcome.message) === text
    )
  })
  return position === -1 ? null : position
}

function* addWords(
  source: readonly Message[],
  add: (
    kind: FactClass,
    text: string,
    index: number,
    status?: string | null,
    shownAs?: string | null,
  ) => void,
): Steps<void> {
  const uses = new Map<string, { count: number; index: number }>()
  const numbers = new Map<string, { count: number; index: number; byUser: boolean; shownAs: string }>()
  const failing = new Map<string, { message: string; index: number }>()
  for (const [index, message] of source.entries()) {
    yield
    const text = messageText(message)
    const own = [text, ...message.toolCalls.map(argumentText)].join('\n')
    for (const token of codeTokens(own)) {
      const before = uses.get(token)
      uses.set(token, { count: (before?.count ?? 0) + 1, index })
    }
    for (const url of urlsIn(own)) add('url', url, index)
    for (const [issue] of own.matchAll(/(?<![\w&#/])#\d{1,6}\b/g)) add('hash', issue, index)
    for (const { number, inContext } of numbersIn(text)) {
      const before = numbers.get(number)
      const byUser = message.role === 'user' || before?.byUser === true
      numbers.set(number, { count: (before?.count ?? 0) + 1, index, byUser, shownAs: inContext })
    }
    if (message.role === 'user')
      for (const sentence of ownSentences(text)) if (isDecision(sentence)) add('decision', sentence, index)
    for (const call of message.toolCalls) {
      const command = commandOf(call)
      if (command !== null) add('command', commandLine(command), index)
      const outcome = callOutcome(call)
      const key = subjectKey(callSubject(call))
      if (outcome.kind === 'failed') failing.set(key, { message: outcome.message, index })
      else if (outcome.kind === 'ok' && failing.has(key)) {
        const error = failing.get(key)
        failing.delete(key)
        if (error !== undefined && error.message !== '') add('resolved-error', error.message, error.index)
      }
    }
  }
  for (const [token, use] of uses) {
    if (/^[0-9a-f]{7,40}$/.test(token) && /\d/.test(token)) add('hash', token, use.index)
    else if (use.count >= IDENTIFIER_MIN_USES) add('identifier', token, use.index)
  }
  for (const [number, use] of numbers)
    if (use.byUser || use.count >= 2) add('number', number, use.index, null, use.shownAs)
}

function turnNumbers(source: readonly Message[], firstTurn: number): readonly number[] {
  let turn = firstTurn - 1
  return source.map((message) => {
    if (message.role === 'user' && messageText(message).trim() !== '') turn++
    return Math.max(turn, firstTurn)
  })
}

/**
 * Everything that may support a claim: all decoded text of the messages, newest first, and the previous
 * checkpoint. A checkpoint draws most on what came last, so that a search from the start ends early.
 */
export function supportText(source: readonly Message[], previous: readonly CheckpointSection[]): string {
  const parts: string[] = []
  for (const message of source.toReversed()) {
    parts.push(messageText(message))
    for (const call of message.toolCalls) parts.push(call.name, argumentText(call), outputText(call))
  }
  for (const section of previous) parts.push(section.text)
  return parts.join('\n')
}

/** `sum(w * c * s)` needs c: 1 for the heavy classes, else halved every 60 messages. */
export function ageFactor(fact: SourceFact): number {
  return FACT_WEIGHTS[fact.class] >= 4 ? 1 : 2 ** (-fact.age / 60)
}
