import type { Message } from '../../../shared/thread/message.ts'
import { codeTokens } from '../facts/code-tokens.ts'
import { isDecision } from '../facts/decisions.ts'
import { messageText } from '../facts/message-text.ts'
import { type Replacement, readReplacement, takesBack } from '../facts/replacement.ts'
import { isRule } from '../facts/rules.ts'
import { ownSentences, proseSentences, saidLength } from '../facts/sentences.ts'
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

/** The assistant reports a choice that was made, with its reason. */
const MADE_CHOICE =
  /\b(?:(?:I|we)(?:['’]ve| have)? (?:chose|decided|picked|agreed|settled|kept|went with|switched)|decision:|design choice|(?:instead of|rather than)\b.*\b(?:because|so that|since|as it)|because\b.*\b(?:instead of|rather than))\b|决定|选择了|采用|改用|決めました|entschieden/i
const FINDING =
  /\b(?:root cause|the (?:issue|problem|bug|cause|reason|fix|key|solution) (?:is|was)|because|turns? out|found that|note that|the error|caused by|means that|requires|depends on|important(?:ly)?|caveat|limitation|works? by|located in|defined in|returns?)\b|原因|问题|因为|发现|注意|根本|原因は|なぜなら|Ursache|weil/i
/** Talk about the talk: announcements, courtesy, praise. Says nothing that is needed later. */
const FILLER =
  /^(?:\W*)(?:let me|let['’]s|now\b|perfect|great|good|excellent|ok(?:ay)?\b|sure|yes\b|no\b|wait|hmm|ah\b|oh\b|i['’]ll|i will|i['’]m going|i am going|i need to|i should|i see|i understand|i apologi[sz]e|i can (?:help|see)|i['’]d be|first,?|next,?|then,?|looking at|checking|running|trying|here (?:is|are)|here['’]s|you['’]re (?:right|welcome)|thanks?|thank you|sorry|if you|feel free|please|would you|could you|can you|is there|how (?:can|may)|what (?:would|do)|step \d|好的|现在|让我|接下来|首先|谢谢|请)/i

/** True for sentences that only accompany the work. */
export function isFiller(sentence: string): boolean {
  return FILLER.test(sentence) || /[?？:：]["*)]*$/.test(sentence)
}

/** What the person put in the place of something else, or dropped, with the place of the message. */
export interface SaidReplacement {
  readonly replacement: Replacement
  readonly index: number
}

/** Everything that was replaced, each thing once, where it was said last. */
export function pickReplacements(messages: readonly Message[]): readonly SaidReplacement[] {
  const found = new Map<string, SaidReplacement>()
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'user') continue
    for (const text of ownSentences(messageText(message))) {
      const replacement = readReplacement(text)
      if (replacement !== null && (isRule(text) || isDecision(text)))
        found.set(replacement.gone.join(' '), { replacement, index })
    }
  }
  return [...found.values()]
}

/** True when what was said at `index` was replaced later. */
export function isReplaced(text: string, index: number, replaced: readonly SaidReplacement[]): boolean {
  return replaced.some((later) => later.index > index && takesBack(later.replacement, text))
}

/** What the person settled and did not take back later, newest first, each once, in their own words. Searches the whole stretch. */
export function pickUserDecisions(
  messages: readonly Message[],
  replaced: readonly SaidReplacement[],
): readonly string[] {
  const found = new Set<string>()
  for (const [index, message] of [...messages.entries()].toReversed()) {
    if (message.role !== 'user') continue
    for (const sentence of ownSentences(messageText(message)).toReversed())
      if (isDecision(sentence) && !isReplaced(sentence, index, replaced))
        found.add(sentence.replace(/\s+/g, ' ').replace(/"/g, "'"))
  }
  return [...found]
}

/** Sentences in which the assistant tells of a choice, newest and densest first. */
export function pickDecisions(messages: readonly Message[], options: PickOptions): readonly PickedSentence[] {
  return pick(messages, options, (sentence, role) => {
    if (role === 'user' || /[?？]$/.test(sentence)) return 0
    return MADE_CHOICE.test(sentence) && !isFiller(sentence) ? 1 : 0
  })
}

/** Sentences with names or numbers that explain or state a finding, newest and densest first. */
export function pickFindings(messages: readonly Message[], options: PickOptions): readonly PickedSentence[] {
  return pick(messages, options, (sentence, role) => {
    if (role === 'user' || isFiller(sentence)) return 0
    return FINDING.test(sentence) ? 1.6 : 0.7
  })
}

const CONSENT =
  /^\s*(?:yes|yep|yeah|ok(?:ay)?|sure|go ahead|sounds good|do it|agreed|fine|please do|perfect|correct|好的?|可以|行|就这样|同意|はい|お願いします|ja)\b[^?？]{0,60}$|^\s*(?:好的?|可以|行|就这样|同意|はい|お願いします)[^?？]{0,30}$/i

/** Proposals of the assistant that the person said yes to, newest first. */
export function pickAgreements(messages: readonly Message[]): readonly string[] {
  const found: string[] = []
  for (let index = messages.length - 1; index > 0 && found.length < 12; index--) {
    const message = messages[index]
    const before = messages[index - 1]
    if (message?.role !== 'user' || before?.role !== 'assistant' || !CONSENT.test(messageText(message)))
      continue
    const proposal = proseSentences(messageText(before)).findLast((sentence) => /[?？]["*)]*$/.test(sentence))
    if (proposal !== undefined && saidLength(proposal) >= MIN_CHARS && proposal.length <= MAX_CHARS)
      found.push(proposal.replace(/\s+/g, ' '))
  }
  return found
}

export interface PickOptions {
  /** Weight of the names still in use. */
  readonly weights: ReadonlyMap<string, number>
  readonly focus: Focus
  /** Checks that a result proved; a sentence that claims another one is left out. */
  readonly proven: ReadonlySet<CheckKind>
  /** Proposals of the assistant that the person turned down. */
  readonly revoked: ReadonlySet<string>
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
      if (saidLength(sentence) < MIN_CHARS || sentence.length > MAX_CHARS) continue
      const factor = cue(sentence, message.role)
      if (factor === 0 || (message.role === 'user' && isRule(sentence))) continue
      if (options.revoked.has(sentence) || !isSupported(sentence, options.proven)) continue
      let mass = 0
      for (const token of new Set(codeTokens(sentence))) mass += options.weights.get(token) ?? 0
      if (mass === 0 && message.role !== 'user' && !/\d\d/.test(sentence) && !FINDING.test(sentence)) continue
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
