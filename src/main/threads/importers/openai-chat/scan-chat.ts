import type { JsonValue } from '../../../../shared/thread/message.ts'
import type { Steps } from '../../../compaction/steps.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { apiHead } from '../api-head.ts'
import { type CallPairs, pairCalls } from '../call-pairs.ts'
import {
  type DocumentBytes,
  eachRecord,
  memberAt,
  placeAt,
  type Site,
  type SiteList,
  valueAt,
} from '../document-site.ts'
import { promptKind } from '../machine-text.ts'
import { isPictureBlock } from '../picture.ts'
import { sourceTimeMs } from '../source-time.ts'
import { systemText } from '../system-text.ts'
import { count } from '../tally.ts'
import {
  addEntry,
  type EntryDraft,
  finishThread,
  looseEntry,
  setModel,
  startThread,
  type ThreadDraft,
  takeEarly,
} from '../thread-draft.ts'
import type { Place, Transcript } from '../transcript.ts'

const COUNTS = [
  'threads',
  'messages',
  'system',
  'user',
  'assistant',
  'tool',
  'images',
  'toolCalls',
  'toolResults',
  'orphanCalls',
  'orphanResults',
]

interface ChatScan {
  readonly thread: ThreadDraft
  readonly pairs: CallPairs<EntryDraft>
  /** Results that stood before their call, by id. */
  readonly early: Map<string, EntryDraft>
  readonly system: string[]
}

/** Reads one thread of Chat Completions messages, and the answer that was logged with them. */
export function* readChatThread(document: DocumentBytes, site: Site, key: string): Steps<Transcript> {
  const scan: ChatScan = { thread: startThread(COUNTS), pairs: pairCalls(), early: new Map(), system: [] }
  const { thread } = scan
  count(thread.tally, 'threads')
  const messages = site.lists.filter((list) => list.key !== 'choices')
  for (const list of messages.slice(0, 1))
    yield* eachRecord(document, list, (value, place, index) => takeMessage(scan, value, place, index))
  if (messages.length === 0 && site.members.has('role'))
    takeMessage(scan, valueAt(document, site.range), placeAt(document, site.range), 0)
  for (const list of messages.slice(1)) keepAside(document, thread, list)
  for (const list of site.lists) if (list.key === 'choices') yield* takeChoices(document, site, scan, list)
  const head = apiHead(document, site, scan.system.join('\n\n'))
  const orphans = scan.pairs.orphans()
  thread.tally.orphanCalls = orphans.orphanCalls
  thread.tally.orphanResults = orphans.orphanResults
  setModel(thread, head.model?.id ?? '')
  return finishThread(thread, key, head)
}

function takeMessage(scan: ChatScan, value: JsonValue, place: Place, index: number): void {
  const { thread } = scan
  const message = asObject(value)
  const role = asText(message?.role)
  const id = asText(message?.id) || `message-${index + 1}`
  count(thread.tally, 'messages')
  if (role !== '') count(thread.tally, role === 'function' ? 'tool' : role)
  if (message !== null) count(thread.tally, 'images', asList(message.content).filter(isPictureBlock).length)
  if (message === null) addEntry(thread, id, 'context', [place])
  else if (role === 'user') takePrompt(thread, message, id, place)
  else if (role === 'assistant') takeReply(scan, message, id, place)
  else if (role === 'tool' || role === 'function') takeResult(scan, message, id, place)
  else if ((role === 'system' || role === 'developer') && thread.entries.length === 0) {
    scan.system.push(systemText(message.content))
    thread.asides.push(place)
  } else addEntry(thread, id, 'context', [place])
}

function takePrompt(thread: ThreadDraft, message: JsonObject, id: string, place: Place): void {
  const kind = promptKind(message.content)
  const entry = addEntry(thread, id, kind === 'context' ? 'context' : 'prompt', [place])
  if (kind === 'empty') entry.isEmpty = true
}

function takeReply({ thread, pairs, early }: ChatScan, message: JsonObject, id: string, place: Place): void {
  const entry = addEntry(thread, id, 'reply', [place])
  pairs.step()
  for (const call of callsOf(message)) {
    count(thread.tally, 'toolCalls')
    if (pairs.call(call.id, call.name, entry)) takeEarly(early.get(call.id), entry)
  }
}

function takeResult({ thread, pairs, early }: ChatScan, message: JsonObject, id: string, place: Place): void {
  count(thread.tally, 'toolResults')
  const callId = asText(message.tool_call_id)
  const answer = pairs.answer(callId, asText(message.name))
  if (answer.kind === 'paired') {
    answer.owner.places.push(place)
    return
  }
  const entry = addEntry(thread, id, 'context', [place])
  if (answer.kind === 'early') early.set(callId, entry)
}

/** Ids and names of the calls of a message, in their order; the old `function_call` has no id. */
export function callsOf(message: JsonObject): readonly { readonly id: string; readonly name: string }[] {
  const calls = asList(message.tool_calls).map((value) => {
    const call = asObject(value)
    const body = asObject(call?.function) ?? asObject(call?.custom)
    return { id: asText(call?.id), name: asText(body?.name) }
  })
  const old = asObject(message.function_call)
  return old === null ? calls : [...calls, { id: '', name: asText(old.name) }]
}

/** The answer that was logged beside its request; further choices are branches. */
function* takeChoices(
  document: DocumentBytes,
  site: Site,
  { thread }: ChatScan,
  list: SiteList,
): Steps<void> {
  const parent = list.path.slice(0, -'choices'.length)
  const usage = site.members.get(`${parent}usage`)
  const after = thread.entries.length
  const id = asText(memberAt(document, site, `${parent}id`)) || 'response'
  const at = sourceTimeMs(memberAt(document, site, `${parent}created`))
  yield* eachRecord(document, list, (value, place, index) => {
    const places = usage === undefined || index > 0 ? [place] : [place, placeAt(document, usage)]
    const detail = { choice: true, ...(at === null ? {} : { at }) }
    const calls = callsOf(asObject(asObject(value)?.message) ?? {})
    count(thread.tally, 'responseMessages')
    if (calls.length > 0) count(thread.tally, 'responseCalls', calls.length)
    if (index === 0) addEntry(thread, id, 'reply', places, detail)
    else
      thread.branches.push({
        after,
        entries: [looseEntry(thread, `${id}-choice-${index + 1}`, 'reply', places, detail)],
      })
  })
}

function keepAside(document: DocumentBytes, thread: ThreadDraft, { bounds }: SiteList): void {
  const from = bounds[0]
  const to = bounds.at(-1)
  if (from !== undefined && to !== undefined) thread.asides.push(placeAt(document, { from, to }))
}
