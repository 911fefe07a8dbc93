import type { Message } from '../../../shared/thread/message.ts'
import { codeTokens } from '../facts/code-tokens.ts'
import { messageText } from '../facts/message-text.ts'
import { isRule } from '../facts/rules.ts'
import { ownSentences, proseSentences } from '../facts/sentences.ts'
import { type CheckKind, claimedChecks } from '../retention/success-claims.ts'
import { type Focus, focusFactor } from './focus.ts'

/** A sentence of the thread that may stand in the checkpoint. */
export interface PickedSentence {
  readonly text: string
  readonly role: Message['role']
  readonly index: number
  readonly score: number
}

const MIN_CHARS = 25
const MAX_CHARS = 260
/** Only this many of the newest messages are searched for sentences; older ones are in the turn lines. */
const LOOK_BACK_MESSAGES = 160

const CHOICE =
  /\b(?:let['’]?s (?:use|go|do|keep|make|drop|start|stick)|go(?:ing)? with|we(?:['’]ll| will) (?:use|go|keep)|(?:I|we) (?:chose|decided|picked|agreed|settled)|decision|instead of|rather than|opt(?:ed)? for|option \w\b|approach)\b|决定|选择|采用|改用|就用|方案|決め|にします|entschieden|wir nehmen/i
const FINDING =
  /\b(?:root cause|the (?:issue|problem|bug|cause|reason|fix|key|solution) (?:is|was)|because|turns? out|found that|note that|the error|caused by|means that|requires|depends on|important(?:ly)?|caveat|limitation|works? by|located in|defined in|returns?)\b|原因|问题|因为|发现|注意|根本|原因は|なぜなら|Ursache|weil/i

/** Sentences that tell of a choice, newest and densest first. */
export function pickDecisions(messages: readonly Message[], options: PickOptions): readonly PickedSentence[] {
  return pick(messages, options, (sentence, role) => {
    if (!CHOICE.test(sentence) || sentence.endsWith('?')) return 0
    return role === 'user' ? 2.5 : 1
  })
}

/** Sentences that explain or state a finding, newest and densest first. */
export function pickFindings(messages: readonly Message[], options: PickOptions): readonly PickedSentence[] {
  return pick(messages, options, (sentence, role) => {
    if (role === 'user' || /[?？:：]$/.test(sentence)) return 0
    return FINDING.test(sentence) ? 1.6 : 0.7
  })
}

export interface PickOptions {
  /** Weight of the names still in use. */
  readonly weights: ReadonlyMap<string, number>
  readonly focus: Focus
  /** Checks that a result proved; a sentence that claims another one is left out. */
  readonly proven: ReadonlySet<CheckKind>
}

function pick(
  messages: readonly Message[],
  options: PickOptions,
  cue: (sentence: string, role: Message['role']) => number,
): readonly PickedSentence[] {
  const found: PickedSentence[] = []
  const from = Math.max(0, messages.length - LOOK_BACK_MESSAGES)
  for (let index = from; index < messages.length; index++) {
    const message = messages[index]
    if (message === undefined) continue
    const text = messageText(message)
    const sentences = message.role === 'user' ? ownSentences(text) : proseSentences(text)
    const recency = (messages.length - index + 8) ** -0.6
    for (const sentence of sentences) {
      if (sentence.length < MIN_CHARS || sentence.length > MAX_CHARS) continue
      const factor = cue(sentence, message.role)
      if (factor === 0 || (message.role === 'user' && isRule(sentence))) continue
      if (!isSupported(sentence, options.proven)) continue
      let mass = 0
      for (const token of new Set(codeTokens(sentence))) mass += options.weights.get(token) ?? 0
      const score =
        (factor * recency * focusFactor(options.focus, sentence) * (0.15 + mass)) / (sentence.length + 30)
      found.push({ text: sentence.replace(/\s+/g, ' '), role: message.role, index, score })
    }
  }
  return found.sort((a, b) => b.score - a.score)
}

/** True when every success the sentence claims was proved by a result. */
export function isSupported(sentence: string, proven: ReadonlySet<CheckKind>): boolean {
  return claimedChecks(sentence).every((kind) => proven.has(kind))
}
