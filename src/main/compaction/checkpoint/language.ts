/** Letters looked at; more do not change the answer. */
const SAMPLE_CHARS = 20_000

/** Letters below which nothing can be said. */
const FEWEST_LETTERS = 12

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ko', /\p{Script=Hangul}/gu],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['han', /\p{Script=Han}/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['latin', /\p{Script=Latin}/gu],
]

/** A sign of these scripts says about as much as several letters of an alphabet. */
const SYLLABLE_WEIGHT = 3

/** Short words that are frequent in one language and rare in the others. */
const STOP_WORDS: Readonly<Record<string, string>> = {
  en: 'the and of to is that for it with this not are you have be was can should please',
  de: 'der die das und ist nicht ein eine mit für auf den dem wir ich bitte auch noch wird wenn',
  fr: 'le la les des une est pas que pour dans avec sur nous vous il elle et du au ce cette',
  es: 'el la los las una es que para con por no en del se lo como pero más esta este y',
  it: 'il lo gli una è che per con non di del della sono questo questa anche come più nel e',
  pt: 'o os as uma é que para com não em do da dos das por mais como isso este esta e',
  nl: 'de het een en is niet van voor met dat op zijn wij ik ook nog maar wordt als deze',
  pl: 'i w nie na jest się że do to jak ale dla po czy od tak tylko przez już są',
  tr: 've bir bu için ile da de ne çok daha olarak gibi değil var ama olan kadar sonra ben',
  vi: 'và là của không có cho một được các với này trong tôi người những đã khi thì như',
  sv: 'och att det är inte en ett som på för med av den till har vi jag om kan från',
  id: 'dan yang di untuk dengan tidak ini itu dari ke pada adalah akan bisa saya juga atau dalam sudah karena',
}

const stopWords = new Map<string, readonly string[]>()
for (const [language, words] of Object.entries(STOP_WORDS)) {
  for (const word of words.split(' ')) stopWords.set(word, [...(stopWords.get(word) ?? []), language])
}

/**
 * The language of texts that a person wrote, as a BCP 47 tag; `und` when it cannot be told. By script
 * where a script says it, else by frequent short words. Code, paths and addresses are left out of account.
 * `zh-Hans` and `zh-Hant` are told apart only where their characters differ, else `zh`.
 */
export function detectLanguage(text: string): string {
  const prose = proseOf(text.slice(0, SAMPLE_CHARS))
  const counts = new Map(SCRIPTS.map(([script, pattern]) => [script, prose.match(pattern)?.length ?? 0]))
  const count = (script: string) => counts.get(script) ?? 0
  const asian = (count('han') + count('kana') + count('ko')) * SYLLABLE_WEIGHT
  const scripts = [...counts].filter(([script]) => !['han', 'kana', 'ko'].includes(script))
  const [first, most] = scripts.reduce((best, next) => (next[1] > best[1] ? next : best), ['und', 0])
  if (Math.max(asian, most) < FEWEST_LETTERS) return 'und'
  if (asian >= most) return asianLanguage(prose, count('han'), count('kana'), count('ko'))
  if (first === 'latin') return latinLanguage(prose)
  if (first === 'cyrillic') return /[іїєґ]/i.test(prose) && !/[ыэъё]/i.test(prose) ? 'uk' : 'ru'
  if (first === 'arabic') return /[پچژگ]/.test(prose) ? 'fa' : 'ar'
  return first
}

function asianLanguage(prose: string, han: number, kana: number, hangul: number): string {
  if (hangul > han && hangul > kana) return 'ko'
  if (kana * 8 > han) return 'ja'
  const simplified =
    prose.match(/[们这个来时为说对话请后发会应还问题让过进开关样实现学国门东车书见长]/g)?.length ?? 0
  const traditional =
    prose.match(/[們這個來時為說對話請後發會應還問題讓過進開關樣實現學國門東車書見長]/g)?.length ?? 0
  if (simplified === traditional) return 'zh'
  return simplified > traditional ? 'zh-Hans' : 'zh-Hant'
}

function latinLanguage(prose: string): string {
  const scores = new Map<string, number>()
  let words = 0
  for (const word of prose.toLowerCase().match(/\p{L}+/gu) ?? []) {
    words += 1
    const languages = stopWords.get(word)
    if (!languages) continue
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length)
  }
  const ranked = [...scores].sort((a, b) => b[1] - a[1])
  const [best, second] = ranked
  if (!best || best[1] < 1 || best[1] < words / 30) return 'und'
  return second && second[1] > best[1] * 0.9 ? 'und' : best[0]
}

/** Without code blocks, inline code, tags, addresses and paths, which are English in every language. */
function proseOf(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/<[^>\n]{0,200}>/g, ' ')
    .replace(/\b(?:https?:\/\/|www\.)\S+/g, ' ')
    .replace(/(?:[\w.@~-]*[/\\])+[\w.@-]*|\b\w+(?:[._]\w+)+\b/g, ' ')
}
