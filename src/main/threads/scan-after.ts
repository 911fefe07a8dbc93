import type { Edit } from './edit-bytes.ts'
import type { GrownRecords } from './grown-records.ts'
import type { ByteRange } from './json/bytes.ts'
import type { Member } from './json/members.ts'
import type { ThreadScan } from './json/scan-thread.ts'

/** Bytes a file gains or loses by an edit. */
function gain(edit: Edit): number {
  let size = edit.from - edit.to
  for (const piece of edit.pieces)
    if (piece.kind === 'source') size += piece.to - piece.from
    else size += piece.kind === 'text' ? Buffer.byteLength(piece.text) : piece.bytes.length
  return size
}

/**
 * Where everything stands once the grown records are in the file, without reading it again. Equal to what a
 * scan of the new bytes finds. `roles` are those of the appended records.
 */
export function scanAfter(scan: ThreadScan, grown: GrownRecords, roles: readonly number[]): ThreadScan {
  const gains = grown.edits().map((edit) => ({ ...edit, gain: gain(edit) }))
  const start = (at: number) => gains.reduce((sum, edit) => (edit.to <= at ? sum + edit.gain : sum), at)
  // What ends where something is inserted ends there still.
  const end = (at: number) => gains.reduce((sum, edit) => (edit.from < at ? sum + edit.gain : sum), at)
  const move = (range: ByteRange): ByteRange => ({ from: start(range.from), to: end(range.to) })
  const moveMembers = (members: readonly Member[]): readonly Member[] =>
    members.map(({ key, from, value }) => ({ key, from: start(from), value: move(value) }))
  const count = scan.starts.length
  const appended = roles.map((_, at) => grown.range(count + at))
  return {
    root: move(scan.root),
    members: moveMembers(scan.members),
    context: scan.context === null ? null : moveMembers(scan.context),
    messagesArray: scan.messagesArray === null ? null : move(scan.messagesArray),
    starts: joined(
      scan.starts.map(start),
      appended.map((range) => range.from),
    ),
    ends: joined(
      scan.ends.map(end),
      appended.map((range) => range.to),
    ),
    roles: Uint8Array.from([...scan.roles, ...roles]),
    blobs: new Map([...scan.blobs].map(([key, range]) => [key, move(range)])),
    duplicateKeys: scan.duplicateKeys,
  }
}

function joined(known: Float64Array, more: readonly number[]): Float64Array {
  const all = new Float64Array(known.length + more.length)
  all.set(known)
  all.set(more, known.length)
  return all
}
