import type { JsonValue } from '../../../shared/thread/message.ts'
import type { Steps } from '../../compaction/steps.ts'
import { runSteps } from '../../compaction/steps.ts'
import { OPEN_BRACE, OPEN_BRACKET, skipSpace } from '../json/bytes.ts'
import { JsonFault } from '../json/json-fault.ts'
import { asObject } from '../native/json-shape.ts'
import { byteOrderMarkLength } from '../thread-fault.ts'
import { type FoundRecords, isThread, recordsOf } from './document-records.ts'
import { type DocumentBytes, findSite, memberAt, placeAt, type Site, type SiteKeys } from './document-site.ts'
import { finishThread, NO_HEAD, startThread } from './thread-draft.ts'
import type {
  DocumentFormat,
  Entry,
  FormatId,
  ImportedMessage,
  LineFormat,
  LineScan,
  Place,
  SourceFile,
  Transcript,
} from './transcript.ts'
import { uniqueIds } from './unique-id.ts'
import { walkArray } from './walk-json.ts'

/** A format whose threads are objects or arrays with lists of messages, one or many in a file. */
export interface SiteFormat extends SiteKeys {
  readonly id: FormatId
  readonly label: string
  /**
   * True when these records, the first ones of a list, are of this format. `holder` is the object around them as far
   * as it is known; `keys` gives all keys of the document's object, also those further down.
   */
  readonly recognizes: (
    records: readonly JsonValue[],
    holder: JsonValue,
    keys: () => readonly string[],
  ) => boolean
  /** Reads the thread that was found at a site. */
  readonly read: (document: DocumentBytes, site: Site, key: string) => Steps<Transcript>
  readonly build: (slices: readonly Uint8Array[], entry: Entry) => ImportedMessage
  /** True when an array is one thread whatever its elements are. */
  readonly isOneThread?: true
  /** Joins what belongs together in a file of many threads; the default keeps all apart. */
  readonly join?: (threads: readonly Transcript[]) => readonly Transcript[]
}

/** Gives each thread a key of its own. */
type Keys = ReturnType<typeof uniqueIds>

/** Members that name a thread, the first one that is a text. */
const KEY_MEMBERS = ['thread_id', 'conversation_id', 'session_id', 'custom_id', 'id'] as const

/** Reads a document of one thread, or an array of many. */
export function documentFormat(format: SiteFormat): DocumentFormat {
  const { id, label, build } = format
  return {
    kind: 'document',
    id,
    label,
    build,
    recognizes: (probe) =>
      recordsIn(probe.value, format).some(({ records, holder }) =>
        format.recognizes(records, holder, () => probe.keys),
      ),
    *scan(files) {
      const threads: Transcript[] = []
      const keys = uniqueIds()
      for (const [file, { bytes }] of files.entries()) {
        const document = { file, base: 0, bytes: bytes.slice(0, bytes.length) }
        yield* scanDocument(format, document, keys, threads)
      }
      return format.join?.(threads) ?? threads
    },
  }
}

function recordsIn(value: JsonValue, format: SiteFormat): readonly FoundRecords[] {
  if (format.isOneThread !== true) return recordsOf(value, format)
  return Array.isArray(value) ? [{ records: value, holder: value }] : []
}

function* scanDocument(
  format: SiteFormat,
  document: DocumentBytes,
  keys: Keys,
  threads: Transcript[],
): Steps<void> {
  const { bytes } = document
  const start = skipSpace(bytes, byteOrderMarkLength(bytes))
  if (bytes[start] !== OPEN_BRACKET || !holdsThreads(format, document, start)) {
    yield* readThread(format, document, start, keys, threads)
    return
  }
  let safe = start
  let isBroken = false
  try {
    yield* walkArray(bytes, start, function* (at) {
      const to = yield* readThread(format, document, at, keys, threads)
      isBroken = to === null
      if (to === null) throw new JsonFault('truncated', at)
      safe = to
      return to
    })
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    if (!isBroken) threads.push(brokenThread(document, safe, keys))
  }
}

