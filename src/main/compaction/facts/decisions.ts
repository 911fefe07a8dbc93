import { isRule } from './rules.ts'

const MAX_CHARS = 200
const MIN_CHARS = 5

/** What a problem report or a question says: an "instead of" in one of them settles nothing. */
const REPORT =
  /[?？:：]["')\]]*$|^(?:if|when|use (?:it|them|this|that)|what|why|how|where|who|which|when|is|are|do|does|did|can|could|would|will|should|was(?! (?:rejected|approved))|warum|wieso|wie|wann|wo|welche\w*|ist|kann|können|könnte\w*|soll(?:en|te)?|hast|gibt)\b|\b(?:got|gets|returns?|returned|shows?|showed|prints?|printed|outputs?|says|said|fails?|failed|failing|crash\w*|gives?|gave|still|error|bug|broken|wrong|issue|problem|stack ?trace|happens?|seems?|looks like|turns out|noticed|wonder\w*|I think|not sure|zeigt|liefert|kommt|kam|steht|wirft|schlägt|schlug|Fehler|kaputt|falsch|funktioniert|wundert|scheint)\b|为什么|帮我|你决定|怎么|报错|出错|显示|返回了|吗|なぜ|エラー|表示され|失敗|ですか|ますか/iu
const LEAD =
  '(?:(?:ok(?:ay)?|yes|good|fine|right|then|so|and|but|please|no|hm+|well|actually|ja|gut|dann|also|und|bitte|nein)[\\s,:.!]+)*'
/** A part of a sentence: points stand only inside names and numbers. */
const PART = '(?:[^.!?]|\\.(?=\\S))'
/** "No problem", "no idea", "no thanks": nothing is turned down. */
const NOTHING =
  '(?:one|problems?|worries|idea|need|thanks?|thank|rush|luck|clue|doubt|question|way|longer|matter|issues?|errors?|response|success|difference|changes?|please|more|output|results?|I|we|it|that|this|you|not|but|the|my|he|she|they)\\b'
const ENGLISH = new RegExp(
  [
    `^${LEAD}(?:(?:let['’]?s|we(?:['’]ll| will)|I(?:['’]ll| will)) )?(?:take|use|go with|going with|pick|choose|stick (?:to|with)|settle on|opt for|switch to|stay with)\\b(?! (?:a (?:look|guess)|care|your time|the following|that to|this to|it to))(?!.*\\bto (?:find|see|check|look|get|show|read|run|test|make sure)\\b)`,
    `^${LEAD}(?:move|shift|set|cap|limit|postpone|put) [^.!?]{2,60} (?:to|at|until|for) [^.!?]{1,60}[.!]?$`,
    `^${LEAD}${PART}{1,80}[^\\s,], (?:and )?not ${PART}{1,60}[.!]?$`,
    // "Drop the cache completely.", "Make it 1200 ms.", "map the timeout (55P03) to 503"
    `^${LEAD}(?:drop|scrap|ditch|forget(?: about)?) (?!(?:me|us|a (?:line|note))\\b)${PART}{2,80}[.!]?$`,
    `^${LEAD}make (?:it|that|them|this) (?:(?:a|an|only|just|at (?:least|most)) )?[\\d\`'"]${PART}{0,60}[.!]?$`,
    `^${LEAD}map ${PART}{2,60} to ${PART}{1,60}[.!]?$`,
    // "No label please, too many series.", "I changed my mind: no retries."
    `^${LEAD}no (?!${NOTHING})${PART}{2,40} please\\b`,
    `^${LEAD}no (?!${NOTHING})[\\p{L}\\d_.\`-]+(?: [\\p{L}\\d_.\`-]+){0,2}[.!]?$`,
    "\\b(?:I|we)(?:['’]ve| have)? changed (?:my|our) minds?: \\S",
    `^[^.!?]{2,80}\\b(?:is|are|was|were|stays?) (?:rejected|ruled out|off the table|dropped|approved|accepted|final|settled|decided|out of scope|in scope|postponed)\\b(?! by\\b)`,
    '\\b(?:instead of|rather than|in place of)\\b',
    `^${LEAD}(?:please |you should |I want you to |(?:try|do|write|run) )?[^.!?]{2,80}\\binstead[.!]*$`,
    "\\blet['’]?s (?:use|go with|do|keep|make|drop|stick|skip|leave)\\b|\\b(?:I|we)(?:['’]ve| have)? (?:chose|choose|decided|picked|agreed|settled)\\b|\\boption \\w\\b(?=[\\s.,!]*$)",
    `^${LEAD}without (?:the |an? )?[^.!?]{2,60}[.!]?$`,
    '^[\\p{L}][\\p{L}\\d _-]{1,40} (?:=|:=|→) [^=;{}]{1,80}$',
  ].join('|'),
  'iu',
)
const GERMAN = new RegExp(
  [
    '(?<!\\p{L})(?:lieber|statt|anstatt|anstelle|stattdessen)(?!\\p{L})',
    `^${LEAD}(?:nimm|nehmt|wir nehmen|nehmen wir|wir bleiben bei|bleib bei|wir machen|wir verwenden|wir nutzen|entscheide\\p{L}*|wir entscheiden)(?!\\p{L})`,
    '(?<!\\p{L})(?:entschieden|verworfen|abgelehnt|gestrichen|vom Tisch|genehmigt|beschlossen)(?!\\p{L})',
    `^${LEAD}(?:ohne|kein(?:e[nmrs]?)?) [^.!?]{2,60}[.!]?$`,
    '(?:^|[,;–-] ?)kein(?:e[nmrs]?)? [\\p{L}\\d_.`-]{2,40}[.!]?$',
    '[^\\s,], nicht [^.!?]{1,60}[.!]?$',
    '^(?:verleg|verschieb|leg|setz)\\p{L}* [^.!?]{2,60} (?:auf|um|nach) ',
  ].join('|'),
  'iu',
)
const EAST_ASIAN =
  /决定|選択|选择|采用|改用|改成|改为|换成|代替|改到|挪到|定为|定在|就用|就按|而不是|放弃|否决|不采用|不用(?!担心|谢|管)|決め|にします|に決定|ではなく|は却下|不採用|なしで|の代わりに|に変更|採用|でいきます/
const NO_DECISION = /^(?:keine?n? (?:Ahnung|Sorge|Problem|Frage|Eile|Zeit)|without (?:that|it|this)\b)/iu

/**
 * True when a sentence of the user settles a matter of the work: a choice, a rejection, a value or a date, such
 * as "4 workers, not 5", "lieber X statt Y" or "credit notes = amount < 0". Rules, questions and reports of
 * problems are none.
 */
export function isDecision(sentence: string): boolean {
  if (sentence.length < MIN_CHARS || sentence.length > MAX_CHARS) return false
  if (REPORT.test(sentence) || NO_DECISION.test(sentence)) return false
  if (!ENGLISH.test(sentence) && !GERMAN.test(sentence) && !EAST_ASIAN.test(sentence)) return false
  return !isRule(sentence)
}
