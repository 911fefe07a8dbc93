import type { JsonValue } from '../../../shared/thread/message.ts'
import type { Steps } from '../../compaction/steps.ts'
import { OPEN_BRACE, OPEN_BRACKET, skipSpace } from '../json/bytes.ts'
import { JsonFault } from '../json/json-fault.ts'
import { byteOrderMarkLength } from '../thread-fault.ts'
import { type FoundRecords, recordsOf } from './document-records.ts'
import { type DocumentBytes, findSite, placeAt, type Site } from './document-site.ts'
import { type Keys, readThread, type SiteFormat, withBroken } from './site-format.ts'
import { finishThread, NO_HEAD, startThread } from './thread-draft.ts'
import type { DocumentFormat, Transcript } from './transcript.ts'
import { uniqueIds } from './unique-id.ts'
import { walkArray } from './walk-json.ts'

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
  const first = bytes[start] === OPEN_BRACKET ? yield* firstThread(format, document, start) : null
  if (first === null) {
    const to = yield* readThread(format, document, start, keys, threads)
    if (to !== null) keepRest(document, to, threads)
    return
  }
  let safe = start
  let isBroken = false
  try {
    const to = yield* walkArray(bytes, start, function* (at) {
      const known = at === first.range.from ? first : undefined
      const to = yield* readThread(format, document, at, keys, threads, known)
      isBroken = to === null
      if (to === null) throw new JsonFault('truncated', at)
      safe = to
      return to
    })
    keepRest(document, to, threads)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    if (!isBroken) keepRest(document, safe, threads, true)
  }
}

/** Says of the last thread that something stands behind the document, or that the document ends too early. */
function keepRest(document: DocumentBytes, to: number, threads: Transcript[], isCut = false): void {
  const from = skipSpace(document.bytes, to)
  if (from >= document.bytes.length && !isCut) return
  const last = threads.pop() ?? finishThread(startThread([]), 'thread', NO_HEAD)
  threads.push(withBroken(last, [placeAt(document, { from, to: document.bytes.length })]))
}

/** Where the first thread of an array stands; null for an array of messages. */
function* firstThread(format: SiteFormat, document: DocumentBytes, index: number): Steps<Site | null> {
  const { bytes } = document
  if (format.isOneThread === true) return null
  const first = skipSpace(bytes, index + 1)
  if (bytes[first] !== OPEN_BRACKET && bytes[first] !== OPEN_BRACE) return null
  const site = yield* findSite(document, first, format)
  const isThread = site.lists.length > 0 && !format.marks.some((mark) => site.members.has(mark))
  return bytes[first] === OPEN_BRACKET || isThread ? site : null
}
