import type { JsonValue } from '../../../../shared/thread/message.ts'
import { LINE_FEED, OPEN_BRACE, OPEN_BRACKET, skipSpace } from '../../json/bytes.ts'
import { JsonFault } from '../../json/json-fault.ts'
import { skipValue } from '../../json/skip-value.ts'
import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { byteOrderMarkLength } from '../../thread-fault.ts'
import { sliceValue } from '../slice-value.ts'
import type { DocumentFormat, Place, Probe, SourceFile, Transcript } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import { type Walk, walkArray, walkObject } from '../walk-json.ts'
import { buildOpenHands } from './build-openhands.ts'
import { createRun, type Run } from './run.ts'

const EVENT_FILE = /(^|\/)events\/event-[^/]*\.json$/

/** Kinds of the SDK's events, wherever they stand: one a file, in an array, or in the results of an evaluation. */
const SDK_EVENT = /(?:Event|Observation|^Condensation(?:Request)?)$/

/** OpenHands: a saved trajectory, results of an evaluation, or a conversation's folder (formats.md section 18). */
export const openHands: DocumentFormat = {
  kind: 'document',
  id: 'openhands',
  label: 'OpenHands',
  recognizes,
  folder: [{ way: [/^events$/, /^event-.*\.json$/], holds: isEvent }],
  *scan(files) {
    if (files.some(({ name }) => EVENT_FILE.test(name))) return [yield* scanFolder(files)]
    const [first] = files
    return first === undefined ? [] : yield* scanValues(first)
  },
  build: buildOpenHands,
}

/** An event of the SDK's layout. */
function isEvent(value: JsonValue): boolean {
  const event = asObject(value)
  return asText(event?.kind) !== '' && asText(event?.source) !== ''
}

function recognizes({ names, lines, value }: Probe): boolean {
  if (names.some((name) => EVENT_FILE.test(name))) return true
  const record = asObject(value ?? lines[0])
  const list = Array.isArray(value) ? value : record?.history
  const [first] = Array.isArray(list) ? list : []
  const [inner] = Array.isArray(first) ? first : [first]
  const event = asObject(inner)
  if (event === null || asText(event.role) !== '') return false
  if (isEvent(event) && SDK_EVENT.test(asText(event.kind))) return true
  // A step of SWE-agent holds both.
  return (asText(event.action) === '') !== (asText(event.observation) === '')
}

/** One event a file, in the order of their names, which begin with a count. */
function* scanFolder(files: readonly SourceFile[]): Generator<void, Transcript, void> {
  const run = createRun()
  let key = ''
  const order = [...files.entries()].toSorted(([, one], [, other]) => (one.name < other.name ? -1 : 1))
  const broken: Place[] = []
  for (const [file, source] of order) {
    yield
    const { name, bytes } = source
    const place = { file, from: 0, to: bytes.length }
    const value = sliceValue(bytes.slice(0, bytes.length))
    if (!EVENT_FILE.test(name)) {
      run.aside(place)
      key = key || asText(asObject(value)?.id)
    } else if (value === undefined) broken.push(place)
    else run.event(asObject(value) ?? { kind: 'unknown', value }, place)
  }
  return run.finish(key || 'conversation', broken)
}

/** A document, or one line for each run; behind a line that cannot be read it goes on with the next one. */
function* scanValues({ name, bytes: source }: SourceFile): Generator<void, readonly Transcript[], void> {
  const bytes = source.slice(0, source.length)
  const threads: Transcript[] = []
  const keyOf = uniqueIds()
  let at = skipSpace(bytes, byteOrderMarkLength(bytes))
  while (at < bytes.length) {
    const open: OpenRun = { run: createRun(), key: '', reading: at }
    const from = at
    const broken: Place[] = []
    try {
      at = skipSpace(bytes, yield* walkRun(bytes, at, open))
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error
      const isLines = threads.length > 0 || name.endsWith('.jsonl')
      const end = isLines ? bytes.indexOf(LINE_FEED, from) : -1
      at = end < 0 ? bytes.length : skipSpace(bytes, end)
      broken.push({ file: 0, from: Math.min(open.reading, at), to: end < 0 ? bytes.length : end })
    }
    threads.push(open.run.finish(keyOf(open.key, `run-${threads.length + 1}`), broken))
  }
  return threads
}

interface OpenRun {
  readonly run: Run
  key: string
  /** Start of what is being read. */
  reading: number
}

function walkRun(bytes: Uint8Array, at: number, open: OpenRun): Walk {
  const valueAt = (from: number, keep: (value: JsonObject | null, to: number) => void) => {
    open.reading = from
    const to = skipValue(bytes, from)
    keep(asObject(sliceValue(bytes.subarray(from, to))), to)
    open.reading = to
    return to
  }
  const eventAt = (from: number): number =>
    valueAt(from, (event, to) => open.run.event(event ?? { kind: 'unknown' }, { file: 0, from, to }))
  // The oldest results hold pairs of an action and what came of it.
  const elementAt = (from: number): number | Walk =>
    bytes[from] === OPEN_BRACKET ? walkArray(bytes, from, eventAt) : eventAt(from)
  if (bytes[at] !== OPEN_BRACE) return walkArray(bytes, at, elementAt)
  return walkObject(bytes, at, (key, from) => {
    if (key === 'history' && bytes[from] === OPEN_BRACKET) return walkArray(bytes, from, elementAt)
    open.reading = from
    const to = skipValue(bytes, from)
    if (key === 'instance_id') open.key = asText(sliceValue(bytes.subarray(from, to)))
    open.run.aside({ file: 0, from, to })
    open.reading = to
    return to
  })
}
