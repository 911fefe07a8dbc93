import type { JsonValue } from '../../../../shared/thread/message.ts'
import type { Steps } from '../../../compaction/steps.ts'
import { asList, asObject, asText } from '../../native/json-shape.ts'
import { apiHead, modelOf } from '../api-head.ts'
import { type CallPairs, pairCalls } from '../call-pairs.ts'
import { type DocumentBytes, eachRecord, memberAt, type Site } from '../document-site.ts'
import { promptKind } from '../machine-text.ts'
import { systemText } from '../system-text.ts'
import { count } from '../tally.ts'
import {
  addEntry,
  type EntryDraft,
  finishThread,
  startThread,
  type ThreadDraft,
  takeEarly,
} from '../thread-draft.ts'
import type { Place, Transcript, TranscriptHead } from '../transcript.ts'
import { type LangChainMessage, langChainCalls, langChainMessage } from './langchain-message.ts'
import { streamChunk } from './merge-chunks.ts'

const COUNTS = ['messages', 'user', 'assistant', 'tool', 'system', 'thinking', 'toolCalls', 'toolResults']
const ROLES = { human: 'user', ai: 'assistant', tool: 'tool', system: 'system', other: 'other' } as const

interface LangChainScan {
  readonly thread: ThreadDraft
  readonly pairs: CallPairs<EntryDraft>
  readonly early: Map<string, EntryDraft>
  readonly system: string[]
  model: string
}

function startScan(names: readonly string[]): LangChainScan {
  return { thread: startThread(names), pairs: pairCalls(), early: new Map(), system: [], model: '' }
}

/** Reads a list of messages, or the state of a LangGraph thread around it. */
export function* readLangChain(document: DocumentBytes, site: Site, key: string): Steps<Transcript> {
  const scan = startScan(COUNTS)
  for (const list of site.lists.slice(0, 1))
    yield* eachRecord(document, list, (value, place, index) => takeMessage(scan, value, place, index))
  Object.assign(scan.thread.tally, scan.pairs.orphans())
  return finishThread(scan.thread, key, headOf(document, site, scan))
}

function headOf(document: DocumentBytes, site: Site, scan: LangChainScan): TranscriptHead {
  const head = apiHead(document, site, scan.system.filter((text) => text !== '').join('\n\n'))
  const metadata = asObject(memberAt(document, site, 'metadata'))
  const folders = asObject(memberAt(document, site, 'thread_data'))
  return {
    ...head,
    model: modelOf(scan.model) ?? modelOf(metadata?.model_name) ?? head.model,
    folder: asText(folders?.workspace_path),
  }
}

function takeMessage(scan: LangChainScan, value: JsonValue, place: Place, index: number): void {
  const { thread } = scan
  const message = langChainMessage(value)
  const id = asText(message?.fields.id) || `message-${index + 1}`
  count(thread.tally, 'messages')
  if (message === null) {
    addEntry(thread, id, 'context', [place])
    return
  }
  const { type, fields } = message
  count(thread.tally, ROLES[type])
  if (asText(asObject(fields.additional_kwargs)?.reasoning_content) !== '') count(thread.tally, 'thinking')
  if (type === 'ai') takeReply(scan, message, id, place)
  else if (type === 'tool') takeResult(scan, message, id, place)
  else if (type === 'system' && thread.entries.length === 0) {
    scan.system.push(systemText(fields.content))
    thread.asides.push(place)
  } else if (type === 'other' && message.name === 'remove') thread.asides.push(place)
  else {
    const typed = promptKind(fields.content)
    const isPrompt = type === 'human' && typed !== 'context'
    const entry = addEntry(thread, id, isPrompt ? 'prompt' : 'context', [place])
    if (isPrompt && typed === 'empty') entry.isEmpty = true
  }
}

function takeReply(scan: LangChainScan, { fields }: LangChainMessage, id: string, place: Place): void {
  const { thread, pairs, early } = scan
  const entry = addEntry(thread, id, 'reply', [place])
  const said = asObject(fields.response_metadata)
  scan.model ||= asText(said?.model_name) || asText(said?.model)
  pairs.step()
  for (const call of langChainCalls(fields)) {
    count(thread.tally, 'toolCalls')
    if (pairs.call(call.id, call.name, entry)) takeEarly(early.get(call.id), entry)
  }
}

function takeResult(
  { thread, pairs, early }: LangChainScan,
  { fields }: LangChainMessage,
  id: string,
  place: Place,
): void {
  count(thread.tally, 'toolResults')
  const callId = asText(fields.tool_call_id)
  const answer = pairs.answer(callId, asText(fields.name))
  if (answer.kind === 'paired') {
    answer.owner.places.push(place)
    return
  }
  const entry = addEntry(thread, id, 'context', [place])
  if (answer.kind === 'early') early.set(callId, entry)
}

/** Reads a recorded stream: chunks of several agents between each other, joined by the id of their message. */
export function* readLangChainStream(document: DocumentBytes, site: Site, key: string): Steps<Transcript> {
  const scan = startScan(['elements', 'distinctMessageIds'])
  const { thread, pairs } = scan
  const replies = new Map<string, EntryDraft>()
  for (const list of site.lists.slice(0, 1))
    yield* eachRecord(document, list, (value, place, index) => {
      count(thread.tally, 'elements')
      const message = langChainMessage(streamChunk(value) ?? undefined)
      const id = asText(message?.fields.id)
      const known = replies.get(id)
      if (known !== undefined) known.places.push(place)
      else if (message === null) thread.asides.push(place)
      else if (message.type === 'tool') takeResult(scan, message, id || `chunk-${index + 1}`, place)
      else {
        const kind = message.type === 'ai' ? 'reply' : message.type === 'human' ? 'prompt' : 'context'
        const entry = addEntry(thread, id || `chunk-${index + 1}`, kind, [place])
        if (id === '' || kind !== 'reply') return
        replies.set(id, entry)
        count(thread.tally, 'distinctMessageIds')
        pairs.step()
        for (const chunk of asList(message.fields.tool_call_chunks)) {
          const call = asObject(chunk)
          if (asText(call?.id) !== '') pairs.call(asText(call?.id), asText(call?.name), entry)
        }
      }
    })
  return finishThread(thread, key, headOf(document, site, scan))
}
