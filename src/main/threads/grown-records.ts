import type { JsonValue } from '../../shared/thread/message.ts'
import type { Edit, ReadRange } from './edit-bytes.ts'
import type { ByteRange } from './json/bytes.ts'
import type { ThreadScan } from './json/scan-thread.ts'
import { formatJson, indentOf } from './json-style.ts'
import { patchRecord } from './patch-record.ts'
import { type RecordStyle, recordStyleOf } from './record-style.ts'

/** Records of an opened thread that its file does not hold yet: new ones at the end, and changed ones. */
export class GrownRecords {
  private readonly scan: ThreadScan
  private readonly read: ReadRange
  private readonly appended: Uint8Array[] = []
  private readonly changed = new Map<number, Uint8Array>()
  private known: RecordStyle | null = null

  constructor(scan: ThreadScan, read: ReadRange) {
    this.scan = scan
    this.read = read
  }

  /** Records behind those of the file. */
  get count(): number {
    return this.appended.length
  }

  get isEmpty(): boolean {
    return this.appended.length === 0 && this.changed.size === 0
  }

  /** The record as it will stand in the file; null = as it stands there. */
  at(index: number): Uint8Array | null {
    return this.changed.get(index) ?? this.appended[index - this.scan.starts.length] ?? null
  }

  append(record: JsonValue): void {
    const { style, lead } = this.style
    this.appended.push(Buffer.from(formatJson(record, style, indentOf(lead)), 'utf8'))
  }

  /** Takes over a record that is formatted already. */
  adopt(index: number, bytes: Uint8Array): void {
    const at = index - this.scan.starts.length
    if (at < 0) this.changed.set(index, bytes)
    else this.appended[at] = bytes
  }

  /** Sets members of the object at `path` in a record whose bytes are `record` now. */
  patch(
    index: number,
    record: Uint8Array,
    path: readonly (string | number)[],
    patch: { readonly [key: string]: JsonValue },
  ): void {
    this.adopt(index, patchRecord(record, path, patch, this.style.style))
  }

  /** Every index whose record is not the file's. */
  *indexes(): Iterable<number> {
    yield* this.changed.keys()
    for (let at = 0; at < this.appended.length; at += 1) yield this.scan.starts.length + at
  }

  /** Where a record will stand in the file. */
  range(index: number): ByteRange {
    const { starts, ends } = this.scan
    let from = starts[index] ?? this.firstAppended()
    for (const [at, bytes] of this.changed)
      if (at < index) from += bytes.length - ((ends[at] ?? 0) - (starts[at] ?? 0))
    for (let at = starts.length; at < index; at += 1)
      from += (this.at(at)?.length ?? 0) + 1 + Buffer.byteLength(this.style.lead)
    const own = this.at(index)
    return { from, to: from + (own?.length ?? (ends[index] ?? 0) - (starts[index] ?? 0)) }
  }

  private firstAppended(): number {
    const lead = Buffer.byteLength(this.style.lead)
    const last = this.scan.ends.at(-1)
    return last === undefined ? (this.scan.messagesArray?.from ?? 0) + 1 + lead : last + 1 + lead
  }

  /** What has to change in the file, in order. Only records are touched. */
  edits(): readonly Edit[] {
    const edits: Edit[] = []
    for (const [index, bytes] of [...this.changed].toSorted(([a], [b]) => a - b))
      edits.push({
        from: this.scan.starts[index] ?? 0,
        to: this.scan.ends[index] ?? 0,
        pieces: [{ kind: 'bytes', bytes }],
      })
    if (this.appended.length > 0) edits.push(this.appending())
    return edits
  }

  /**
   * Bytes that come in behind the last record of the file, and their place; null when earlier bytes change too, or
   * there is no record yet.
   */
  get addition(): { readonly at: number; readonly bytes: Uint8Array } | null {
    if (this.changed.size > 0 || this.appended.length === 0 || this.scan.ends.length === 0) return null
    const { from, pieces } = this.appending()
    const bytes = pieces.map((piece) => {
      if (piece.kind === 'source') throw new Error('what is appended is new')
      return piece.kind === 'text' ? Buffer.from(piece.text, 'utf8') : piece.bytes
    })
    return { at: from, bytes: Buffer.concat(bytes) }
  }

  private appending(): Edit {
    const { lead, closing } = this.style
    const array = this.scan.messagesArray
    const last = this.scan.ends.at(-1)
    if (array === null) throw new Error('a thread without a message list was opened')
    const pieces = this.appended.flatMap((bytes, at) => {
      const comma = at === 0 && last === undefined ? '' : ','
      return [
        { kind: 'text', text: `${comma}${lead}` },
        { kind: 'bytes', bytes },
      ] as const
    })
    if (last !== undefined) return { from: last, to: last, pieces }
    return { from: array.from + 1, to: array.to - 1, pieces: [...pieces, { kind: 'text', text: closing }] }
  }

  private get style(): RecordStyle {
    this.known ??= recordStyleOf(this.scan, this.read)
    return this.known
  }
}
