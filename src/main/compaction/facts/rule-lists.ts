import { plainRuleLines } from './plain-rule-lines.ts'

/** Longer messages hold a pasted document; a list of rules in the middle of one is somebody else's. */
const OWN_MESSAGE_CHARS = 12_000
const MAX_HEADING_CHARS = 100
const MAX_ITEM_CHARS = 1_000

const RULE_WORD =
  /(?<!\p{L})(?:(?:ground |house |project |coding |code |style )?(?:rules?|conventions?|constraints?|guidelines?|principles?|policies|policy|preferences|non-negotiables?)|please (?:always )?follow|always appl(?:y|ies)|\p{L}*(?:regeln?|konventionen?|vorgaben?|richtlinien?|leitlinien?|grundsätze|vereinbarungen|einschränkungen|randbedingungen)|(?:halte dich|haltet euch|beachte|befolge)(?: \p{L}+){0,3}|gilt immer|immer gilt|règles?|contraintes?|consignes?|reglas?|normas?|convenciones|restricciones|regole|regras|regels?|правила)(?!\p{L})|规则|規則|规矩|規矩|约定|約定|规范|規範|约束|約束|准则|準則|注意事项|ルール|規約|制約|方針|ガイドライン|決まり|注意事項|원칙|규칙/iu
/** An order to do something with rules, a report about them, a question or a list of tasks heads no standing rules. */
const NO_HEADING =
  /[?？]\s*$|(?<!\p{L})(?:add|implement|create|write|generate|fix|remove|delete|update|change|translate|explain|review|which|what|why|how|steps?|then|fail\w*|violat\w*|broke\w*|breaks?|complain\w*|report\w*|warn\w*|errors?|eslint|firewall|css|iptables|routing|rewrite|schritte?n?|dann|welche|warum|erkläre?|implementiere?|ergänze|lösche|schreibe?)(?!\p{L})|添加|实现|修复|翻译|解释|追加して|実装|修正/iu
const BULLET = /^(\s*)(?:[-*+•·–▪◦]\s+|\(?\d{1,3}[.)、．:]\s*(?!\d)|\(?[a-z][.)]\s+|[①-⑳]\s*)(?=\S)/u
const DOCUMENT =
  /(?<!\p{L})(?:README|CONTRIBUTING|changelog|documentation|docs|article|page|paste[ds]?|document|file|log|output|says|Ausgabe|Dokument|Artikel|Datei)(?!\p{L})[^\n]*:\s*$|(?:文档|文章|日志|输出|ドキュメント|ログ|記事)[^\n]*[:：]\s*$/iu

/** Lists of rules found in a message and the message without them. */
export interface RuleLists {
  /** Every item word for word, its markers left out, on one line. */
  readonly items: readonly string[]
  readonly rest: string
}

/**
 * Takes the items of every list that stands under a heading such as "Rules that always apply:", "Regeln:" or
 * "规则", with bullets or one on each line. Whatever its words, such an item is a rule. Expects text without code blocks. Quotations and
 * documents that the person announces are left alone, and so is a message above 12,000 characters.
 */
export function takeRuleLists(text: string): RuleLists {
  if (text.length > OWN_MESSAGE_CHARS || !RULE_WORD.test(text)) return { items: [], rest: text }
  const items: string[] = []
  const rest: string[] = []
  const lines = text.split(/\r?\n/)
  let isDocument = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    isDocument ||= DOCUMENT.test(line)
    const isMarkdown = /^\s*#{1,6}\s/.test(line)
    const from = isHeading(line) && !(isDocument && isMarkdown) ? firstItem(lines, at + 1) : null
    const plain = from === null && isHeading(line) && !isDocument ? plainBlock(lines, at) : null
    // The heading itself ("Rules that always apply:") is no rule; what stands before it on the line may be one.
    const isBare = from === null && plain === null
    rest.push(isBare ? line : line.slice(0, line.lastIndexOf(headingOf(line))))
    if (from !== null) at = readList(lines, from, items) - 1
    if (plain === null) continue
    items.push(...lines.slice(plain.from, plain.to).map((each) => each.replace(/\s+/g, ' ').trim()))
    at = plain.to - 1
  }
  return { items, rest: rest.join('\n') }
}

/** A short line that names rules and ends with a colon, is a Markdown heading or stands in bold. */
function isHeading(line: string): boolean {
  const plain = line.trim()
  if (/^(?:>|\||\/\/|\$ )/.test(plain) || /^(?: {4}|\t)/.test(line)) return false
  const isMarked = /^#{1,6}\s/.test(plain) || /^\*\*.+\*\*$/.test(plain)
  const words = headingOf(line)
    .replace(/^#{1,6}\s+|^[-*+]\s+|[*_]{2}/g, '')
    .trim()
  if (words === '' || words.length > MAX_HEADING_CHARS) return false
  const isShort = words.length <= 40 && !/[.!。！,，]$/.test(words)
  return (/[:：]$/.test(words) || isMarked || isShort) && RULE_WORD.test(words) && !NO_HEADING.test(words)
}

/** The last sentence of a line: "Hi there. Rules that always apply:" has a heading in its second half. */
function headingOf(line: string): string {
  return (
    line
      .trim()
      .split(/(?<=[.!?。！？])\s*/)
      .at(-1) ?? ''
  )
}

/** Index of the first item below a heading: at most one empty line lies between. Null when no list follows. */
function firstItem(lines: readonly string[], from: number): number | null {
  const at = (lines[from] ?? '').trim() === '' ? from + 1 : from
  return BULLET.test(lines[at] ?? '') ? at : null
}

/** Lines without bullets below a heading that announces them with a colon or its marks; null when they are no rules. */
function plainBlock(
  lines: readonly string[],
  heading: number,
): { readonly from: number; readonly to: number } | null {
  const words = (lines[heading] ?? '').trim()
  if (!/[:：](?:\*\*)?$/.test(words) && !/^#{1,6}\s|^\*\*.+\*\*$/.test(words)) return null
  const from = (lines[heading + 1] ?? '').trim() === '' ? heading + 2 : heading + 1
  const count = plainRuleLines(lines, from)
  return count === 0 ? null : { from, to: from + count }
}

/** Reads items until the list ends; gives the index of the first line behind it. */
function readList(lines: readonly string[], from: number, items: string[]): number {
  const margin = indentOf(lines[from] ?? '')
  let item = ''
  function close(): void {
    const text = item.replace(/\s+/g, ' ').trim().slice(0, MAX_ITEM_CHARS)
    if (/[\p{L}\p{N}]/u.test(text)) items.push(text)
    item = ''
  }
  let at = from
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const next = lines.slice(at + 1, at + 3).find((each) => each.trim() !== '') ?? ''
    if (line.trim() === '') {
      // An empty line inside the list: another item or an indented paragraph of this one follows.
      if (BULLET.test(next) || indentOf(next) > margin + 1) continue
      break
    }
    const isItem = BULLET.test(line)
    const words = isItem ? line.replace(BULLET, '') : line
    if (isItem && indentOf(line) <= margin + 1) {
      close()
      if (isHeading(words) && /[:：]$/.test(words.trim())) break
      item = words
    } else if (indentOf(line) > margin || !/^(?:#|\S.*[:：]$)/.test(line)) {
      // Wrapped lines and sub-items belong to the item; a line at the margin only when it goes on in lower case.
      if (indentOf(line) <= margin && !/^\p{Ll}/u.test(line)) break
      item += ` ${line.trim()}`
    } else break
  }
  close()
  return at
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
