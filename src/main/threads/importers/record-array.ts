import { skipSpace } from '../json/bytes.ts'
import { byteOrderMarkLength } from '../thread-fault.ts'
import { type DocumentBytes, eachRecord, findSite, placeAt } from './document-site.ts'
import type { DocumentFormat, LineFormat, Transcript } from './transcript.ts'

/** Records looked at to tell the format. */
const LOOKED_RECORDS = 50

/** The same format with its records in one JSON array instead of one a line, as a program's output often is. */
export function recordArray({ id, label, build, recognizes, start }: LineFormat): DocumentFormat {
  return {
    kind: 'document',
    id,
    label,
    build,
    recognizes: (probe) =>
      Array.isArray(probe.value) && recognizes({ ...probe, lines: probe.value.slice(0, LOOKED_RECORDS) }),
    *scan(files): Generator<void, readonly Transcript[], void> {
      const [first] = files
      if (first === undefined) return []
      const document: DocumentBytes = { file: 0, base: 0, bytes: first.bytes.slice(0, first.bytes.length) }
      const { bytes } = document
      const from = skipSpace(bytes, byteOrderMarkLength(bytes))
      const site = yield* findSite(document, from, { lists: [], wrappers: [], marks: [] })
      const scan = start(files)
      for (const list of site.lists)
        yield* eachRecord(document, list, (value, place) => scan.take(value, place))
      const end = site.brokenFrom ?? skipSpace(bytes, site.range.to)
      if (end < bytes.length || site.brokenFrom !== null)
        scan.broken(placeAt(document, { from: end, to: bytes.length }), true)
      return yield* scan.threads()
    },
  }
}
