import { plainWords } from '../../shared/thread/plain-words.ts'
import type { CallCard, Row } from '../../shared/thread/row.ts'
import { rowText } from '../app/row-text.ts'

/** Characters shown on either side of a fact. */
const BEFORE = 48
const AFTER = 72
/** Facts longer than this are sentences that speak for themselves. */
const LONGEST_BARE = 60
const MOST_WORDS = 20_000

/** The words a fact stands among; or the call whose result it comes from. */
export type FactContext =
  | { readonly kind: 'words'; readonly before: string; readonly text: string; readonly after: string }
  | { readonly kind: 'result'; readonly call: string }

/** True for facts such as `50`, which say nothing by themselves. */
export function needsContext(text: string): boolean {
  return text.length <= LONGEST_BARE
}

/**
 * Where a fact stands in its message. Null when the row does not say. `callPosition` = the call whose result it is
 * from, where that is known; among several calls nothing else tells.
 */
export function contextOf(row: Row, text: string, callPosition?: number): FactContext | null {
  const known = row.kind === 'assistant' && callPosition !== undefined ? row.calls[callPosition] : undefined
  if (known !== undefined) return inResult(known)
  // Cells of a table read as a list of words.
  const words = plainWords(rowText(row), MOST_WORDS).replace(/\s*\|[\s|:-]*/g, ' · ')
  const found = around(words, plainWords(text, MOST_WORDS))
  if (found !== null) return found
  if (row.kind !== 'assistant') return null
  for (const call of row.calls) {
    const inCall = around(`${call.name} ${call.summary}`, text)
    if (inCall !== null) return inCall
  }
  const [first] = row.calls
  return first === undefined || row.calls.length > 1 ? null : inResult(first)
}

function inResult({ name, summary }: CallCard): FactContext {
  return { kind: 'result', call: `${name} ${summary}`.trim() }
}

function around(words: string, text: string): FactContext | null {
  const at = wordAt(words, text)
  if (at === -1) return null
  const end = at + text.length
  const from = at <= BEFORE ? 0 : nextWord(words, at - BEFORE, at)
  const to = words.length - end <= AFTER ? words.length : previousWord(words, end + AFTER, end)
  return {
    kind: 'words',
    before: `${from > 0 ? '…' : ''}${words.slice(from, at)}`,
    text,
    after: `${words.slice(end, to)}${to < words.length ? '…' : ''}`,
  }
}

/** The first place where the text is not a part of a longer word or number. */
function wordAt(words: string, text: string): number {
  if (text === '') return -1
  for (let at = words.indexOf(text); at !== -1; at = words.indexOf(text, at + 1))
    if (!isWordSign(words[at - 1]) && !isWordSign(words[at + text.length])) return at
  return words.indexOf(text)
}

function isWordSign(sign: string | undefined): boolean {
  return sign !== undefined && /[a-z0-9_]/i.test(sign)
}

function nextWord(words: string, from: number, end: number): number {
  const at = words.indexOf(' ', from)
  return at === -1 || at >= end ? from : at + 1
}

function previousWord(words: string, from: number, start: number): number {
  const at = words.lastIndexOf(' ', from)
  return at <= start ? from : at
}
