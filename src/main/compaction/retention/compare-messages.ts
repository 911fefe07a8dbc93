import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { ComparedMessage, ComparedState } from '../../../shared/compact/comparison.ts'
import { itemKey } from '../../../shared/compact/item-key.ts'
import type { RetainedFact } from '../../../shared/compact/retention.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { messageText } from '../facts/message-text.ts'
import type { Steps } from '../steps.ts'
import { foldLines } from './fact-state.ts'
import { linkSentenceSteps, type Sentence, type SentenceLinks, sentencesOf } from './link-sentences.ts'
import { judgeFactSteps } from './measure.ts'
import { sourceFactSteps, supportText } from './source-facts.ts'

/** A checkpoint with all that it stands for. */
export interface CompareInput {
  readonly source: readonly { readonly index: number; readonly message: Message }[]
  /** Of the checkpoint that the thread's own file begins with; empty = it has none. */
  readonly previous: readonly CheckpointSection[]
  readonly sections: readonly CheckpointSection[]
  /** The checkpoint as it is sent. */
  readonly text: string
  readonly kept: readonly Message[]
  readonly pins: ReadonlySet<number>
  readonly turnOf: (index: number) => number | null
}

/** What became of each message, and for each sentence the place in the list of the message it tells most of. */
export interface ComparedMessages {
  readonly messages: readonly ComparedMessage[]
  readonly sentences: readonly (Sentence & { readonly position: number | null })[]
}

const MOST_FACTS = 20
/** A text shorter than this stands in a checkpoint by chance. */
const LEAST_WORDS_CHARS = 12

/** In small steps: compares messages with the checkpoint that stands for them. Informs, like the report. */
export function* compareMessageSteps(input: CompareInput): Steps<ComparedMessages> {
  const source = input.source.map(({ message }) => message)
  const facts = yield* sourceFactSteps(source, input.previous, 1)
  const tail = supportText(input.kept, [])
  yield
  const judged = yield* judgeFactSteps({ facts, tail }, input.text)
  const byMessage = new Map<number, RetainedFact[]>()
  for (const fact of judged)
    byMessage.set(fact.messageIndex, [...(byMessage.get(fact.messageIndex) ?? []), fact])
  const sentences = sentencesOf(input.sections)
  const links: SentenceLinks = yield* linkSentenceSteps(source, sentences)
  const folded = foldLines(input.text)
  const messages: ComparedMessage[] = []
  for (const [at, { index, message }] of input.source.entries()) {
    yield
    const own = byMessage.get(at) ?? []
    const told = links.sentenceOf[at]
    const sentence = told == null ? undefined : sentences[told]
    const isKept = input.pins.has(index) || isWordForWord(message, folded)
    const turn = input.turnOf(index)
    messages.push({
      index,
      turn,
      state: stateOf(own, isKept, sentence !== undefined),
      sentence: sentence === undefined ? null : { section: sentence.section, line: sentence.line },
      facts: own.slice(0, MOST_FACTS).map((fact) => ({ ...fact, messageIndex: index, turn })),
    })
  }
  return {
    messages,
    sentences: sentences.map((sentence, at) => ({ ...sentence, position: links.messageOf[at] ?? null })),
  }
}

/** The gravest thing that happened to its facts; without one, whether anything is told of it. */
function stateOf(facts: readonly RetainedFact[], isKept: boolean, isTold: boolean): ComparedState {
  if (isKept) return 'kept'
  const states = new Set(facts.map(({ state }) => state))
  if (states.has('missing')) return 'missing'
  if (states.has('mutated') || states.has('stale')) return 'changed'
  return isTold || states.has('verbatim') || states.has('normalised') || states.has('in-tail')
    ? 'in-summary'
    : 'recoverable'
}

/** Everything that was said stands in the checkpoint as it was said. Calls and their results never do. */
function isWordForWord(message: Message, folded: string): boolean {
  if (message.toolCalls.length > 0) return false
  const parts = messageText(message)
    .split(/\n|(?<=[.!?])\s+|(?<=[。！？；])/)
    .map((part) => itemKey(part))
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  return parts.join('').length >= LEAST_WORDS_CHARS && parts.every((part) => folded.includes(part))
}
