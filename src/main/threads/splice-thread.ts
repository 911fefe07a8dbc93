import type { JsonValue } from '../../shared/thread/message.ts'
import type { MessageRange } from '../../shared/thread/turn.ts'
import { assemble, type CopyPiece, type Edit, patchObject, type ReadRange, text } from './edit-bytes.ts'
import { OPEN_BRACE } from './json/bytes.ts'
import { lastMember, membersOf } from './json/members.ts'
import type { ThreadScan } from './json/scan-thread.ts'
import { formatJson, formatMember, indentOf, type JsonStyle, leadOf } from './json-style.ts'
import { fileStyleOf, headEnd } from './record-style.ts'

/** Which messages of a thread a compacted copy holds. Places are the source's. */
export interface CopyShape {
  /** First kept message; everything before goes, but for the meta user prompt and what is named here. */
  readonly cutIndex: number
  readonly metaPromptIndex: number | null
  /** Messages that stay before the checkpoint; null or absent = none. */
  readonly head?: MessageRange | null
  /** Single messages that stay right behind the checkpoint, in their order; absent = none. */
  readonly pinned?: readonly number[]
}

/** What changes on the way from a thread to its compacted copy. */
export interface SpliceInput extends CopyShape {
  readonly checkpoint: { readonly id: string; readonly text: string }
  readonly title: string
  /** Members to set in `meta`; its other members stay as they are. */
  readonly meta: { readonly [key: string]: JsonValue }
}

/**
 * Plans a compacted copy: `context.messages` becomes [meta prompt, head, checkpoint, pinned messages, kept
 * messages], `title` and the given members of `meta` are set, every other byte of the source follows unchanged: byte order mark, line
 * ends, unknown keys, blobs, the kept messages with the commas and spaces between them.
 */
export function spliceThread(
  scan: ThreadScan,
  read: ReadRange,
  length: number,
  input: SpliceInput,
): readonly CopyPiece[] {
  const style = fileStyleOf(scan, read)
  const edits = [
    spliceMessages(scan, read, style, input),
    ...editTitle(scan, read, style, input.title),
    ...editMeta(scan, read, style, input.meta),
  ].toSorted((a, b) => a.from - b.from)
  return assemble(edits, length)
}

function spliceMessages(scan: ThreadScan, read: ReadRange, style: JsonStyle, input: SpliceInput): Edit {
  const { cutIndex, metaPromptIndex, head } = input
  const cut = scan.starts[cutIndex]
  const before = scan.ends[cutIndex - 1]
  const first = scan.starts[0]
  if (cut === undefined || before === undefined || first === undefined || scan.messagesArray === null)
    throw new Error(`cannot cut before message ${cutIndex} of ${scan.starts.length}`)
  const lead = read({ from: scan.messagesArray.from, to: first })
  const record: JsonValue = {
    id: input.checkpoint.id,
    role: 'user',
    content: [{ type: 'text', text: input.checkpoint.text }],
    // Behind other messages only this tells it from a person's words.
    ...(head ? { isMeta: true } : {}),
  }
  const checkpoint = text(formatJson(record, style, indentOf(leadOf(lead, 0))))
  const separator: CopyPiece = { kind: 'source', from: before, to: cut }
  const between = (index: number) => gapBehind(scan, index) ?? separator
  const pieces: CopyPiece[] = []
  let last = metaPromptIndex
  if (last !== null && last >= cutIndex) throw new Error(`meta prompt ${last} is not before the cut`)
  if (head && head.from < head.to) {
    if (last !== null) pieces.push(between(last))
    pieces.push(messagesOf(scan, head))
    last = head.to - 1
  }
  if (last !== null) pieces.push(between(last))
  pieces.push(checkpoint)
  for (const index of input.pinned ?? [])
    pieces.push(between(index - 1), messagesOf(scan, { from: index, to: index + 1 }))
  pieces.push(separator)
  const from = metaPromptIndex === null ? first : (scan.ends[metaPromptIndex] ?? first)
  return { from, to: cut, pieces }
}

/** The bytes of consecutive messages, from the first one's begin to the last one's end. */
function messagesOf(scan: ThreadScan, { from, to }: MessageRange): CopyPiece {
  const start = scan.starts[from]
  const end = scan.ends[to - 1]
  if (start === undefined || end === undefined)
    throw new Error(`messages ${from} to ${to} are not in the file`)
  return { kind: 'source', from: start, to: end }
}

/** The comma and spaces behind a message; null = none follows it there. */
function gapBehind(scan: ThreadScan, index: number): CopyPiece | null {
  const end = scan.ends[index]
  const next = scan.starts[index + 1]
  return end === undefined || next === undefined ? null : { kind: 'source', from: end, to: next }
}

/** Where a message of the source stands in the copy; null = it is not in it. */
export function placeInCopy(
  { cutIndex, metaPromptIndex, head, pinned = [] }: CopyShape,
  index: number,
): number | null {
  const afterMeta = metaPromptIndex === null ? 0 : 1
  if (index === metaPromptIndex) return 0
  const headLength = head ? head.to - head.from : 0
  if (head && index >= head.from && index < head.to) return afterMeta + index - head.from
  const behindCheckpoint = afterMeta + headLength + 1
  const pin = pinned.indexOf(index)
  if (pin >= 0) return behindCheckpoint + pin
  return index < cutIndex ? null : behindCheckpoint + pinned.length + index - cutIndex
}

function rootLead(scan: ThreadScan, read: ReadRange): string {
  return leadOf(read({ from: scan.root.from, to: headEnd(scan) }), 0)
}

/** Sets the thread's title. */
export function editTitle(
  scan: ThreadScan,
  read: ReadRange,
  style: JsonStyle,
  title: string,
): readonly Edit[] {
  const member = lastMember(scan.members, 'title')
  if (member !== null) return [{ ...member.value, pieces: [text(JSON.stringify(title))] }]
  const at = scan.members[0]?.from ?? scan.root.from + 1
  return [
    {
      from: at,
      to: at,
      pieces: [text(`${formatMember('title', title, style, '')},${rootLead(scan, read)}`)],
    },
  ]
}

/** Sets members of the thread's `meta`; its others stay. */
export function editMeta(
  scan: ThreadScan,
  read: ReadRange,
  style: JsonStyle,
  patch: { readonly [key: string]: JsonValue },
): readonly Edit[] {
  if (Object.keys(patch).length === 0) return []
  const member = lastMember(scan.members, 'meta')
  const lead = rootLead(scan, read)
  if (member === null) {
    const at = scan.members.at(-1)?.value.to ?? scan.root.from + 1
    return [
      { from: at, to: at, pieces: [text(`,${lead}${formatMember('meta', patch, style, indentOf(lead))}`)] },
    ]
  }
  const bytes = read(member.value)
  const members = bytes[0] === OPEN_BRACE ? membersOf(bytes, 0) : []
  if (members.length === 0)
    return [{ ...member.value, pieces: [text(formatJson(patch, style, indentOf(lead)))] }]
  return patchObject(bytes, member.value.from, members, style, patch)
}
