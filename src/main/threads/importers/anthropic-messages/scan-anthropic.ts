import type { JsonValue } from '../../../../shared/thread/message.ts'
import type { Steps } from '../../../compaction/steps.ts'
import { type ByteRange, OPEN_BRACKET } from '../../json/bytes.ts'
import { locate } from '../../json/locate.ts'
import { scanArray } from '../../json/members.ts'
import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { apiHead } from '../api-head.ts'
import { type CallPairs, pairCalls } from '../call-pairs.ts'
import { type DocumentBytes, eachRecord, memberAt, placeAt, type Site, valueAt } from '../document-site.ts'
import { promptKind } from '../machine-text.ts'
import { systemText } from '../system-text.ts'
import { count } from '../tally.ts'
import {
  addEntry,
  type EntryDraft,
  finishThread,
  setModel,
  startThread,
  type ThreadDraft,
  takeEarly,
} from '../thread-draft.ts'
import type { Place, Transcript } from '../transcript.ts'
import { ANTHROPIC_COUNTS, blocksOf, countBlock } from './count-blocks.ts'

interface AnthropicScan {
  readonly document: DocumentBytes
  readonly thread: ThreadDraft
  readonly pairs: CallPairs<EntryDraft>
  readonly early: Map<string, EntryDraft>
  /** Ids of the provider's messages that were there: their usage counts once. */
  readonly seen: Set<string>
}

/** Reads one thread of Anthropic messages, and the answer that was logged with them. */
export function* readAnthropicThread(document: DocumentBytes, site: Site, key: string): Steps<Transcript> {
  const thread = startThread(ANTHROPIC_COUNTS)
  const scan: AnthropicScan = { document, thread, pairs: pairCalls(), early: new Map(), seen: new Set() }
  for (const list of site.lists)
    if (list.key === 'messages')
      yield* eachRecord(document, list, (value, place, index, range) =>
        takeMessage(scan, value, place, range, index),
      )
  const answer = site.members.has('role') ? site.range : site.members.get('response')
  const value = answer === undefined ? null : valueAt(document, answer)
  if (answer !== undefined && asText(asObject(value)?.role) !== '')
    takeMessage(scan, value, placeAt(document, answer), answer, -1)
  Object.assign(thread.tally, scan.pairs.orphans())
  const head = apiHead(document, site, systemText(memberAt(document, site, 'system')))
  setModel(thread, head.model?.id ?? '')
  return finishThread(thread, key, head)
}

function takeMessage(
  scan: AnthropicScan,
  value: JsonValue,
  place: Place,
  range: ByteRange,
  index: number,
): void {
  const { thread } = scan
  const message = asObject(value)
  const id = asText(message?.id) || (index < 0 ? 'response' : `message-${index + 1}`)
  count(thread.tally, 'messages')
  if (message === null) {
    addEntry(thread, id, 'context', [place])
    return
  }
  count(thread.tally, asText(message.role) || 'unknown')
  for (const block of blocksOf(message)) countBlock(thread.tally, block)
  if (message.role === 'assistant') takeReply(scan, message, id, place, range)
  else takeUser(scan, message, id, place, range)
}

function takeReply(
  { document, thread, pairs, early, seen }: AnthropicScan,
  message: JsonObject,
  id: string,
  place: Place,
  range: ByteRange,
): void {
  const blocks = blocksOf(message)
  const compactions = blocks.flatMap((block, at) => (asObject(block)?.type === 'compaction' ? [at] : []))
  if (compactions.length > 0) {
    const places = blockRanges(document, range)
    for (const at of compactions) {
      const block = places[at]
      if (block !== undefined) addEntry(thread, `${id}-compaction`, 'checkpoint', [placeAt(document, block)])
    }
    if (compactions.length === blocks.length) return
  }
  const isAgain = typeof message.id === 'string' && seen.has(message.id)
  if (typeof message.id === 'string') seen.add(message.id)
  const entry = addEntry(thread, id, 'reply', [place], isAgain ? { again: true } : undefined)
  pairs.step()
  for (const value of blocks) {
    const block = asObject(value)
    if (block?.type !== 'tool_use') continue
    const callId = asText(block.id)
    if (pairs.call(callId, asText(block.name), entry)) takeEarly(early.get(callId), entry)
  }
}

/** A message of the user: results go to their calls, what else it holds is a message of its own. */
function takeUser(
  { document, thread, pairs, early }: AnthropicScan,
  message: JsonObject,
  id: string,
  place: Place,
  range: ByteRange,
): void {
  const blocks = blocksOf(message)
  const results = blocks.flatMap((block, at) => (asObject(block)?.type === 'tool_result' ? [at] : []))
  const places = results.length === 0 ? [] : blockRanges(document, range)
  for (const at of results) {
    const blockRange = places[at]
    if (blockRange === undefined) continue
    const blockPlace = placeAt(document, blockRange)
    const callId = asText(asObject(blocks[at] ?? null)?.tool_use_id)
    const answer = pairs.answer(callId, '')
    if (answer.kind === 'paired') {
      answer.owner.places.push(blockPlace)
      continue
    }
    const entry = addEntry(thread, `${id}-result-${at + 1}`, 'context', [blockPlace], { block: true })
    if (answer.kind === 'early') early.set(callId, entry)
  }
  if (results.length > 0 && results.length === blocks.length) return
  const typed = promptKind(
    results.length === 0 ? message.content : blocks.filter((_, at) => !results.includes(at)),
  )
  const isPrompt = message.role === 'user' && typed !== 'context'
  const detail = results.length === 0 ? undefined : { withoutResults: true }
  const entry = addEntry(thread, id, isPrompt ? 'prompt' : 'context', [place], detail)
  if (isPrompt && typed === 'empty') entry.isEmpty = true
}

/** Where each block of a message's content stands. */
function blockRanges({ bytes }: DocumentBytes, range: ByteRange): readonly ByteRange[] {
  const content = locate(bytes, range.from, ['content'])
  if (content === null || bytes[content.from] !== OPEN_BRACKET) return []
  const ranges: ByteRange[] = []
  scanArray(bytes, content.from, 0, (from, to) => void ranges.push({ from, to }))
  return ranges
}
