import type { Message } from '../../../shared/thread/message.ts'
import { messageText } from '../facts/message-text.ts'
import { type Replacement, readReplacement, takesBack } from '../facts/replacement.ts'
import { ownSentences, proseSentences } from '../facts/sentences.ts'

/** The assistant says what it would do, or begins to do it: it stands until the person says otherwise. */
const PROPOSAL =
  /\b(?:I|we)(?:['’]d| would)\b|\b(?:I|we) (?:suggest|propose|recommend)\b|\bmy (?:suggestion|proposal|recommendation)\b|^(?:adding|using|setting|switching|replacing|implementing|introducing)\b|\b(?:ich|wir) (?:schlage|schlagen|würde|würden|empfehle|empfehlen)(?!\p{L})|建议|我会(?:用|选|采用)|提案し|(?:の|が)いいと思います/iu
/** The person's answer turns the proposal down or sets something else in its place. */
const CORRECTION =
  /^(?:(?:hm+|well|ok(?:ay)?|but|and|please|aber|bitte)[\s,]+)*(?:no\b(?! (?:problem|worries|doubt|idea|issue|need|question))|nope\b|drop\b|make (?:it|that|them)\b|not\b|rather\b|nein\b|nicht\b|kein(?:e[nmrs]?)?\b(?! (?:problem|sorge))|lieber\b|mach (?:es|das)\b|不要|别|不用(?!担心|谢)|改成|改为|换成|いや|いいえ)|\binstead\b|\bchanged my mind\b|[^\s,], not \b|(?<!\p{L})(?:stattdessen|lieber)(?!\p{L})|改成|改为|而不是/iu
/** A correction is said at once; later sentences are about other things. */
const ANSWER_SENTENCES = 2

/**
 * Sentences in which the assistant proposed what the person turned down, in the answer to it or later by name
 * ("Drop X"). Told without the correction they would count as current. Linear in the text but for the few
 * proposals and the few sentences that name what they replace.
 */
export function revokedProposals(messages: readonly Message[]): ReadonlySet<string> {
  const revoked = new Set<string>()
  const replacing: Replacement[] = []
  let isCorrected = false
  for (const message of messages.toReversed()) {
    const text = messageText(message)
    if (message.role === 'user') {
      if (text.trim() === '') continue
      const said = ownSentences(text)
      isCorrected = said.slice(0, ANSWER_SENTENCES).some((sentence) => CORRECTION.test(sentence))
      replacing.push(...said.flatMap((sentence) => readReplacement(sentence) ?? []))
    } else
      for (const sentence of proseSentences(text))
        if (PROPOSAL.test(sentence) && (isCorrected || replacing.some((later) => takesBack(later, sentence))))
          revoked.add(sentence)
  }
  return revoked
}
