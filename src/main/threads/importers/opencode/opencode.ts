import type { JsonValue } from '../../../../shared/thread/message.ts'
import { OPEN_BRACKET } from '../../json/bytes.ts'
import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { stepPlaces } from '../step-places.ts'
import { newTally } from '../tally.ts'
import type { DocumentFormat, Place, Probe, SourceFile, Transcript } from '../transcript.ts'
import { valueReader } from '../value-reader.ts'
import { walkArray, walkObject, walkObjects } from '../walk-json.ts'
import { buildOpencode } from './build-opencode.ts'
import { COUNTS, infoOf, messageFacts, partsOf, tallyMessage } from './opencode-message.ts'
import { opencodeTranscript, type PlacedMessage } from './opencode-transcript.ts'
import { isStorage, STORAGE_MARKS, scanStorage } from './scan-storage.ts'

/** opencode: the export of a session, or the storage folder of older versions (formats.md section 13). */
export const opencode: DocumentFormat = {
  kind: 'document',
  id: 'opencode',
  label: 'opencode',
  recognizes,
  folder: STORAGE_MARKS,
  *scan(files) {
    const names = files.map(({ name }) => name)
    if (isStorage(names)) return yield* scanStorage(files)
    const [first] = files
    return first === undefined ? [] : [yield* scanExport(first)]
  },
  build: buildOpencode,
}

function recognizes(probe: Probe): boolean {
  const { value, names } = probe
  if (isStorage(names)) return true
  const record = asObject(value)
  const info = asObject(record?.info)
  if (info === null || !probe.keys.includes('messages')) return false
  const [first] = Array.isArray(record?.messages) ? record.messages : []
  return asText(info.id).startsWith('ses_') || asObject(asObject(first)?.info) !== null
}

function* scanExport({ bytes: source }: SourceFile): Generator<void, Transcript, void> {
  const bytes = source.slice(0, source.length)
  const messages: PlacedMessage[] = []
  const tally = newTally(COUNTS)
  let info: JsonObject = {}
  const { read, rest } = valueReader(bytes, 0)
  const take = (value: JsonValue, place: Place) => {
    const message = asObject(value) ?? {}
    const parts = partsOf(message)
    const facts = messageFacts(infoOf(message), parts)
    tallyMessage(tally, facts, parts)
    messages.push({ facts, steps: stepPlaces(bytes, place, 'parts', facts.steps) })
  }
  const cutAt = yield* walkObjects(bytes, (at) =>
    walkObject(bytes, at, (key, memberAt) => {
      if (key === 'messages' && bytes[memberAt] === OPEN_BRACKET)
        return walkArray(bytes, memberAt, (from) => read(from, take))
      return read(memberAt, (value) => {
        if (key === 'info') info = asObject(value) ?? {}
      })
    }),
  )
  tally.sessions = 1
  const broken = cutAt === null ? null : rest()
  return opencodeTranscript(info, asText(info.id) || 'session', messages, tally, broken)
}
