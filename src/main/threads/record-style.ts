import type { ReadRange } from './edit-bytes.ts'
import type { ThreadScan } from './json/scan-thread.ts'
import { type JsonStyle, leadOf, styleOf } from './json-style.ts'

/** How a thread file writes the records of its message list. */
export interface RecordStyle {
  readonly style: JsonStyle
  /** White space before a record, behind the bracket or comma. */
  readonly lead: string
  /** White space between the last record and the closing bracket; used only for a list that was empty. */
  readonly closing: string
}

/** Behind the key and colon of a file's first member. */
export function headEnd(scan: ThreadScan): number {
  return (scan.members[0]?.value.from ?? scan.root.from) + 1
}

/** The style of a whole file, seen in its first member. */
export function fileStyleOf(scan: ThreadScan, read: ReadRange): JsonStyle {
  // Root without messages and blobs would need cutting up; one look at a small head is enough for the style.
  return styleOf(read({ from: 0, to: headEnd(scan) }), scan.root)
}

/** The style of its records: as the first one stands, or as this program would write one. */
export function recordStyleOf(scan: ThreadScan, read: ReadRange): RecordStyle {
  const style = fileStyleOf(scan, read)
  const first = scan.starts[0]
  if (first !== undefined && scan.messagesArray !== null) {
    const lead = leadOf(read({ from: scan.messagesArray.from, to: first }), 0)
    return { style, lead, closing: '' }
  }
  if (style.unit === '') return { style, lead: '', closing: '' }
  // Below the file's object, `context` and `messages`.
  const line = (levels: number) => `${style.lineEnd}${style.unit.repeat(levels)}`
  return { style, lead: line(3), closing: line(2) }
}
