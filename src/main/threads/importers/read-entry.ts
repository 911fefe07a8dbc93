import { decodeText, MAX_STRING_BYTES } from '../json/decode-json.ts'
import { EMPTY_MESSAGE } from './empty-message.ts'
import { nativeRecord } from './native-record.ts'
import { UNREADABLE } from './readable-entries.ts'
import type { Entry, ImportedMessage, SourceFile, TranscriptFormat } from './transcript.ts'

/** Longest text that a broken record shows. */
const SHOWN_CHARS = 64 * 1024

/** Bytes of an entry's records, as they stand in the source. Throws AppError when a file cannot be read. */
export function entrySlices(files: readonly SourceFile[], entry: Entry): readonly Uint8Array[] {
  return entry.places.map(({ file, from, to }) => files[file]?.bytes.slice(from, to) ?? new Uint8Array(0))
}

/** The native record of an entry as JSON. A record that cannot be read becomes its own text: nothing is hidden. */
export function readEntry(
  format: Pick<TranscriptFormat, 'id' | 'build'>,
  files: readonly SourceFile[],
  entry: Entry,
): string {
  const slices = entrySlices(files, entry)
  if (entry.kind !== 'broken') {
    try {
      return JSON.stringify(nativeRecord(entry, format.build(slices, entry), format.id))
    } catch (error) {
      // Too deep for the stack or too long for a string: shown as what it is.
      if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error
    }
  }
  return JSON.stringify(nativeRecord({ ...entry, kind: 'broken' }, unreadable(slices), format.id))
}

function unreadable(slices: readonly Uint8Array[]): ImportedMessage {
  const text = slices
    .map((slice) => decodeText(slice, { from: 0, to: Math.min(slice.length, SHOWN_CHARS, MAX_STRING_BYTES) }))
    .join('\n')
  return {
    ...EMPTY_MESSAGE,
    content: [{ kind: 'other', type: UNREADABLE, json: JSON.stringify({ type: UNREADABLE, text }) }],
  }
}
