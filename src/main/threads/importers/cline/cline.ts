import type { JsonValue } from '../../../../shared/thread/message.ts'
import { OPEN_BRACKET } from '../../json/bytes.ts'
import { skipValue } from '../../json/skip-value.ts'
import { asCount, asKey, asList, asObject, asText } from '../../native/json-shape.ts'
import { sliceValue } from '../slice-value.ts'
import { count } from '../tally.ts'
import type { DocumentFormat, Place, Probe, SourceFile, Transcript } from '../transcript.ts'
import { valueReader } from '../value-reader.ts'
import { walkArray, walkDocument, walkObject } from '../walk-json.ts'
import { buildCline } from './build-cline.ts'
import { type ClineThread, createClineThread, type DeletedRange } from './cline-thread.ts'

const HISTORY = 'api_conversation_history.json'
const UI = 'ui_messages.json'

/** Cline: a task of the extension, or a session of its SDK with what it was compacted to (formats.md section 19). */
export const cline: DocumentFormat = {
  kind: 'document',
  id: 'cline',
  label: 'Cline',
  recognizes,
  companions: (name) =>
    name === HISTORY
      ? [UI, 'task_metadata.json', 'context_history.json']
      : name.endsWith('.messages.json')
        ? [name.replace(/\.messages\.json$/, '.compaction.json')]
        : [],
  *scan(files) {
    const threads: Transcript[] = []
    const main = Math.max(
      0,
      files.findIndex(({ name }) => name.endsWith(HISTORY) || name.endsWith('.messages.json')),
    )
    const deleted = yield* readUi(files)
    for (const [file, source] of files.entries()) {
      if (file === main) threads.unshift(yield* scanFile(source, file, deleted, null))
      else if (source.name.endsWith('.compaction.json'))
        threads.push(yield* scanFile(source, file, NO_UI, 'main'))
    }
    const key = threads[0]?.key ?? ''
    return threads.map((thread, index) =>
      index === 0 ? thread : { ...thread, key: `${thread.key}:compaction-${index}`, parentKey: key },
    )
  },
  build: buildCline,
}

function recognizes(probe: Probe): boolean {
  const { name, value } = probe
  const record = asObject(value)
  if (record !== null)
    return (
      /^\d+$/.test(asKey(record.version)) &&
      ['messages', 'sessionId', 'agent'].every((key) => probe.keys.includes(key))
    )
  const messages = asList(value).map(asObject)
  const isTold = messages.some(
    (message) => message !== null && (message.ts !== undefined || message.modelInfo !== undefined),
  )
  const isTalk = messages.every(
    (message) => message === null || Object.keys(message).length === 0 || asText(message.role) !== '',
  )
  return (
    isTalk && messages.length > 0 && (isTold || (name.endsWith(HISTORY) && asText(messages[0]?.role) !== ''))
  )
}

interface Ui {
  readonly deleted: readonly DeletedRange[]
  readonly counts: { readonly [name: string]: number }
  readonly places: readonly Place[]
}

const NO_UI: Ui = { deleted: [], counts: {}, places: [] }

/** What the task's window showed: of use here are the ranges of messages that were cut away. */
function* readUi(files: readonly SourceFile[]): Generator<void, Ui, void> {
  const file = files.findIndex(({ name }) => name.endsWith(UI))
  const source = files[file]
  if (source === undefined) return NO_UI
  const bytes = source.bytes.slice(0, source.bytes.length)
  const counts: { [name: string]: number } = { uiMessages: 0, asks: 0, says: 0 }
  const deleted = new Map<string, DeletedRange>()
  yield* walkDocument(bytes, (at) =>
    walkArray(bytes, at, (from) => {
      const to = skipValue(bytes, from)
      const message = asObject(sliceValue(bytes.subarray(from, to)))
      count(counts, 'uiMessages')
      if (message?.type === 'ask') count(counts, 'asks')
      if (message?.type === 'say') count(counts, 'says')
      const [first, last] = asList(message?.conversationHistoryDeletedRange).map((end) => asCount(end, -1))
      if (
        first !== undefined &&
        last !== undefined &&
        first >= 0 &&
        last >= first &&
        !deleted.has(`${first}-${last}`)
      )
        deleted.set(`${first}-${last}`, { from: first, to: last, place: { file, from, to } })
      return to
    }),
  )
  const ranges = [...deleted.values()].toSorted((one, other) => one.to - other.to)
  return { deleted: ranges, counts, places: [{ file, from: 0, to: bytes.length }] }
}

function* scanFile(
  { bytes: source, name }: SourceFile,
  file: number,
  ui: Ui,
  parentKey: string | null,
): Generator<void, Transcript, void> {
  const bytes = source.slice(0, source.length)
  const thread = createClineThread()
  const members = new Map<string, JsonValue>()
  const { read, rest } = valueReader(bytes, file)
  const listAt = (at: number) =>
    walkArray(bytes, at, (from) =>
      read(from, (message, place) => thread.message(asObject(message) ?? { content: [message] }, place)),
    )
  const cutAt = yield* walkDocument(bytes, (at) =>
    bytes[at] === OPEN_BRACKET
      ? listAt(at)
      : walkObject(bytes, at, (key, from) =>
          key === 'messages' && bytes[from] === OPEN_BRACKET
            ? listAt(from)
            : read(from, (value) => void members.set(key, value)),
        ),
  )
  return finish(thread, members, name, ui, parentKey, cutAt === null ? null : rest())
}

function finish(
  thread: ClineThread,
  members: ReadonlyMap<string, JsonValue>,
  name: string,
  ui: Ui,
  parentKey: string | null,
  broken: Place | null,
): Transcript {
  const entries = thread.entries(ui.deleted)
  return {
    key: asText(members.get('sessionId')) || name,
    head: {
      title: '',
      systemPrompt: asText(members.get('system_prompt')),
      tools: [],
      folder: '',
      ...thread.times(),
    },
    entries: broken === null ? entries : [...entries, { id: 'broken', kind: 'broken', places: [broken] }],
    branches: [],
    parentKey,
    tally: { ...thread.counts(), ...ui.counts },
    asides: ui.places,
  }
}
