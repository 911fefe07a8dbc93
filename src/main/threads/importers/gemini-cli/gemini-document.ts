import type { JsonValue } from '../../../../shared/thread/message.ts'
import type { Steps } from '../../../compaction/steps.ts'
import { skipSpace } from '../../json/bytes.ts'
import { asList, asObject, asText } from '../../native/json-shape.ts'
import { byteOrderMarkLength } from '../../thread-fault.ts'
import { type DocumentBytes, eachRecord, findSite, memberAt, placeAt } from '../document-site.ts'
import type { DocumentFormat, Entry, Probe, Transcript } from '../transcript.ts'
import { buildEntry } from './build-entry.ts'
import { entriesOf } from './gemini-entries.ts'
import { grownHead, headOf } from './gemini-head.ts'
import { type GeminiMessage, readMessage } from './gemini-message.ts'
import { chatTallyOf, tallyOf } from './gemini-tally.ts'

const KEYS = { lists: ['messages', 'history'], wrappers: [], marks: [] }
const MEMBERS = ['startTime', 'lastUpdated', 'summary', 'model', 'directories'] as const

/** Whole-file sessions of Gemini CLI (up to about 0.40), and saved chats in both layouts. */
export const geminiDocument: DocumentFormat = {
  kind: 'document',
  id: 'gemini-cli',
  label: 'Gemini CLI',
  recognizes({ value }: Probe) {
    const object = asObject(value)
    if (object !== null && 'sessionId' in object && 'projectHash' in object && Array.isArray(object.messages))
      return true
    return isHistory(object === null ? value : (object.history ?? null))
  },
  *scan(files) {
    const threads: Transcript[] = []
    for (const [file, { bytes }] of files.entries())
      threads.push(yield* scanFile({ file, base: 0, bytes: bytes.slice(0, bytes.length) }))
    return threads.filter(({ entries }) => entries.length > 0)
  },
  build: buildEntry,
}

/** Messages of the API: roles user and model, parts without a type. The last one may be cut in a large file. */
function isHistory(value: JsonValue): boolean {
  const messages = asList(value).slice(0, 50)
  const whole = messages.length > 1 ? messages.slice(0, -1) : messages
  return whole.length > 0 && whole.every(isApiMessage)
}

function isApiMessage(value: JsonValue): boolean {
  const message = asObject(value)
  if (message === null || !Array.isArray(message.parts)) return false
  const isTyped = asList(message.parts).some((part) => asText(asObject(part)?.type) !== '')
  return (message.role === 'user' || message.role === 'model') && !isTyped
}

function* scanFile(document: DocumentBytes): Steps<Transcript> {
  const site = yield* findSite(document, skipSpace(document.bytes, byteOrderMarkLength(document.bytes)), KEYS)
  const messages: GeminiMessage[] = []
  const asides: Transcript['asides'][number][] = []
  const member = (name: string) => memberAt(document, site, name)
  let head = headOf(
    Object.fromEntries(MEMBERS.map((name): [string, JsonValue] => [name, member(name) ?? null])),
  )
  for (const list of site.lists)
    yield* eachRecord(document, list, (value, place) => {
      const message = readMessage(value, place)
      if (message === null) return void asides.push(place)
      messages.push(message)
      head = grownHead(head, { model: asObject(value)?.model ?? null })
    })
  const entries = entriesOf(messages)
  const used = new Set(entries.flatMap(({ places }) => places.map(({ from }) => from)))
  const rest = messages.flatMap(({ place }) => (used.has(place.from) ? [] : [place]))
  const isSession = site.members.has('sessionId') || messages.some(({ id }) => id !== '')
  return {
    key: asText(member('sessionId')) || 'chat',
    head,
    entries: site.brokenFrom === null ? entries : [...entries, brokenEntry(document, site.brokenFrom)],
    branches: [],
    parentKey: null,
    tally: isSession ? tallyOf(messages) : chatTallyOf(messages),
    asides: [...asides, ...rest],
  }
}

function brokenEntry(document: DocumentBytes, from: number): Entry {
  const place = placeAt(document, { from, to: document.bytes.length })
  return { id: `broken-${place.from}`, kind: 'broken', places: [place] }
}
