import { isPassing } from './corrections.ts'

const REPLACED =
  /(?:instead of|rather than|no longer|anymore,? (?:not|no)|forget(?: about)?|ignore|drop|replaces?|statt|anstelle von|不再(?:使用|用)?|而不是|取代|代替)\s*(.+?)(?:[.,;!。，；！]|$)/i
const REPLACED_EAST_ASIAN =
  /(\S+?)の代わりに|把\s*(.+?)\s*(?:换成|改成|改为|替换)|不(?:要|用|再用|要用)\s*(.+?)[，,、]\s*(?:而是)?(?:改用|换成|用)/
const EXPLICIT = /\b(?:earlier|previous|old|former|anymore|no longer|forget|ignore)\b|之前|原来|不再|以前/i
const FILLER = new Set(
  'the a an of to in on for with and or my our your this that these those it rule rules earlier previous old former about any all again anymore now please stuff thing things part completely entirely altogether from be is are not dem den der die das von'.split(
    ' ',
  ),
)

function contentWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{Script=Han}]{2,}|[\p{L}\d_./+#-]{2,}/gu) ?? []
  return words.map((word) => word.replace(/[./-]+$/, '')).filter((word) => word !== '' && !FILLER.has(word))
}

/** Refused, or only in one case: "Do not use X instead of Y" leaves Y as it is. */
const LEAVES_IT =
  /(?:\b(?:do not|don['’]?t|never|not want|did not|didn['’]?t|no need to|rather not)\b|不要|不得|不能|禁止|(?<![特分个级类区])别(?!的|人|处))[^.。,，;；]{0,40}(?:\b(?:instead of|rather than|forget|ignore|drop|replace)\b|而不是|代替|换成|改成|改为|替换)|^\W*(?:if|when|why|should|(?:could|would) (?!you\b)\w+)\b|\b(?:for now|only (?:in|on|for|when|if)|was using|were using|used to)\b|为什么|为何|以前把|这次|是否|\b(?:nicht|nie|niemals)\b[^.,;]{0,40}\b(?:statt|anstatt|anstelle)\b/iu

/** What a sentence takes back. Read once, since it is held against many others. */
export interface Replacement {
  /** Words of the thing that no longer holds; one or more. */
  readonly gone: readonly string[]
  /** Words of the rest of the sentence. */
  readonly kept: ReadonlySet<string>
  /** It says itself that it is about something earlier. */
  readonly isExplicit: boolean
}

/** What a sentence names as the thing that no longer holds: "Drop X", "instead of X". Null when it names nothing. */
export function readReplacement(sentence: string): Replacement | null {
  const [, ...named] = REPLACED.exec(sentence) ?? REPLACED_EAST_ASIAN.exec(sentence) ?? []
  const replaced = named.find((name) => name !== undefined)
  if (replaced === undefined || LEAVES_IT.test(sentence) || isPassing(sentence)) return null
  const gone = contentWords(replaced)
  if (gone.length === 0) return null
  const kept = new Set(contentWords(sentence.replace(replaced, ' ')))
  return { gone, kept, isExplicit: EXPLICIT.test(sentence) }
}

/** True when the replacement takes an earlier rule's place: "use X instead of the earlier Y". */
export function supersedes({ gone, kept, isExplicit }: Replacement, earlier: string): boolean {
  const lowered = earlier.toLowerCase()
  const held = gone.filter((word) => lowered.includes(word))
  if (held.length / gone.length < 0.6) return false
  // A ban of the replaced thing says the same and stays.
  if (/\b(?:never|not|don['’]?t|avoid|no)\b|不要|禁止|kein/i.test(lowered)) return false
  return isExplicit || contentWords(earlier).some((word) => kept.has(word))
}

/** True when what an earlier sentence settled is named as the thing that is replaced. */
export function takesBack({ gone }: Replacement, earlier: string): boolean {
  const lowered = earlier.toLowerCase()
  return gone.every((word) => lowered.includes(word))
}
