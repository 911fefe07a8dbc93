import type { JsonValue } from '../../../../shared/thread/message.ts'
import type { Steps } from '../../../compaction/steps.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { apiHead } from '../api-head.ts'
import { type CallPairs, pairCalls } from '../call-pairs.ts'
import { type DocumentBytes, eachRecord, memberAt, placeAt, type Site, valueAt } from '../document-site.ts'
import { promptKind } from '../machine-text.ts'
import { isPictureBlock } from '../picture.ts'
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
import { itemCall, itemKind, itemType } from './response-item.ts'

const COUNTS = [
  'items',
  'messages',
  'user',
  'assistant',
  'developer',
  'reasoning',
  'encryptedItems',
  'compactionItems',
  'images',
  'toolCalls',
  'toolResults',
]

interface ResponsesScan {
  readonly thread: ThreadDraft
  readonly pairs: CallPairs<EntryDraft>
  readonly early: Map<string, EntryDraft>
  readonly system: string[]
  /** The answer whose items come; null when the next item of the model begins another. */
  reply: EntryDraft | null
}

/** Reads the items of a request, then those of its answer: an answer is what stands between inputs and results. */
export function* readResponsesThread(document: DocumentBytes, site: Site, key: string): Steps<Transcript> {
  const instructions = memberAt(document, site, 'instructions')
  const scan: ResponsesScan = {
    thread: startThread(COUNTS),
    pairs: pairCalls(),
    early: new Map(),
    system: [systemText(instructions)],
    reply: null,
  }
  const { thread } = scan
  const before = site.members.get('previous_response_id')
  if (before !== undefined && asText(valueAt(document, before)) !== '')
    addEntry(thread, 'previous', 'context', [placeAt(document, before)], { previous: true })
  for (const name of ['input', 'request.input', 'body.input']) {
    const text = site.members.get(name)
    if (text !== undefined && typeof valueAt(document, text) === 'string')
      addEntry(thread, 'input', 'prompt', [placeAt(document, text)])
  }
  if (site.lists.length === 0 && site.members.has('type'))
    takeItem(scan, valueAt(document, site.range), placeAt(document, site.range), 0, false)
  const inOrder = [...site.lists].sort((a, b) => Number(a.key === 'output') - Number(b.key === 'output'))
  for (const list of inOrder) {
    const isOutput = list.key === 'output'
    if (isOutput) scan.reply = null
    yield* eachRecord(document, list, (value, place, index) => takeItem(scan, value, place, index, isOutput))
    if (isOutput) addUsage(document, site, thread, list.path)
  }
  const orphans = scan.pairs.orphans()
  Object.assign(thread.tally, orphans)
  const head = apiHead(document, site, scan.system.filter((text) => text !== '').join('\n\n'))
  setModel(thread, head.model?.id ?? '')
  return finishThread(thread, key, head)
}

function takeItem(
  scan: ResponsesScan,
  value: JsonValue,
  place: Place,
  index: number,
  isOutput: boolean,
): void {
  const { thread } = scan
  const item = asObject(value)
  const id = asText(item?.id) || `${isOutput ? 'output' : 'item'}-${index + 1}`
  count(thread.tally, 'items')
  if (item === null) {
    addEntry(thread, id, 'context', [place])
    return
  }
  countItem(thread, item)
  const kind = itemKind(item, isOutput)
  if (kind === 'model' || kind === 'call') {
    takeModelItem(scan, item, kind, id, place)
    return
  }
  scan.reply = null
  if (kind === 'result') takeResult(scan, item, id, place)
  else if (kind === 'compaction') addEntry(thread, id, 'checkpoint', [place])
  else if (kind === 'system' && thread.entries.length === 0) {
    scan.system.push(systemText(item.content))
    thread.asides.push(place)
  } else if (kind === 'prompt') {
    const typed = promptKind(item.content)
    const entry = addEntry(thread, id, typed === 'context' ? 'context' : 'prompt', [place])
    if (typed === 'empty') entry.isEmpty = true
  } else addEntry(thread, id, 'context', [place])
}

function takeModelItem(
  scan: ResponsesScan,
  item: JsonObject,
  kind: 'model' | 'call',
  id: string,
  place: Place,
): void {
  const { thread, pairs } = scan
  if (scan.reply === null) {
    scan.reply = addEntry(thread, id, 'reply', [])
    pairs.step()
  }
  scan.reply.places.push(place)
  if (kind !== 'call') return
  const call = itemCall(item)
  count(thread.tally, 'toolCalls')
  if (pairs.call(call.id, call.name, scan.reply)) takeEarly(scan.early.get(call.id), scan.reply)
}

function takeResult(
  { thread, pairs, early }: ResponsesScan,
  item: JsonObject,
  id: string,
  place: Place,
): void {
  count(thread.tally, 'toolResults')
  const callId = asText(item.call_id)
  const answer = pairs.answer(callId, '')
  if (answer.kind === 'paired') {
    answer.owner.places.push(place)
    return
  }
  const entry = addEntry(thread, id, 'context', [place])
  if (answer.kind === 'early') early.set(callId, entry)
}

function countItem({ tally }: ThreadDraft, item: JsonObject): void {
  const type = itemType(item)
  if (type === 'message') {
    count(tally, 'messages')
    count(tally, asText(item.role) || 'unknown')
  }
  if (type === 'reasoning') count(tally, 'reasoning')
  if (type === 'compaction') count(tally, 'compactionItems')
  if (asText(item.encrypted_content) !== '') count(tally, 'encryptedItems')
  const output = item.output ?? null
  const blocks = [...asList(item.content), ...(Array.isArray(output) ? output : [output])]
  count(tally, 'images', blocks.filter(isPictureBlock).length)
}

/** The count of tokens of an answer goes to its last reply. */
function addUsage(document: DocumentBytes, site: Site, thread: ThreadDraft, path: string): void {
  const usage = site.members.get(`${path.slice(0, -'output'.length)}usage`)
  const reply = thread.entries.findLast(({ kind }) => kind === 'reply')
  if (usage === undefined || reply === undefined) return
  reply.places.push(placeAt(document, usage))
  reply.detail = { usage: true }
}
