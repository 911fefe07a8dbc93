import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { StepPlaces } from '../step-places.ts'
import type { Tally } from '../tally.ts'
import type { Entry, Place, Transcript } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import type { MessageFacts } from './opencode-message.ts'

/** A message with the places of its steps; `part` is `files` when members and parts lie in files of their own. */
export interface PlacedMessage {
  readonly facts: MessageFacts
  readonly steps: readonly (Omit<StepPlaces, 'part'> & { readonly part: string | null })[]
}

/**
 * The thread of a session. A compaction and the summary that follows it become one checkpoint, before the first
 * message that stayed visible; messages that were taken back are a branch.
 */
export function opencodeTranscript(
  info: JsonObject,
  key: string,
  messages: readonly PlacedMessage[],
  tally: Tally,
  broken: Place | null,
): Transcript {
  const { entries, startOf } = orderedEntries(messages)
  const revert = asText(asObject(info.revert)?.messageID)
  const cut = startOf.get(revert) ?? entries.length
  const undone = entries.slice(cut)
  const last = undone.at(-1)
  const time = asObject(info.time)
  const told = asObject(info.model)
  const model = messages.findLast(({ facts }) => facts.role === 'assistant' && facts.model !== null)?.facts
    .model
  return {
    key,
    head: {
      title: asText(info.title),
      model: model ?? (told === null ? null : { provider: asText(told.providerID), id: asText(told.id) }),
      systemPrompt: '',
      tools: [],
      startedMs: sourceTimeMs(time?.created),
      endedMs: sourceTimeMs(time?.updated),
      folder: asText(info.directory),
    },
    entries: [
      ...entries.slice(0, cut),
      ...(broken === null ? [] : [{ id: `${key}~broken`, kind: 'broken' as const, places: [broken] }]),
    ],
    branches: last === undefined ? [] : [{ key: last.id, sharedEntries: cut, entries: undone }],
    parentKey: asText(info.parentID) || null,
    tally,
    asides: [],
  }
}

/** Entries in order, checkpoints where they count, and where each message's first entry stands. */
function orderedEntries(messages: readonly PlacedMessage[]): {
  readonly entries: readonly Entry[]
  readonly startOf: ReadonlyMap<string, number>
} {
  const idOf = uniqueIds()
  const position = new Map(messages.map(({ facts }, index) => [facts.id, index]))
  const before = new Map<number, Entry[]>()
  const isTaken = new Set<PlacedMessage>()
  const summaryOf = finishedSummaries(messages)
  for (const [index, mark] of messages.entries()) {
    const summary = summaryOf(mark, index)
    if (mark.facts.compaction === null || summary === null) continue
    isTaken.add(mark).add(summary)
    const tail = position.get(mark.facts.compaction.tailStartId) ?? index
    const at = Math.min(tail, index)
    before.set(at, [...(before.get(at) ?? []), checkpointOf(mark, summary, idOf)])
  }
  const entries: Entry[] = []
  const startOf = new Map<string, number>()
  for (const [index, message] of messages.entries()) {
    startOf.set(message.facts.id, entries.length)
    entries.push(...(before.get(index) ?? []))
    if (!isTaken.has(message)) entries.push(...messageEntries(message, idOf))
  }
  return { entries, startOf }
}

/**
 * Finds the summary of a mark: the finished one that names it, else the one behind it that names nothing. A
 * compaction without a finished summary left the model's view as it was.
 */
function finishedSummaries(
  messages: readonly PlacedMessage[],
): (mark: PlacedMessage, index: number) => PlacedMessage | null {
  const finished = messages.filter(({ facts }) => facts.isSummary && facts.isFinished)
  const byParent = new Map(finished.map((message) => [message.facts.parentId, message]))
  byParent.delete('')
  return ({ facts }, index) => {
    const next = messages[index + 1]
    const isBare = next?.facts.isSummary === true && next.facts.isFinished && next.facts.parentId === ''
    return byParent.get(facts.id) ?? (isBare ? (next ?? null) : null)
  }
}

function messageEntries(
  { facts, steps }: PlacedMessage,
  idOf: ReturnType<typeof uniqueIds>,
): readonly Entry[] {
  const id = idOf(facts.id, 'message')
  return steps.map(({ places, part }, step) => ({
    id: step === 0 ? id : `${id}.${step}`,
    kind: facts.kind,
    places,
    ...(facts.isEmpty ? { isEmpty: true } : {}),
    ...(part === null ? {} : { detail: { part } }),
  }))
}

/** Both messages whole: a summary of several steps is read from all of them. */
function checkpointOf(
  mark: PlacedMessage,
  summary: PlacedMessage,
  idOf: ReturnType<typeof uniqueIds>,
): Entry {
  const [markPlaces, summaryPlaces] = [mark, summary].map(wholePlaces)
  const part = mark.steps[0]?.part === 'files' ? { part: 'files' } : {}
  const detail: JsonValue = { ...part, summary: markPlaces?.length ?? 0 }
  return {
    id: idOf(mark.facts.id, 'checkpoint'),
    kind: 'checkpoint',
    places: [...(markPlaces ?? []), ...(summaryPlaces ?? [])],
    detail,
  }
}

function wholePlaces({ steps }: PlacedMessage): readonly Place[] {
  const first = steps[0]
  const [from, , behind] = first?.places ?? []
  if (first?.part === 'first' && from !== undefined && behind !== undefined)
    return [{ ...from, to: behind.to }]
  return first?.places ?? []
}
