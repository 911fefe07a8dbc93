import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { Step } from '../step-places.ts'
import { count, type Tally } from '../tally.ts'
import type { EntryKind } from '../transcript.ts'

/** What the order and the counts have to know of a message. */
export interface MessageFacts {
  readonly id: string
  readonly role: string
  readonly kind: EntryKind
  readonly isEmpty: boolean
  /** Set when the message holds a mark of a compaction. */
  readonly compaction: { readonly tailStartId: string } | null
  /** The model's summary, written for a compaction. */
  readonly isSummary: boolean
  /** An answer that ended by itself: a summary that failed or was stopped compacted nothing. */
  readonly isFinished: boolean
  /** Message of the user that an answer is for; empty when not said. */
  readonly parentId: string
  readonly model: { readonly provider: string; readonly id: string } | null
  readonly steps: readonly Step[]
}

/** A message's own members; older exports keep them beside the parts. */
export function infoOf(message: JsonObject): JsonObject {
  return asObject(message.info) ?? message
}

/** The parts of a message; what is no object is a part without a type. */
export function partsOf(message: JsonObject): readonly JsonObject[] {
  return asList(message.parts).map((part) => asObject(part) ?? { value: part })
}

/** Facts of a message from its members and its parts. */
export function messageFacts(info: JsonObject, parts: readonly JsonObject[]): MessageFacts {
  const role = asText(info.role)
  const mark = parts.find((part) => part.type === 'compaction')
  const model = asObject(info.model)
  const id = asText(info.modelID) || asText(model?.modelID)
  const provider = asText(info.providerID) || asText(model?.providerID)
  const kind = role === 'assistant' ? 'reply' : role === 'user' && parts.some(isTyped) ? 'prompt' : 'context'
  return {
    id: asText(info.id),
    role,
    kind,
    isEmpty:
      kind === 'prompt' && parts.every((part) => part.type === 'text' && asText(part.text).trim() === ''),
    compaction: mark === undefined ? null : { tailStartId: asText(mark.tail_start_id) },
    isSummary: role === 'assistant' && info.summary === true,
    isFinished: isFinished(info),
    parentId: asText(info.parentID),
    model: id === '' ? null : { provider, id },
    steps: kind === 'reply' ? partSteps(parts) : [],
  }
}

/** Without an error, and not still being written where the record tells times. */
function isFinished(info: JsonObject): boolean {
  const time = asObject(info.time)
  const isOpen = time != null && time.completed == null && asText(info.finish) === ''
  return info.error == null && !isOpen
}

/** Text that a program added says so; files, agents and subtasks are named by the person. */
function isTyped(part: JsonObject): boolean {
  if (part.type === 'text') return part.synthetic !== true && part.ignored !== true
  return part.type === 'file' || part.type === 'agent' || part.type === 'subtask'
}

/** Steps of the model, each opened by a `step-start` part; its calls hold their results themselves. */
function partSteps(parts: readonly JsonObject[]): readonly Step[] {
  const starts = parts.flatMap(({ type }, position) =>
    type === 'step-start' && position > 0 ? [position] : [],
  )
  // What stands before the first step-start belongs to the first step.
  const opens = parts[0]?.type === 'step-start' ? starts : starts.slice(1)
  return [0, ...opens].map((from, step) => ({ from, to: opens[step] ?? parts.length }))
}

/** Names of the counts of a session. */
export const COUNTS = [
  'sessions',
  'messages',
  'user',
  'assistant',
  'parts',
  'reasoning',
  'toolCalls',
  'toolResults',
  'toolErrors',
  'orphanCalls',
  'images',
  'compactions',
  'summaryMessages',
] as const

/** Adds what a message holds. */
export function tallyMessage(tally: Tally, facts: MessageFacts, parts: readonly JsonObject[]): void {
  count(tally, 'messages')
  if (facts.role === 'user' || facts.role === 'assistant') count(tally, facts.role)
  if (facts.isSummary) count(tally, 'summaryMessages')
  count(tally, 'parts', parts.length)
  for (const part of parts) {
    if (part.type === 'reasoning') count(tally, 'reasoning')
    if (part.type === 'compaction') count(tally, 'compactions')
    if (isPicture(part)) count(tally, 'images')
    if (part.type !== 'tool') continue
    const state = asObject(part.state)
    count(tally, 'toolCalls')
    count(tally, state?.status === 'completed' || state?.status === 'error' ? 'toolResults' : 'orphanCalls')
    if (state?.status === 'error') count(tally, 'toolErrors')
    for (const attachment of asList(state?.attachments))
      if (isPicture(asObject(attachment))) count(tally, 'images')
  }
}

function isPicture(part: JsonObject | null): boolean {
  return part?.type === 'file' && asText(part.mime).startsWith('image/')
}
