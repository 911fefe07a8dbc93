import type { JsonValue } from '../../shared/thread/message.ts'
import type { ByteRange } from './json/bytes.ts'
import { lastMember, type Member } from './json/members.ts'
import { formatJson, formatMember, indentOf, type JsonStyle, leadOf } from './json-style.ts'

/** A run of a new file: bytes of the source, or new ones. */
export type CopyPiece =
  | ({ readonly kind: 'source' } & ByteRange)
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }

/** What stands in for a range of the source. */
export interface Edit extends ByteRange {
  readonly pieces: readonly CopyPiece[]
}

/** Bytes of the source that are looked at while planning: anything but messages and blobs. */
export type ReadRange = (range: ByteRange) => Uint8Array

export function text(value: string): CopyPiece {
  return { kind: 'text', text: value }
}

/** The whole new file. `edits` are in order and do not overlap; `length` is the source's. */
export function assemble(edits: readonly Edit[], length: number): readonly CopyPiece[] {
  const pieces: CopyPiece[] = []
  let at = 0
  for (const edit of edits) {
    if (edit.from > at) pieces.push({ kind: 'source', from: at, to: edit.from })
    pieces.push(...edit.pieces)
    at = edit.to
  }
  if (at < length) pieces.push({ kind: 'source', from: at, to: length })
  return pieces
}

/** Sets members of an object one by one; ranges of `members` count from `offset`. */
export function patchObject(
  bytes: Uint8Array,
  offset: number,
  members: readonly Member[],
  style: JsonStyle,
  patch: { readonly [key: string]: JsonValue },
): readonly Edit[] {
  const lead = leadOf(bytes, 0)
  const indent = indentOf(lead)
  const edits: Edit[] = []
  const added: string[] = []
  for (const [key, value] of Object.entries(patch)) {
    const member = lastMember(members, key)
    if (member === null) added.push(`,${lead}${formatMember(key, value, style, indent)}`)
    else
      edits.push({
        from: offset + member.value.from,
        to: offset + member.value.to,
        pieces: [text(formatJson(value, style, indent))],
      })
  }
  const end = offset + (members.at(-1)?.value.to ?? 0)
  // Behind every edit of the last member's value, so that both may stand.
  if (added.length > 0) edits.push({ from: end, to: end, pieces: [text(added.join(''))] })
  return edits
}
