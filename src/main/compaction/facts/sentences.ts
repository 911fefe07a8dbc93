/** Longer messages hold a pasted document; only their first and last part are taken for the person's own words. */
const OWN_WORDS_CHARS = 3_000
const EDGE_CHARS = 1_000

const LOG_LINE =
  /^\s*(?:>|\$ |#!|\/\/|\/\*|\*\s|at .+:\d|E\s{2,}|\||\+\+|--|\{|\}|<\/?\w|\d{4}-\d\d-\d\d[T ]|\[\d\d:|\d+[:|→]|\d+\.\d+\s|(?:npm|yarn|pnpm) (?:error|ERR!|warn)|Traceback|(?:\w+\.)*\w*(?:Error|Exception|Warning)\b.*:|\S+:\d+(?::\d+)?:|File "|[+-]\s*\d)/

/** A message without its code blocks and without what stands between tags: other people's text. */
export function ownText(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/<([A-Za-z][\w-]*)(?:\s[^<>]*)?>[\s\S]{200,}?<\/\1>/g, '\n')
}

/**
 * The sentences a person wrote themselves, word for word, in order: code blocks, quotations, logs, tagged
 * blocks and the middle of pasted documents are left out. A sentence never spans a line break.
 */
export function ownSentences(text: string): readonly string[] {
  return ownParts(text).filter((sentence) => looksWritten(sentence))
}

/** `ownSentences` with those that are mostly digits and signs: "The port: 4711." */
export function ownParts(text: string): readonly string[] {
  let own = ownText(text)
  if (own.length > OWN_WORDS_CHARS) {
    const head = own.slice(0, EDGE_CHARS)
    const tail = own.slice(-EDGE_CHARS)
    own = `${head.slice(0, head.search(/\s\S*$/))}\n${tail.slice(Math.max(0, tail.search(/\n/)))}`
  }
  const sentences: string[] = []
  for (const line of own.split(/\r?\n/)) {
    if (/^(?: {4}|\t)/.test(line) || LOG_LINE.test(line)) continue
    sentences.push(...splitLine(line))
  }
  return sentences
}

/** Sentences of any prose, code blocks left out: for picking from what the assistant wrote. */
export function proseSentences(text: string): readonly string[] {
  const sentences: string[] = []
  for (const line of text.replace(/```[\s\S]*?(?:```|$)/g, '\n').split(/\r?\n/)) {
    if (/^(?: {4}|\t)/.test(line) || LOG_LINE.test(line) || line.startsWith('|')) continue
    const plain = line.replace(/^\s*(?:#{1,6}\s+|[-*+]\s+|\d+[.)]\s+)/, '')
    for (const sentence of splitLine(plain)) if (looksWritten(sentence)) sentences.push(sentence)
  }
  return sentences
}

/** Behind these a full stop ends no sentence: abbreviations, and single letters as in "U.S." and "A. Smith". */
const ABBREVIATION =
  '(?<![\\p{L}\\d])(?:e\\.g|i\\.e|etc|vs|z\\.B|d\\.h|bzw|ca|usw|ggf|evtl|vgl|resp|approx|incl|excl|No|Nr|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Dr|Mr|Mrs|Ms|Prof|St|\\p{Lu})\\.'
const SENTENCE_END = new RegExp(`(?<=[.!?])(?<!${ABBREVIATION})\\s+(?=\\S)|(?<=[。！？；])`, 'u')

function splitLine(line: string): readonly string[] {
  return line
    .split(SENTENCE_END)
    .map((part) => part.replace(/^\s*(?:[-*+•]\s+|\d+[.)]\s+)/, '').trim())
    .filter((part) => part !== '')
}

/** Words outweigh symbols. `share` of the signs that have to be letters. */
export function looksWritten(sentence: string, share = 0.6): boolean {
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0
  // One sign of Chinese beside a number weighs as much as a short word.
  const more = saidLength(sentence) - sentence.length
  return letters >= 3 && (letters + more) / (sentence.replace(/\s/g, '').length + more) > share
}

const EAST_ASIAN_SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Length of a text as if it were written in an alphabet: one sign of Chinese, Japanese or Korean says more than a letter. */
export function saidLength(text: string): number {
  return text.length + 2 * (text.match(EAST_ASIAN_SIGNS)?.length ?? 0)
}
