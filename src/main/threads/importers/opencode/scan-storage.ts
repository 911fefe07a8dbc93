import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { sliceValue } from '../slice-value.ts'
import { newTally } from '../tally.ts'
import type { FolderMark, Place, SourceFile, Transcript } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import { COUNTS, messageFacts, tallyMessage } from './opencode-message.ts'
import { opencodeTranscript, type PlacedMessage } from './opencode-transcript.ts'

const STORED = /(?:^|\/)(session|message|part)\/([^/]+)\/[^/]+\.json$/

/** What a storage folder holds: a session and a message, each in a file of its own. */
export const STORAGE_MARKS: readonly FolderMark[] = [
  { way: [/^session$/, /./, /\.json$/], holds: (value) => asText(asObject(value)?.id) !== '' },
  {
    way: [/^message$/, /./, /\.json$/],
    holds: (value) => /^(user|assistant)$/.test(asText(asObject(value)?.role)),
  },
]

/** True for the names of a storage folder: sessions and messages in files of their own. */
export function isStorage(names: readonly string[]): boolean {
  const kinds = new Set(names.map((name) => STORED.exec(name)?.[1]))
  return kinds.has('session') && kinds.has('message')
}

interface Stored {
  readonly name: string
  readonly place: Place
  readonly value: JsonObject
}

/** Sessions, messages and parts, joined by `sessionID` and `messageID`, else by the folder they lie in. */
export function* scanStorage(files: readonly SourceFile[]): Generator<void, readonly Transcript[], void> {
  const sessions: Stored[] = []
  const messages = new Map<string, Stored[]>()
  const parts = new Map<string, Place[]>()
  const order = [...files.entries()].toSorted(([, one], [, other]) => (one.name < other.name ? -1 : 1))
  for (const [file, { name, bytes }] of order) {
    yield
    const [, kind, folder] = STORED.exec(name) ?? []
    if (kind === undefined || folder === undefined) continue
    const value = asObject(sliceValue(bytes.slice(0, bytes.length)))
    const place = { file, from: 0, to: bytes.length }
    if (kind === 'session') sessions.push({ name, place, value: value ?? {} })
    else if (kind === 'part') add(parts, asText(value?.messageID) || folder, place)
    else add(messages, asText(value?.sessionID) || folder, { name, place, value: value ?? {} })
  }
  const threads: Transcript[] = []
  const keyOf = uniqueIds()
  const known = new Set(sessions.map(({ value }) => asText(value.id)))
  // Messages whose session has no file are a session without a title.
  const unknown = [...messages.keys()].filter((id) => !known.has(id))
  const bare = unknown.map((id) => ({ name: id, value: { id } }))
  for (const { name, value } of [...parentsFirst(sessions), ...bare]) {
    const tally = newTally(COUNTS)
    tally.sessions = 1
    const placed: PlacedMessage[] = []
    for (const message of messages.get(asText(value.id)) ?? []) {
      placed.push(yield* placeMessage(files, message, parts.get(asText(message.value.id)) ?? [], tally))
    }
    threads.push(opencodeTranscript(value, keyOf(asText(value.id), name), placed, tally, null))
  }
  return threads
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

function* placeMessage(
  files: readonly SourceFile[],
  { value, place }: Stored,
  places: readonly Place[],
  tally: { [name: string]: number },
): Generator<void, PlacedMessage, void> {
  yield
  const parts = places.map(({ file, from, to }) => {
    const part = sliceValue(files[file]?.bytes.slice(from, to)) ?? null
    return asObject(part) ?? { value: part }
  })
  const facts = messageFacts(value, parts)
  tallyMessage(tally, facts, parts)
  return { facts, steps: [{ places: [place, ...places], part: 'files' }] }
}

/** Sessions by name, each with those that it called behind it. */
function parentsFirst(sessions: readonly Stored[]): readonly Stored[] {
  const known = new Set(sessions.map(({ value }) => asText(value.id)))
  const children = new Map<string, Stored[]>()
  for (const session of sessions) {
    const parent = asText(session.value.parentID)
    add(children, known.has(parent) ? parent : '', session)
  }
  const ordered = new Set<Stored>()
  const open = (children.get('') ?? []).toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (ordered.has(next)) continue
    ordered.add(next)
    open.push(...(children.get(asText(next.value.id)) ?? []).toReversed())
  }
  // Sessions that are each other's parents are no one's.
  return [...ordered, ...sessions.filter((session) => !ordered.has(session))]
}
