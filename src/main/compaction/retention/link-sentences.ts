import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { SentencePlace } from '../../../shared/compact/comparison.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { argumentText, messageText, outputText } from '../facts/message-text.ts'
import type { Steps } from '../steps.ts'

/** A line of a checkpoint that says something. */
export interface Sentence extends SentencePlace {
  readonly text: string
}

/** Which sentence tells of which message. Places in the lists that were given; null = none does. */
export interface SentenceLinks {
  readonly sentenceOf: readonly (number | null)[]
  /** The message that a sentence tells most of. */
  readonly messageOf: readonly (number | null)[]
}

/** So much of a sentence's words, by weight, must stand in a message. */
const LEAST_COVERAGE = 0.5
/** Outputs are read so far: what a summary tells of one stands at its beginning, as a rule. */
const OUTPUT_CHARS = 20_000

/** Lines with words, at their places. */
export function sentencesOf(sections: readonly CheckpointSection[]): readonly Sentence[] {
  return sections.flatMap(({ key, text }) =>
    text
      .split('\n')
      .flatMap((line, at) => (/[\p{L}\p{N}]/u.test(line) ? [{ section: key, line: at, text: line }] : [])),
  )
}

/**
 * In small steps: links messages with sentences by the words they share, rare words weighing more. Lexical, like the
 * retention report: a sentence in other words is not found.
 */
export function* linkSentenceSteps(
  messages: readonly Message[],
  sentences: readonly Sentence[],
): Steps<SentenceLinks> {
  const words = sentences.map(({ text }) => wordsOf(text))
  const bySentence = new Map<string, number[]>()
  for (const [at, own] of words.entries())
    for (const word of own) bySentence.set(word, [...(bySentence.get(word) ?? []), at])
  const found: (readonly string[])[] = []
  const uses = new Map<string, number>()
  for (const message of messages) {
    yield
    const own = [...wordsOf(textOf(message))].filter((word) => bySentence.has(word))
    for (const word of own) uses.set(word, (uses.get(word) ?? 0) + 1)
    found.push(own)
  }
  const weigh = (word: string) => Math.log(1 + messages.length / (uses.get(word) ?? 1))
  const whole = words.map((own) => [...own].reduce((sum, word) => sum + weigh(word), 0))
  const sentenceOf: (number | null)[] = []
  const messageOf: (number | null)[] = sentences.map(() => null)
  const bestOf = sentences.map(() => 0)
  for (const [index, own] of found.entries()) {
    yield
    const shared = new Map<number, { weight: number; words: number; isName: boolean }>()
    for (const word of own)
      for (const at of bySentence.get(word) ?? []) {
        const sum = shared.get(at) ?? { weight: 0, words: 0, isName: false }
        sum.weight += weigh(word)
        sum.words += 1
        sum.isName ||= /[\d_./:#@]/.test(word)
        shared.set(at, sum)
      }
    let told: number | null = null
    let most = 0
    for (const [at, { weight, words: count, isName }] of shared) {
      // One ordinary word in common is chance.
      if ((count < 2 && !isName) || weight < LEAST_COVERAGE * (whole[at] ?? 0)) continue
      if (weight > most) {
        most = weight
        told = at
      }
      if (weight > (bestOf[at] ?? 0)) {
        bestOf[at] = weight
        messageOf[at] = index
      }
    }
    sentenceOf.push(told)
  }
  return { sentenceOf, messageOf }
}

function textOf(message: Message): string {
  const calls = message.toolCalls.flatMap((call) => [
    call.name,
    argumentText(call),
    outputText(call).slice(0, OUTPUT_CHARS),
  ])
  return [messageText(message), ...calls].join('\n')
}

/** Words of three signs or with a digit, and pairs of signs where words have no spaces between. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  const lower = text.toLowerCase()
  for (const [run] of lower.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu)) {
    const signs = [...run]
    for (let at = 0; at + 1 < signs.length; at += 1) words.add(`${signs[at]}${signs[at + 1]}`)
  }
  for (const [run] of lower.matchAll(
    /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_./:#@~-])+/gu,
  )) {
    const word = run.replace(/^[.:/~-]+|[.:/-]+$/g, '')
    if (word.length >= 3 || /\d/.test(word)) words.add(word)
  }
  return words
}
