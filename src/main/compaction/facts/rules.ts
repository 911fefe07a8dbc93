import { CHECKPOINT_SENTENCE } from '../checkpoint/wrapper.ts'
import { isCorrection } from './corrections.ts'
import type { RuleFact } from './facts.ts'
import { readReplacement, supersedes } from './replacement.ts'
import { takeRuleLists } from './rule-lists.ts'
import { asksForTaskList, isMarkedImportant } from './rule-marks.ts'
import { isEastAsianRule, isEnglishPhrase, isGermanRule, isRomanceRule } from './rule-phrases.ts'
import { pointsBack } from './rule-pointers.ts'
import { isKoreanRule, isTongueRule } from './rule-tongues.ts'
import { looksWritten, ownParts, ownText } from './sentences.ts'

const MAX_RULE_CHARS = 400
const MIN_RULE_CHARS = 6
const MODAL_REACH_CHARS = 70
/** Least share of letters in a demand. */
const DEMAND_LETTERS = 0.35

const LEAD =
  '(?:(?:please|pls|not yet|sure|right|fine|good|and|but|also|so|ok(?:ay)?|yes|no|hm+|wait|just|then|however|again|actually|note|important|remember|rule|for now|in general)[\\s,:!*-]+)*'
/** Demands addressed to the assistant: they open with the verb. */
const DEMAND = new RegExp(
  `^[\\s"*_(]*${LEAD}(?:never|always|do not|don['’]?t|dont|only|avoid|prefer|make sure|ensure|keep|stick (?:to|with)|remember|from now on|under no circumstances|no more)\\b`,
  'i',
)
/** Choices that exclude something: "use X, not Y". Verbs of one edit ("catch X, not Y") are no standing choice. */
const CHOICE =
  /\b(?:use|using|write|run|go with|switch to|implement(?: it)?(?: as)?)\b.+\b(?:no longer|not)\b/i
const MODAL =
  /\b(?:must(?:n['’]?t)?|have to|has to|never|always|shall|should(?:n['’]?t)?|may not|is forbidden|not allowed|(?:are|is) required)\b/i
const WISH =
  /\b(?:I|we)(?:['’]d| would)?(?: really| explicitly| strongly| always| much)* (?:prefer|rather|like (?:you|it) to|want you to|insist)\b|\b(?:I|we)(?: really| explicitly)* (?:do not|don['’]?t)(?: really| ever)* (?:want|like)\b|\bmy preference\b/i
/**
 * A wish about the one thing at hand: a conditional preference ("I'd prefer direct flights"), a specific item
 * ("I prefer a flight that ..."), an answer ("No, I do not want insurance"), an order that ends by itself ("yet").
 */
