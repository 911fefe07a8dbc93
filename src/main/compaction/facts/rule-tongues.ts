import { TONGUES, type Tongue } from './rule-tongue-tables.ts'

const END = '(?![\\p{L}\\d_])'
/** "Only one test", "only once": an order for the thing at hand. */
const ONE = '(?:uma?|une?|un[ao]|один|одн[ау]|одного|раз|jeden|jedną|raz)'

function patternsOf(tongue: Tongue): { readonly rule: RegExp; readonly not: RegExp } {
  const start = `^(?:(?:${tongue.lead})[ ,،]+)*`
  const bans = `${start}(?:${tongue.ban}) (?:${tongue.banned})${END}`
  const orders = `${start}(?:${tongue.bound}) (?:${tongue.ordered})${END}`
  const bound = `${start}(?:${tongue.ordered}) (?:(?:[^.!?]|\\.(?=\\S)){1,80} )?(?:${tongue.bound})${END}(?! ${ONE}${END})`
  return {
    rule: new RegExp(`${bans}|${orders}|${bound}|${tongue.phrases}`, 'iu'),
    not: new RegExp(tongue.not, 'iu'),
  }
}

const PATTERNS = TONGUES.map(patternsOf)

/** Vowel signs and forms of alif differ from writer to writer. */
function plainArabic(sentence: string): string {
  return sentence.replace(/[\u064b-\u0652\u0640]/gu, '').replace(/[أإآ]/gu, 'ا')
}

/** Bans and standing orders in Russian, Portuguese, Italian, Polish, Arabic, French and Spanish. No questions. */
export function isTongueRule(sentence: string): boolean {
  if (/[?؟]["'»)\]]*$/u.test(sentence)) return false
  const plain = plainArabic(sentence)
  return PATTERNS.some(({ rule, not }) => rule.test(plain) && !not.test(plain))
}

const KOREAN_BAN =
  /지\s?(?:마(?:세요|십시오|라|시오|요)?|말(?:\s?것|자|고|아\s?(?:요|줘|주세요|주십시오)?|아라)?)[.!~]*$|(?:금지|금물)(?:입니다|이다|임|예요)?[.!]*$|(?:서는|면)\s?안\s?(?:됩니다|돼요?|된다|됨)[.!]*$/u
const KOREAN_MUST = /(?:해야|여야|어야|아야)(?:만)?\s?(?:합니다|한다|해요?|함|됩니다|돼요?|된다)[.!]*$/u
const KOREAN_ORDER =
  /(?:항상|반드시|꼭|언제나|무조건|오직|앞으로는?|(?<=[\p{Script=Hangul}A-Za-z])만)\s[^.!?]{0,60}(?:세요|십시오|하라|해라|할\s?것|해|써|줘)[.!]*$|(?:그대로|내버려)\s?(?:둬|두세요|두십시오|둘\s?것)[.!]*$|손대지/u
const KOREAN_NOT =
  /걱정|신경\s?쓰지|미안|필요(?:는|가)?\s?없|모르|나요|까요|[?？]|실패|오류|에러|^(?:저는|제가|나는|내가|우리(?:는|가))|것\s?같/u

/** Bans, duties and standing orders in Korean; they end with the verb. */
export function isKoreanRule(sentence: string): boolean {
  if (!/\p{Script=Hangul}/u.test(sentence) || KOREAN_NOT.test(sentence)) return false
  return KOREAN_BAN.test(sentence) || KOREAN_MUST.test(sentence) || KOREAN_ORDER.test(sentence)
}
