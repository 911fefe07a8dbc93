import type { JsonValue } from '../../../shared/thread/message.ts'
import { skipValue } from '../json/skip-value.ts'
import { sliceValue } from './slice-value.ts'
import type { Place } from './transcript.ts'

/** Reads the values of a document one after the other, and knows where it stood when the text broke off. */
export interface ValueReader {
  /** Hands over the value at `from` with its place and answers the index behind it. Throws JsonFault. */
  read(from: number, keep: (value: JsonValue, place: Place) => void): number
  /** What could not be read: from the value at hand, else from behind the last one, to the end. */
  rest(): Place
}

/** A reader of source file number `file`. */
export function valueReader(bytes: Uint8Array, file: number): ValueReader {
  let reading = 0
  return {
    read(from, keep) {
      reading = from
      const to = skipValue(bytes, from)
      keep(sliceValue(bytes.subarray(from, to)) ?? null, { file, from, to })
      reading = to
      return to
    },
    rest: () => ({ file, from: reading, to: bytes.length }),
  }
}
