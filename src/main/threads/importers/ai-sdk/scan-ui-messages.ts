import type { JsonValue } from '../../../../shared/thread/message.ts'
import type { Steps } from '../../../compaction/steps.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { apiHead, modelOf } from '../api-head.ts'
import { type CallPairs, pairCalls } from '../call-pairs.ts'
import { type DocumentBytes, eachRecord, placeAt, type Site, valueAt } from '../document-site.ts'
import { promptKind } from '../machine-text.ts'
import { sourceTimeMs } from '../source-time.ts'
import { stepPlaces } from '../step-places.ts'
import { systemText } from '../system-text.ts'
import { count } from '../tally.ts'
import { addEntry, type EntryDraft, finishThread, startThread, type ThreadDraft } from '../thread-draft.ts'
import type { Place, Transcript } from '../transcript.ts'
import { oldToolPart, stepsOf, type ToolPart, toolPartOf } from './ui-part.ts'

const COUNTS = [
  'messages',
  'user',
  'assistant',
  'parts',
  'reasoning',
  'files',
  'toolCalls',
  'toolResults',
  'toolErrors',
  'orphanCalls',
]

interface UiScan {
  readonly document: DocumentBytes
  readonly thread: ThreadDraft
  readonly pairs: CallPairs<EntryDraft>
  readonly system: string[]
  readonly times: number[]
  model: string
}

/** Reads UI messages; the steps that one message holds are replies of their own (formats.md section 16). */
export function* readUiMessages(document: DocumentBytes, site: Site, key: string): Steps<Transcript> {
  const scan: UiScan = {
    document,
    thread: startThread(COUNTS),
    pairs: pairCalls(),
    system: [],
    times: [],
    model: '',
  }
  const take = (value: JsonValue, place: Place, index: number) => takeMessage(scan, value, place, index)
  for (const list of site.lists.slice(0, 1)) yield* eachRecord(document, list, take)
  if (site.lists.length === 0 && site.members.has('role'))
    take(valueAt(document, site.range), placeAt(document, site.range), 0)
  const { orphanCalls, orphanResults } = scan.pairs.orphans()
  count(scan.thread.tally, 'orphanCalls', orphanCalls)
  count(scan.thread.tally, 'orphanResults', orphanResults)
  const head = apiHead(document, site, scan.system.join('\n\n'))
  return finishThread(scan.thread, key, {
    ...head,
    model: head.model ?? modelOf(scan.model),
    startedMs: head.startedMs ?? scan.times[0] ?? null,
    endedMs: head.endedMs ?? scan.times.at(-1) ?? null,
  })
}

function takeMessage(scan: UiScan, value: JsonValue, place: Place, index: number): void {
  const { thread } = scan
  const message = asObject(value)
  const id = asText(message?.id) || `message-${index + 1}`
  count(thread.tally, 'messages')
  if (message === null) {
    addEntry(thread, id, 'context', [place])
    return
  }
  const metadata = asObject(message.metadata)
  count(thread.tally, asText(message.role) || 'unknown')
  const time = sourceTimeMs(message.createdAt ?? metadata?.createdAt)
  if (time !== null) scan.times.push(time)
  if (scan.model === '') scan.model = asText(metadata?.model)
  for (const part of asList(message.parts)) countPart(thread, part)
  if (message.role === 'assistant') takeReply(scan, message, id, place)
  else if (message.role === 'tool') takeResults(scan, message, id, place)
  else if (message.role === 'system' && thread.entries.length === 0) {
    scan.system.push(systemText(message.parts ?? message.content))
    thread.asides.push(place)
  } else {
    const typed = promptKind(message.parts ?? message.content)
    const isPrompt = message.role === 'user' && typed !== 'context'
    const entry = addEntry(thread, id, isPrompt ? 'prompt' : 'context', [place])
    if (isPrompt && typed === 'empty') entry.isEmpty = true
  }
}

function takeReply({ document, thread, pairs }: UiScan, message: JsonObject, id: string, place: Place): void {
  if (!Array.isArray(message.parts)) {
    const entry = addEntry(thread, id, 'reply', [place])
    for (const invocation of asList(message.toolInvocations))
      countCall(thread, oldToolPart(asObject(invocation) ?? {}))
    pairs.step()
    for (const value of asList(message.content)) {
      const block = asObject(value)
      if (block?.type !== 'tool-call') continue
      count(thread.tally, 'toolCalls')
      pairs.call(asText(block.toolCallId), asText(block.toolName), entry)
    }
    return
  }
  // Places count from the file's first byte, the document's bytes from its own.
  const inside = { ...place, from: place.from - document.base, to: place.to - document.base }
  const parts = stepPlaces(document.bytes, inside, 'parts', stepsOf(message.parts))
  for (const [step, { places, part }] of parts.entries())
    addEntry(
      thread,
      step === 0 ? id : `${id}-step-${step + 1}`,
      'reply',
      places.map(({ from, to }) => placeAt(document, { from, to })),
      part === null ? undefined : { part },
    )
}

/** A message of role `tool`, as the SDK sends it: its results go to their calls, one message may hold many. */
function takeResults({ thread, pairs }: UiScan, message: JsonObject, id: string, place: Place): void {
  const blocks = asList(message.content)
  const owners = new Set<EntryDraft>()
  const nested = blocks.flatMap((value, position) => {
    const block = asObject(value)
    if (block?.type !== 'tool-result') return []
    count(thread.tally, 'toolResults')
    const answer = pairs.answer(asText(block.toolCallId), asText(block.toolName))
    if (answer.kind !== 'paired') return []
    owners.add(answer.owner)
    return [position]
  })
  for (const owner of owners) owner.places.push(place)
  if (nested.length === blocks.length && blocks.length > 0) return
  addEntry(thread, id, 'context', [place], nested.length === 0 ? undefined : { nested })
}

function countPart(thread: ThreadDraft, part: JsonValue): void {
  const type = asText(asObject(part)?.type)
  count(thread.tally, 'parts')
  if (type === 'reasoning') count(thread.tally, 'reasoning')
  if (type === 'file') count(thread.tally, 'files')
  const tool = toolPartOf(part)
  if (tool !== null) countCall(thread, tool)
}

function countCall({ tally }: ThreadDraft, { result }: ToolPart): void {
  count(tally, 'toolCalls')
  if (result === null) count(tally, 'orphanCalls')
  else count(tally, 'toolResults')
  if (result?.isError === true) count(tally, 'toolErrors')
}
