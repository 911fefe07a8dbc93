import type { JsonValue } from '../../shared/thread/message.ts'
import { OPEN_BRACE } from './json/bytes.ts'
import { locate } from './json/locate.ts'
import type { JournalRecord, RecordPatch } from './live-thread.ts'
import type { ThreadFile } from './thread-file.ts'

/**
 * Takes what a journal holds into an opened thread. A message the file has already, by its id, is not added again:
 * the end of the program may have come between writing the file and clearing the journal.
 */
export function replayJournal(file: ThreadFile, entries: readonly JournalRecord[]): void {
  const known = idsFrom(file, Math.min(...entries.map(({ index }) => index), file.count))
  /** Where a message stands now, by the place it was written for. */
  const places = new Map<number, number>()
  for (const entry of entries) {
    // Written by this program, as text of these two shapes.
    if (entry.kind === 'message') {
      const record = JSON.parse(entry.body) as { readonly [key: string]: JsonValue }
      const id = typeof record.id === 'string' ? record.id : ''
      places.set(entry.index, known.get(id) ?? file.appendRecord(record))
      continue
    }
    const { id, path, patch } = JSON.parse(entry.body) as RecordPatch
    const index = places.get(entry.index) ?? placeOf(file, id, entry.index)
    if (index !== null && hasObject(file, index, path)) file.patchRecord(index, path, patch)
  }
}

function idsFrom(file: ThreadFile, from: number): ReadonlyMap<string, number> {
  const ids = new Map<string, number>()
  for (let index = from; index < file.count; index += 1) {
    const { id } = file.readMessage(index)
    if (id !== '') ids.set(id, index)
  }
  return ids
}

/** Where the message of a patch stands: another program may have moved it, or taken it out (null). */
function placeOf(file: ThreadFile, id: string, index: number): number | null {
  if (index < file.count && file.readMessage(index).id === id) return index
  return id === '' ? null : (idsFrom(file, 0).get(id) ?? null)
}

/** A patch without its place is left out: no thread becomes unreadable by its journal. */
export function hasObject(file: ThreadFile, index: number, path: readonly (string | number)[]): boolean {
  const record = file.rawSlice(index)
  const range = locate(record, 0, path)
  return range !== null && record[range.from] === OPEN_BRACE
}
