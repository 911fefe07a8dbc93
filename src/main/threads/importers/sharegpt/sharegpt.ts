import type { JsonValue } from '../../../../shared/thread/message.ts'
import type { Steps } from '../../../compaction/steps.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { apiHead, toolsOf } from '../api-head.ts'
import { oddMessage } from '../api-message.ts'
import { pairCalls } from '../call-pairs.ts'
import { documentFormat } from '../document-format.ts'
import { type DocumentBytes, eachRecord, memberAt, placeAt, type Site } from '../document-site.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { textPart } from '../new-part.ts'
import { restMembers } from '../rest-members.ts'
import { nestResults } from '../result-nesting.ts'
import type { SiteFormat } from '../site-format.ts'
import { siteLineFormat } from '../site-lines.ts'
import { sliceValue } from '../slice-value.ts'
import { systemText } from '../system-text.ts'
import { count } from '../tally.ts'
import { addEntry, type EntryDraft, finishThread, startThread } from '../thread-draft.ts'
import type { Entry, ImportedMessage, Place, Transcript } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { callsOfText, parsed, speakerOf } from './sharegpt-record.ts'

const COUNTS = [
  'conversations',
  'messages',
  'user',
  'assistant',
  'system',
  'toolCalls',
  'toolResults',
  'withTools',
]

function* readConversation(document: DocumentBytes, site: Site, key: string): Steps<Transcript> {
  const thread = startThread(COUNTS)
  const pairs = pairCalls<EntryDraft>()
  const system = [systemText(memberAt(document, site, 'system'))]
  count(thread.tally, 'conversations')
  const take = (value: JsonValue, place: Place, index: number): void => {
    const speaker = speakerOf(value)
    const text = asText(asObject(value)?.value)
    const id = `message-${index + 1}`
    count(thread.tally, 'messages')
    if (speaker === 'user' || speaker === 'assistant' || speaker === 'system') count(thread.tally, speaker)
    if (speaker === 'user') {
      const entry = addEntry(thread, id, 'prompt', [place])
      if (text.trim() === '') entry.isEmpty = true
    } else if (speaker === 'assistant') addEntry(thread, id, 'reply', [place])
    else if (speaker === 'call') {
      const entry = addEntry(thread, id, 'reply', [place])
      pairs.step()
      for (const call of callsOfText(text)) {
        count(thread.tally, 'toolCalls')
        pairs.call('', call.name, entry)
      }
    } else if (speaker === 'result') {
      count(thread.tally, 'toolResults')
      const answer = pairs.answer('', '')
      if (answer.kind === 'paired') answer.owner.places.push(place)
      else addEntry(thread, id, 'context', [place])
    } else if (speaker === 'system' && thread.entries.length === 0) {
      system.push(text)
      thread.asides.push(place)
    } else addEntry(thread, id, 'context', [place])
  }
  for (const list of site.lists.slice(0, 1)) yield* eachRecord(document, list, take)
  Object.assign(thread.tally, pairs.orphans())
  const tools = toolsIn(memberAt(document, site, 'tools'))
  if (tools.length > 0) count(thread.tally, 'withTools')
  // Pictures are named beside the talk, in the order of its `<image>` marks.
  const images = site.members.get('images')
  if (images !== undefined) thread.asides.push(placeAt(document, images))
  const head = apiHead(document, site, system.filter((text) => text.trim() !== '').join('\n\n'))
  return finishThread(thread, key, { ...head, tools: toolsOf(tools) })
}

/** `tools` is a JSON text. */
function toolsIn(value: JsonValue | undefined): readonly JsonValue[] {
  return asList(typeof value === 'string' ? parsed(value) : value)
}

const MEMBERS = new Set(['from', 'value'])

function buildRecord(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const [first, ...results] = slices.map(sliceValue)
  const record = asObject(first)
  if (record === null) return oddMessage(first)
  const rest = restMembers(record, entry.kind === 'context' ? new Set(['value']) : MEMBERS)
  if (speakerOf(record) !== 'call') return { ...EMPTY_MESSAGE, content: contentOf(record), rest }
  const found = results.map((value) => ({
    id: '',
    name: '',
    output: { content: contentOf(asObject(value) ?? {}), isError: false, isUnmarked: true as const },
  }))
  return { ...EMPTY_MESSAGE, toolCalls: nestResults(callsOfText(asText(record.value)), found), rest }
}

function contentOf(record: JsonObject): ImportedMessage['content'] {
  const { value } = record
  if (typeof value === 'string') return value === '' ? [] : [textPart(value)]
  return value === undefined || value === null ? [] : [typedPart('unknown', value)]
}

/** True for records of `from` and `value`; the last one may be cut by the end of what detection looks at. */
function isShareGpt(records: readonly JsonValue[]): boolean {
  const whole = records.length > 1 ? records.slice(0, -1) : records
  return whole.length > 0 && whole.every((value) => typeof asObject(value)?.from === 'string')
}

const shareGptSite: SiteFormat = {
  id: 'sharegpt',
  label: 'ShareGPT',
  lists: ['conversations', 'conversation', 'items', 'messages'],
  wrappers: [],
  marks: ['from'],
  recognizes: isShareGpt,
  read: readConversation,
  build: buildRecord,
}

/** Conversations of `from` and `value` in one document (formats.md section 21). */
export const shareGpt = documentFormat(shareGptSite)

/** The same, one conversation a line. */
export const shareGptLines = siteLineFormat(shareGptSite)