/** True for an array of threads, false for one of messages. */
function holdsThreads(format: SiteFormat, document: DocumentBytes, index: number): boolean {
  const { bytes } = document
  if (format.isOneThread === true) return false
  const first = skipSpace(bytes, index + 1)
  if (bytes[first] === OPEN_BRACKET) return true
  if (bytes[first] !== OPEN_BRACE) return false
  const site = runSteps(findSite(document, first, format))
  return site.lists.length > 0 && !format.marks.some((mark) => site.members.has(mark))
}

/** Reads the thread at `index`; the index behind it, or null when it is the last because it is damaged. */
function* readThread(
  format: SiteFormat,
  document: DocumentBytes,
  index: number,
  keys: Keys,
  threads: Transcript[],
): Steps<number | null> {
  const site = yield* findSite(document, index, format)
  const thread = yield* format.read(document, site, keyOf(document, site, keys))
  const { brokenFrom } = site
  const isKept = thread.entries.length > 0 || thread.asides.length > 0
  if (brokenFrom === null) {
    if (isKept) threads.push(thread)
    return site.range.to
  }
  const place = placeAt(document, { from: brokenFrom, to: document.bytes.length })
  threads.push(withBroken(thread, place))
  return null
}

/** The thread with what could not be read at its end. */
function withBroken(thread: Transcript, place: Place): Transcript {
  const entry: Entry = { id: `broken@${place.from}`, kind: 'broken', places: [place] }
  return {
    ...thread,
    entries: [...thread.entries, entry],
    tally: { ...thread.tally, brokenParts: (thread.tally.brokenParts ?? 0) + 1 },
  }
}

function brokenThread(document: DocumentBytes, from: number, keys: Keys): Transcript {
  const empty = finishThread(startThread([]), keys('', 'thread'), NO_HEAD)
  return withBroken(empty, placeAt(document, { from, to: document.bytes.length }))
}

function keyOf(document: DocumentBytes, site: Site, keys: Keys): string {
  for (const name of KEY_MEMBERS) {
    const value = memberAt(document, site, name)
    if (typeof value === 'string' && value !== '') return keys(value, 'thread')
  }
  return keys('', 'thread')
}

/** Reads JSONL: each line one thread; lines that are messages by themselves are one thread together. */
export function siteLineFormat(format: SiteFormat): LineFormat {
  const { id, label, build } = format
  return {
    kind: 'lines',
    id,
    label,
    build,
    recognizes: ({ lines }) => {
      const known = lines.filter((line) =>
        recordsOf(line, format).some(({ records, holder }) =>
          format.recognizes(records, holder, () => Object.keys(asObject(holder) ?? {})),
        ),
      )
      return known.length * 2 > lines.length
    },
    start: (files) => startLines(format, files),
  }
}

function startLines(format: SiteFormat, files: readonly SourceFile[]): LineScan {
  const threads: Transcript[] = []
  const keys = uniqueIds()
  /** Bounds of the lines that are messages, and of those that are nothing. */
  const bounds: number[] = []
  const broken: Place[] = []
  let loose: { readonly at: number; readonly thread: Transcript } | null = null

  function readLoose(): Transcript {
    if (loose?.at === bounds.length) return loose.thread
    const bytes = files[0]?.bytes
    const document = { file: 0, base: 0, bytes: bytes?.slice(0, bytes.length) ?? new Uint8Array(0) }
    const site: Site = {
      range: { from: 0, to: document.bytes.length },
      members: new Map(),
      lists: [{ key: '', path: '', bounds }],
      brokenFrom: null,
    }
    const thread = runSteps(format.read(document, site, 'messages'))
    loose = { at: bounds.length, thread }
    return thread
  }

  return {
    take(value: JsonValue, place: Place) {
      if (!isThread(value, format)) {
        bounds.push(place.from, place.to)
        return
      }
      const bytes = files[place.file]?.bytes.slice(place.from, place.to) ?? new Uint8Array(0)
      runSteps(readThread(format, { file: place.file, base: place.from, bytes }, 0, keys, threads))
    },
    broken(place: Place) {
      broken.push(place)
    },
    threads() {
      const all = bounds.length === 0 ? [...threads] : [...threads, readLoose()]
      const last = all.pop() ?? finishThread(startThread([]), 'messages', NO_HEAD)
      const whole = broken.reduce(withBroken, last)
      return whole.entries.length > 0 || whole.asides.length > 0 ? [...all, whole] : all
    },
  }
}