const ONE_OFF =
  /\b(?:I|we)(?:['’]d| would)(?: really| much| actually)* (?:prefer|rather|like)\b|\b(?:I|we)(?: really)* prefer (?:an?|the|this|that) |^(?:no|thanks|sorry)\b[\s,]*(?:but )?(?:I|we)\b|^(?:I|we)(?: really| just)* (?:do not|don['’]?t) want to be\b|\b(?:works? for me|I apologi[sz]e|I appreciate|yet|right now|this time|this once|at the moment)[.!]*$|\b(?:works? for me|I apologi[sz]e|I appreciate)\b|\bshould (?:have(?: been)? |already |be (?:in|on|at) (?:my|your) |say ")|^remember (?:rule|point|item|number)\b|\bjust make sure we\b|\bas (?:always|ever)[.!]*$/i
/** What makes a wish a standing one after all. */
const STANDING = /\b(?:never|always|from now on|every|in general|everywhere|must|over|instead of|than)\b/i
/** "so that one person always gets ..." tells what happens, it demands nothing. */
const PURPOSE = /\b(?:so that|such that|because|in order that)\b/i
/** A correction of the moment ("no, the block stays") or a report of what happened, unless it bans or demands for good. */
const MOMENT =
  /^(?:no|hm+|nope|yes|well|wait|thanks?)\b[\s,]|\b(?:got a|crash(?:ed)?|exploded|is not used)\b/i
const FOR_GOOD = /\b(?:never|always|from now on|every|don['’]?t|do not|must)\b/i
/** The speaker talks about themselves, wonders or guesses: no rule for anybody. */
const ABOUT_SELF =
  /\b(?:I|we)(?:['’]ll| will|['’]m| am| must have| might| should(?! be able)| have to| need to| never| always| can(?:no|['’])?t| could|['’]ve)\b|\b(?:not sure|i (?:don['’]?t|do not|can['’]?t|cannot|didn['’]?t) (?:know|remember|have|think|recall|see|understand|get|actually|believe|care|mind|need))\b|\bthere must be\b|\bwhether\b|\b(?:i|we) (?:think|guess|believe|wonder|noticed|assume|hope)\b/i
/** An order for one edit ("change the button to blue") is a request: it is done once and over. */
const EDIT =
  /^(?:please |now |and |ok,? )*(?:change|rename|replace|move|add|remove|delete|make (?!sure)|turn|convert|refactor|update|fix|extract|inline|put)\b(?!.*\b(?:never|always|from now on|must)\b)/i
const QUESTION =
  /[?？]["')\]]*$|^(?:what|why|how|where|who|which|when|is|are|do(?! not\b)|does|did|can|could|would|will|should|shall|may|have|has)\b/i

/** "But only for the same user, obviously." narrows the answer just given: half a sentence, no order for later. */
const NARROWING =
  /^(?:but|and|yes|no|well|ok(?:ay)?|right|sure)\b[\s,]+only (?:for|in|on|if|when|at|during|while|as long as)\b(?!.*\b(?:use|never|always|must|may|from now on|every)\b)/i

/** "Do not worry", "don't know": the form of a ban, and nothing is banned. */
const NO_BAN =
  /^(?:(?:please|but|and|oh|ok(?:ay)?|no)[\s,]+)*(?:do not|don['’]?t|dont|never) (?:worry|mind|hesitate|panic|know|think|care|see|understand|recall|get me wrong)\b/i

/** "Only 37, that's OK.": somebody is content with a result. */
const CONTENT =
  /^(?:only|just|nur)\b[^.!?]{1,60}[,;:–—-]\s*(?:(?:that|this|it|which)(?:['’]?s| is| will do\b| works\b)|(?:das|es) (?:ist|geht|passt|reicht)\b|passt\b)[^.!?]{0,30}[.!]*$/i

/** True when the sentence binds what comes after it: a modal, a ban, a preference or a standing instruction. */
export function isRule(sentence: string): boolean {
  if (sentence.length < MIN_RULE_CHARS || sentence.length > MAX_RULE_CHARS) return false
  if (asksForTaskList(sentence) || CONTENT.test(sentence)) return false
  if (isMarkedImportant(sentence)) return !EDIT.test(sentence.replace(/^[^:：]*[:：]\s*/, ''))
  if (isCorrection(sentence) && !QUESTION.test(sentence) && !EDIT.test(sentence)) return true
  const eastAsian = isEastAsianRule(sentence)
  if (eastAsian !== null) return eastAsian
  if (QUESTION.test(sentence)) return false
  if (isGermanRule(sentence) || isRomanceRule(sentence) || isEnglishPhrase(sentence)) return true
  if (isKoreanRule(sentence) || isTongueRule(sentence)) return true
  if (NO_BAN.test(sentence)) return false
  if (EDIT.test(sentence) || NARROWING.test(sentence)) return false
  if (MOMENT.test(sentence) && !FOR_GOOD.test(sentence)) return false
  if (ONE_OFF.test(sentence) && !STANDING.test(sentence)) return false
  if (DEMAND.test(sentence)) return true
  if (WISH.test(sentence)) return true
  if (ABOUT_SELF.test(sentence)) return false
  // A modal far inside the sentence belongs to a clause of something else.
  const modal = MODAL.exec(sentence)
  const isDemand = modal !== null && modal.index < MODAL_REACH_CHARS
  return (isDemand && !PURPOSE.test(sentence.slice(0, modal.index))) || CHOICE.test(sentence)
}

/** A sentence that another one can point to: no question, and short enough to stand in a rule. */
function isNamable(sentence: string | null): sentence is string {
  return sentence !== null && sentence.length <= MAX_RULE_CHARS && !/[?？؟]["')\]]*$/.test(sentence)
}

/** A sentence without the room between its words; code in it as it is. */
function onOneLine(sentence: string): string {
  return sentence.replace(/`[^`]*`|\s+/g, (piece) => (piece.startsWith('`') ? piece : ' '))
}

/** The list behind a demand that ends with a colon, on its line, without markers: "Always keep:" alone binds nobody. */
function joinDemandLists(text: string): string {
  const lines: string[] = []
  let isJoining = false
  let isFirst = true
  for (const line of text.split(/\r?\n/)) {
    const last = lines.at(-1) ?? ''
    if (isJoining && ITEM.test(line) && last.length + line.length < MAX_RULE_CHARS) {
      lines[lines.length - 1] = `${last}${isFirst ? '' : ';'} ${line.replace(ITEM, '').trim()}`
      isFirst = false
      continue
    }
    isJoining = /[:：]\s*$/.test(line) && DEMAND.test(line)
    isFirst = true
    lines.push(line)
  }
  return lines.join('\n')
}

/** What a checkpoint says of itself. */
const OWN_SENTENCES: ReadonlySet<string> = new Set(ownParts(CHECKPOINT_SENTENCE))

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?=\S)/

/** Rules in one message of the user, each once, word for word. */
export function rulesIn(text: string, messageIndex: number, turn: number | null): readonly RuleFact[] {
  const { items, rest } = takeRuleLists(ownText(text))
  const said: string[] = []
  let before: string | null = null
  for (const sentence of ownParts(joinDemandLists(rest))) {
    const words = onOneLine(sentence)
    // Of a checkpoint that somebody pasted: its own first words demand nothing of anybody here.
    if (OWN_SENTENCES.has(words)) continue
    if (pointsBack(words) && isNamable(before) && items.length === 0) {
      // What it points to goes with it; where that is a rule itself, the two become one.
      const whole: string = `${before} — ${words}`
      if (said.at(-1) === before) said.pop()
      said.push(whole)
      before = whole
    } else {
      // A demand may be about numbers: "Never call 0x1F4A9."
      const share = DEMAND.test(sentence) ? DEMAND_LETTERS : undefined
      if (looksWritten(sentence, share) && isRule(sentence)) said.push(words)
      before = words
    }
  }
  return [...items, ...said].map((rule) => ({ text: rule, messageIndex, turn }))
}

function foldRule(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
}

/** Later rules replace the ones they supersede; equal rules (letters and digits) count once, the first stands. */
export function settleRules(rules: readonly RuleFact[]): readonly RuleFact[] {
  const settled = new Map<string, RuleFact>()
  for (const rule of rules) {
    const key = foldRule(rule.text)
    if (settled.has(key)) continue
    const replacement = readReplacement(rule.text)
    if (replacement !== null)
      for (const [other, earlier] of settled) if (supersedes(replacement, earlier.text)) settled.delete(other)
    settled.set(key, rule)
  }
  return [...settled.values()]
}
