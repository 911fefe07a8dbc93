const MAX_LINE_CHARS = 200
/** One line alone is a sentence, which is judged by its words. */
const MIN_LINES = 2
/** The person goes on to the work at hand: the list is over. */
const GOES_ON =
  /^(?:(?:ok(?:ay)?|so|and|please|bitte)[\s,]+)*(?:now|then|next|today|first|let['’]?s|(?:can|could|would) you|jetzt|dann|heute|als Nächstes|现在|接下来|では|次に)(?![\p{L}])/iu
const REPORT = /^(?:I|we|it|this|that|there|he|she|they|ich|wir|es)\b/i
const CODE = /[={};]|\w\(\)?|^\s*(?:>|\||\/\/|\$ |#|<\/?\w|at .+:\d)/

/**
 * Number of lines from `from` on that are rules without bullets, one on each line, until an empty line; 0 when they
 * are something else. A question, a report or code makes the whole block no list, and so do lines of which
 * some begin with a capital and some do not: that is one text broken over lines.
 */
export function plainRuleLines(lines: readonly string[], from: number): number {
  const block: string[] = []
  for (const line of lines.slice(from)) {
    const plain = line.trim()
    if (plain === '' || GOES_ON.test(plain)) break
    if (!isRuleLine(line)) return 0
    block.push(plain)
  }
  if (block.length < MIN_LINES) return 0
  const capitals = block.filter((line) => /^\p{Lu}/u.test(line)).length
  const smalls = block.filter((line) => /^\p{Ll}/u.test(line)).length
  return capitals > 0 && smalls > 0 ? 0 : block.length
}

function isRuleLine(line: string): boolean {
  const words = line.replace(/`[^`]*`/g, 'code')
  return (
    line.trim().length <= MAX_LINE_CHARS &&
    !/^(?: {4}|\t)/.test(line) &&
    !/[?？:：]\s*$/.test(line) &&
    !CODE.test(words) &&
    !REPORT.test(words.trim()) &&
    (words.match(/\p{L}/gu)?.length ?? 0) / words.replace(/\s/g, '').length > 0.7
  )
}
