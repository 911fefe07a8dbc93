import type { JsonValue } from '../../shared/thread/message.ts'
import { assemble, type CopyPiece, type Edit, text } from './edit-bytes.ts'
import type { ThreadScan } from './json/scan-thread.ts'
import { formatJson, indentOf } from './json-style.ts'
import { fileStyleOf, recordStyleOf } from './record-style.ts'
import { editMeta, editTitle } from './splice-thread.ts'
import type { ThreadFile } from './thread-file.ts'

/** What a derived thread holds. */
export interface DerivedContent {
  /** Records of the source's file that stay, from the first on. */
  readonly keep: number
  /** New records behind them. */
  readonly records: readonly JsonValue[]
  readonly title: string
  readonly meta: { readonly [key: string]: JsonValue }
}

/** Plans a thread file that begins like the source, byte for byte, and goes on with other records. */
export function keepBefore(source: ThreadFile, content: DerivedContent): readonly CopyPiece[] {
  const { scan } = source
  const read = ({ from, to }: { readonly from: number; readonly to: number }) => source.source.slice(from, to)
  const style = fileStyleOf(scan, read)
  const edits = [
    editRecords(source, content),
    ...editTitle(scan, read, style, content.title),
    ...editMeta(scan, read, style, content.meta),
  ].toSorted((one, other) => one.from - other.from)
  return assemble(edits, source.source.length)
}

function editRecords({ scan, source }: ThreadFile, { keep, records }: DerivedContent): Edit {
  const { style, lead, closing } = recordStyleOf(scan, ({ from, to }) => source.slice(from, to))
  const written = records.map((record) => formatJson(record, style, indentOf(lead)))
  const [first, last] = [scan.starts[0], scan.ends.at(-1)]
  if (first === undefined || last === undefined) return fillEmpty(scan, written, lead, closing)
  const kept = scan.ends[keep - 1]
  if (kept === undefined) return { from: first, to: last, pieces: [text(written.join(`,${lead}`))] }
  return { from: kept, to: last, pieces: written.map((record) => text(`,${lead}${record}`)) }
}

function fillEmpty(scan: ThreadScan, written: readonly string[], lead: string, closing: string): Edit {
  const array = scan.messagesArray
  if (array === null) throw new Error('a thread without a message list was opened')
  const inner = written.length === 0 ? '' : `${lead}${written.join(`,${lead}`)}${closing}`
  return { from: array.from + 1, to: array.to - 1, pieces: [text(inner)] }
}
