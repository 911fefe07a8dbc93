import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { openCalls } from '../open-calls.ts'
import { schemaNumbers } from '../schema-numbers.ts'
import { sourceTimeMs } from '../source-time.ts'
import { count, newTally } from '../tally.ts'
import type { Entry, EntryKind, Place, Transcript, TranscriptHead } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import { type Condensation, placeCheckpoints } from './condensed.ts'
import { type EventFacts, eventFacts, forgottenOf } from './event-facts.ts'
import { systemTextOf } from './event-text.ts'

/** A run while its events are read. */
export interface Run {
  event(event: JsonObject, place: Place): void
  aside(place: Place): void
  /** `broken` = what could not be read; it stands at the end. */
  finish(key: string, broken: readonly Place[]): Transcript
}

const COUNTS = [
  'runs',
  'events',
  'actions',
  'observations',
  'observationsWithCause',
  'messageActions',
  'messages',
  'compactions',
] as const

interface OpenEntry {
  readonly id: string
  readonly kind: EntryKind
  readonly eventIds: string[]
  readonly stepId: string
  readonly isAgain: boolean
  /** What the agent did; results of it stand behind all of it. */
  readonly places: Place[]
  readonly results: Place[]
}

/** A run without events. Events of one answer of the model become one reply, with the results of its calls. */
export function createRun(): Run {
  const tally = newTally(COUNTS)
  const idOf = uniqueIds()
  const entries: OpenEntry[] = []
  const asides: Place[] = []
  const condensations: Condensation[] = []
  const calls = openCalls<OpenEntry>()
  const byEvent = new Map<string, OpenEntry>()
  const callEvents = new Set<string>()
  const steps = new Set<string>()
  const head: { -readonly [Key in keyof TranscriptHead]: TranscriptHead[Key] } = { ...NO_HEAD }
  /** The call that a result without any id answers: the oldest layout has none. */
  let waiting: OpenEntry | null = null
  let wasTalk = false

  const open = (kind: EntryKind, facts: EventFacts, place: Place): OpenEntry => {
    const id = idOf(facts.id, `event-${tally.events}`)
    const isAgain = facts.stepId !== '' && steps.has(facts.stepId)
    if (facts.stepId !== '') steps.add(facts.stepId)
    const entry = {
      id,
      kind,
      eventIds: [facts.id],
      stepId: facts.stepId,
      isAgain,
      places: [place],
      results: [],
    }
    entries.push(entry)
    return entry
  }
  const act = (facts: EventFacts, place: Place): OpenEntry => {
    const last = entries.at(-1)
    if (facts.stepId === '' || last?.stepId !== facts.stepId) return open('reply', facts, place)
    last.places.push(place)
    last.eventIds.push(facts.id)
    return last
  }
  const answer = (facts: EventFacts, place: Place): void => {
    const { callId, causeId } = facts
    const byCall = callId === '' ? null : calls.answer(callId)
    const byCause = causeId !== '' && callEvents.delete(causeId) ? (byEvent.get(causeId) ?? null) : null
    const bare = callId === '' && causeId === '' ? waiting : null
    const owner = byCall ?? (callId === '' ? byCause : null) ?? bare
    if (bare !== null) waiting = null
    if (owner === null) open('context', facts, place)
    else {
      owner.results.push(place)
      owner.eventIds.push(facts.id)
    }
  }

  return {
    aside: (place) => void asides.push(place),
    event(event, place) {
      tallyEvent(tally, event)
      const facts = eventFacts(event)
      readHead(head, event, facts)
      // Without sources a message is the task, or what is said to an agent that has just spoken.
      const isUnsigned = facts.role === 'talk' && event.source === undefined && event.kind === undefined
      const role = isUnsigned && (entries.length === 0 || wasTalk) ? 'prompt' : facts.role
      if (role !== 'aside') wasTalk = role === 'talk'
      switch (role) {
        case 'aside':
        case 'system':
          asides.push(place)
          return
        case 'prompt':
        case 'context':
          open(role, facts, place)
          return
        case 'talk':
          act(facts, place)
          return
        case 'call': {
          const entry = act(facts, place)
          if (facts.callId !== '') calls.call(facts.callId, entry)
          if (facts.id !== '') byEvent.set(facts.id, entry)
          if (facts.id !== '') callEvents.add(facts.id)
          waiting = entry
          return
        }
        case 'result':
          answer(facts, place)
          return
        case 'condensation': {
          const entry: Entry = {
            id: idOf(facts.id, `event-${tally.events}`),
            kind: 'checkpoint',
            places: [place],
          }
          condensations.push({ entry, at: entries.length, ...forgottenOf(event) })
        }
      }
    },
    finish(key, broken) {
      const talk = placeCheckpoints(entries.map(closeEntry), condensations)
      tally.runs = 1
      return {
        key,
        head,
        entries: [
          ...talk,
          ...broken.map(
            (place, at): Entry => ({
              id: at === 0 ? 'broken' : `broken-${at + 1}`,
              kind: 'broken',
              places: [place],
            }),
          ),
        ],
        branches: [],
        parentKey: null,
        tally: { ...tally, ...calls.counts() },
        asides,
      }
    },
  }
}

const NO_HEAD: TranscriptHead = {
  title: '',
  model: null,
  systemPrompt: '',
  tools: [],
  startedMs: null,
  endedMs: null,
  folder: '',
}

function closeEntry({ id, kind, places, results, isAgain, eventIds }: OpenEntry): {
  entry: Entry
  eventIds: readonly string[]
} {
  return {
    entry: { id, kind, places: [...places, ...results], ...(isAgain ? { detail: 'again' } : {}) },
    eventIds: eventIds.filter((event) => event !== ''),
  }
}

function tallyEvent(tally: { [name: string]: number }, event: JsonObject): void {
  count(tally, 'events')
  if (event.kind === 'MessageEvent') count(tally, 'messages')
  if (event.kind === 'Condensation' || event.action === 'condensation') count(tally, 'compactions')
  if (typeof event.kind === 'string') return
  if ('action' in event) count(tally, 'actions')
  else if ('observation' in event) count(tally, 'observations')
  if (event.action === 'message') count(tally, 'messageActions')
  if ('observation' in event && event.cause != null) count(tally, 'observationsWithCause')
}

function readHead(
  head: { -readonly [Key in keyof TranscriptHead]: TranscriptHead[Key] },
  event: JsonObject,
  facts: EventFacts,
): void {
  const atMs = sourceTimeMs(event.timestamp)
  head.startedMs ??= atMs
  head.endedMs = atMs ?? head.endedMs
  const model = asText(asObject(asObject(event.tool_call_metadata)?.model_response)?.model)
  if (model !== '') head.model = { provider: '', id: model }
  if (facts.role !== 'system') return
  head.systemPrompt = head.systemPrompt || systemTextOf(event)
  head.tools = asList(event.tools ?? asObject(event.args)?.tools).map((value) => {
    const tool = asObject(value)
    const named = asObject(tool?.function) ?? tool
    return {
      name: asText(named?.name),
      description: asText(named?.description),
      parameters: schemaNumbers(named?.parameters ?? {}),
    }
  })
}
