import type { JsonValue } from '../../shared/thread/message.ts'
import { assemble, type CopyPiece, type Edit, patchObject, type ReadRange, text } from './edit-bytes.ts'
import { OPEN_BRACE } from './json/bytes.ts'
import { lastMember, membersOf } from './json/members.ts'
import type { ThreadScan } from './json/scan-thread.ts'
import { formatJson, formatMember, indentOf, type JsonStyle, leadOf } from './json-style.ts'
import { fileStyleOf, headEnd } from './record-style.ts'

/** What changes on the way from a thread to its compacted copy. */
export interface SpliceInput {
  /** First kept message; everything before goes, but for the meta user prompt. */
  readonly cutIndex: number
  readonly metaPromptIndex: number | null
  readonly checkpoint: { readonly id: string; readonly text: string }
  readonly title: string
  /** Members to set in `meta`; its other members stay as they are. */
  readonly meta: { readonly [key: string]: JsonValue }
}

/**
 * Plans a compacted copy: `context.messages` becomes [meta prompt, checkpoint, kept messages], `title` and the
 * given members of `meta` are set, every other byte of the source follows unchanged: byte order mark, line
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
  const { cutIndex, metaPromptIndex } = input
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
  }
  const checkpoint = text(formatJson(record, style, indentOf(leadOf(lead, 0))))
  const separator: CopyPiece = { kind: 'source', from: before, to: cut }
  if (metaPromptIndex === null) return { from: first, to: cut, pieces: [checkpoint, separator] }
  const metaEnd = scan.ends[metaPromptIndex]
  const next = scan.starts[metaPromptIndex + 1]
  if (metaEnd === undefined || next === undefined || metaPromptIndex >= cutIndex)
    throw new Error(`meta prompt ${metaPromptIndex} is not before the cut`)
  return {
    from: metaEnd,
    to: cut,
    pieces: [{ kind: 'source', from: metaEnd, to: next }, checkpoint, separator],
  }
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
