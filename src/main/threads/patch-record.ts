import type { JsonValue } from '../../shared/thread/message.ts'
import { assemble, type Edit, patchObject } from './edit-bytes.ts'
import { OPEN_BRACE } from './json/bytes.ts'
import { locate } from './json/locate.ts'
import { membersOf } from './json/members.ts'
import { formatJson, indentOf, type JsonStyle, leadOf } from './json-style.ts'

/**
 * The record with members set in the object at `path`; every other byte stays as it is, so that numbers and
 * keys this program does not know survive. Throws Error when `path` leads to no object.
 */
export function patchRecord(
  record: Uint8Array,
  path: readonly (string | number)[],
  patch: { readonly [key: string]: JsonValue },
  style: JsonStyle,
): Uint8Array {
  const range = path.length === 0 ? { from: 0, to: record.length } : locate(record, 0, path)
  if (range === null || record[range.from] !== OPEN_BRACE)
    throw new Error(`a record has no object at ${path.join('.')}`)
  const object = record.subarray(range.from, range.to)
  const members = membersOf(object, 0)
  const edits: readonly Edit[] =
    members.length > 0
      ? patchObject(object, range.from, members, style, patch)
      : [
          {
            ...range,
            pieces: [{ kind: 'text', text: formatJson(patch, style, indentOf(leadOf(object, 0))) }],
          },
        ]
  return joinPieces(edits, record)
}

function joinPieces(edits: readonly Edit[], record: Uint8Array): Uint8Array {
  const ordered = edits.toSorted((a, b) => a.from - b.from)
  return Buffer.concat(
    assemble(ordered, record.length).map((piece) => {
      if (piece.kind === 'source') return record.subarray(piece.from, piece.to)
      return piece.kind === 'text' ? Buffer.from(piece.text, 'utf8') : piece.bytes
    }),
  )
}
