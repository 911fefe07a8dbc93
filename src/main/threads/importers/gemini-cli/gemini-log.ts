import type { JsonValue } from '../../../../shared/thread/message.ts'
import { skipSpace } from '../../json/bytes.ts'
import { locate } from '../../json/locate.ts'
import { scanArray } from '../../json/members.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { Branch, Entry, LineScan, Place, SourceFile, Transcript } from '../transcript.ts'
import { entriesOf } from './gemini-entries.ts'
import { grownHead, headOf } from './gemini-head.ts'
import { type GeminiMessage, readMessage } from './gemini-message.ts'
import { callIds, tallyOf } from './gemini-tally.ts'

/** Undone ends of the list that are kept as branches; further ones are shown in Raw only. */
const MAX_REWINDS = 50

/**
 * Replays the append log of a session: a message line replaces the one with its id and type, `$set.messages` the
 * whole list, `$rewindTo` cuts it. What a compression dropped stays in front of its snapshot.
 */
export function startLog(files: readonly SourceFile[]): LineScan {
  const lines: Place[] = []
  const broken: Place[] = []
  const ever = { messages: new Set<string>(), calls: new Set<string>(), results: new Set<string>() }
  const counted = new Map<string, Place>()
  const counts = { records: 0, headers: 0, rewrites: 0, rewinds: 0 }
  const rewinds: (readonly GeminiMessage[])[] = []
  /** Messages that a compression took out of the list. */
  const archived: GeminiMessage[] = []
  let list: GeminiMessage[] = []
  const positions = new Map<string, number>()
  let head = headOf({})
  let key = ''
  let shown: readonly Transcript[] | null = null

  /** The message, with the count of tokens that only an earlier record of it may have. */
  function noted(read: GeminiMessage): GeminiMessage {
    const message = { ...read, counted: read.counted ?? counted.get(read.key) ?? null }
    if (message.counted !== null && message.id !== '') counted.set(message.key, message.counted)
    ever.messages.add(message.key)
    const { calls, results } = callIds([message])
    for (const id of calls) ever.calls.add(id)
    for (const id of results) ever.results.add(id)
    return message
  }

  function append(message: GeminiMessage): void {
    const at = message.id === '' ? undefined : positions.get(message.key)
    if (at !== undefined) list[at] = message
    else {
      positions.set(message.key, list.length)
      list.push(message)
    }
  }

  function rewrite(messages: readonly GeminiMessage[]): void {
    const isCompressed = messages.some(({ kind }) => kind === 'checkpoint') && list.length > messages.length
    const kept = new Set(messages.map((message) => message.key))
    if (isCompressed) for (const message of list) if (!kept.has(message.key)) archived.push(message)
    list = []
    positions.clear()
    for (const message of messages) append(message)
  }

  function rewind(id: string): void {
    const known = ['user', 'gemini'].flatMap((type) => positions.get(`${type} ${id}`) ?? [])
    const at = known.length > 0 ? Math.min(...known) : list.findIndex((message) => message.id === id)
    if (list.length > 0 && rewinds.length < MAX_REWINDS) rewinds.push([...archived, ...list])
    for (const message of list.splice(Math.max(0, at))) positions.delete(message.key)
  }

  function set(record: JsonObject, place: Place): void {
    head = grownHead(head, record)
    if (!Array.isArray(record.messages)) return
    counts.rewrites += 1
    rewrite(placedMessages(files, place, asList(record.messages)).map(noted))
  }

  return {
    take(value: JsonValue, place: Place) {
      shown = null
      lines.push(place)
      counts.records += 1
      const record = asObject(value)
      if (record === null) return
      const change = asObject(record.$set)
      if (change !== null) return set(change, place)
      if (typeof record.$rewindTo === 'string') {
        counts.rewinds += 1
        return rewind(record.$rewindTo)
      }
      if ('sessionId' in record && !('type' in record)) {
        counts.headers += 1
        key ||= asText(record.sessionId)
        head = grownHead(head, record)
        return
      }
      if (!('type' in record)) return
      const message = readMessage(record, place)
      if (message === null) return
      head = grownHead(head, { model: record.model ?? null })
      append(noted(message))
    },
    broken(place) {
      shown = null
      broken.push(place)
    },
    *threads() {
      yield
      if (shown !== null) return shown
      const active = withBroken(entriesOf([...archived, ...list]), broken)
      const branches = rewinds.flatMap((messages) => branchOf(active, entriesOf(messages)))
      shown = [
        {
          key: key || 'session',
          head,
          entries: active,
          branches,
          parentKey: null,
          tally: {
            ...counts,
            ...tallyOf(list),
            everMessages: ever.messages.size,
            everToolCalls: ever.calls.size,
            everToolResults: ever.results.size,
          },
          asides: unused(lines, [...active, ...branches.flatMap(({ entries }) => entries)]),
        },
      ]
      return shown
    },
  }
}

/** Messages of a rewritten list with their places inside its line. */
function placedMessages(
  files: readonly SourceFile[],
  place: Place,
  values: readonly JsonValue[],
): readonly GeminiMessage[] {
  const bytes = files[place.file]?.bytes.slice(place.from, place.to) ?? new Uint8Array(0)
  const ranges: Place[] = []
  try {
    const range = locate(bytes, skipSpace(bytes, 0), ['$set', 'messages'])
    if (range !== null)
      scanArray(bytes, range.from, 0, (from, to) => {
        ranges.push({ file: place.file, from: place.from + from, to: place.from + to })
      })
  } catch {
    // Deeper than the scanner goes: the line is then shown in Raw only.
    return []
  }
  return values.flatMap((value, index) => {
    const range = ranges[index]
    const message = range === undefined ? null : readMessage(value, range)
    return message === null ? [] : [message]
  })
}

/** Lines that cannot be read, each before the first entry that begins behind it. */
function withBroken(entries: readonly Entry[], broken: readonly Place[]): readonly Entry[] {
  if (broken.length === 0) return entries
  const left = broken.map((place): Entry => ({ id: `line-${place.from}`, kind: 'broken', places: [place] }))
  const shown: Entry[] = []
  for (const entry of entries) {
    const from = entry.places[0]?.from ?? 0
    while (left[0] !== undefined && (left[0].places[0]?.from ?? 0) < from) shown.push(...left.splice(0, 1))
    shown.push(entry)
  }
  return [...shown, ...left]
}

/** What an undone list has that the active one does not. */
function branchOf(active: readonly Entry[], entries: readonly Entry[]): readonly Branch[] {
  let shared = 0
  while (shared < entries.length && entries[shared]?.id === active[shared]?.id) shared += 1
  const own = entries.slice(shared)
  const key = own.at(-1)?.id
  return key === undefined ? [] : [{ key, sharedEntries: shared, entries: own }]
}

/** Lines that no entry shows: the log's own, and messages that later ones replaced. */
function unused(lines: readonly Place[], entries: readonly Entry[]): readonly Place[] {
  const used = new Set(entries.flatMap(({ places }) => places.map(({ file, from }) => `${file}.${from}`)))
  return lines.filter(({ file, from }) => !used.has(`${file}.${from}`))
}
