import { CARRIAGE_RETURN, LINE_FEED } from '../../json/bytes.ts'

/** `header` opens a session; `typed` was typed by the person, `output` printed by the program, `said` is the model's. */
export type BlockKind = 'header' | 'typed' | 'output' | 'said'

/** Lines of one kind behind each other, bytes `from` to `to`. Blank lines belong to the block before them. */
export interface Block {
  readonly kind: BlockKind
  readonly from: number
  readonly to: number
}

interface Line {
  readonly kind: BlockKind | 'blank' | 'fence'
  readonly from: number
  readonly to: number
}

const HEADER = '# aider chat started at '

/**
 * Parts a chat history into blocks. `#### ` always was typed; a `> ` line inside a code fence that is closed before
 * the next prompt belongs to what the model said. Yields every few thousand lines.
 */
export function* aiderBlocks(bytes: Uint8Array): Generator<void, readonly Block[], void> {
  const blocks: Block[] = []
  let fenceEnd = 0
  let noFenceBefore = 0
  let lines = 0
  let open: { kind: BlockKind; from: number; to: number } | null = null
  for (let line = lineAt(bytes, 0); line !== null; line = lineAt(bytes, line.to)) {
    lines += 1
    if (lines % 2_000 === 0) yield
    const isFenced = line.from < fenceEnd
    if (line.kind === 'fence' && !isFenced && line.from >= noFenceBefore) {
      const { isClosed, at } = fenceFrom(bytes, line.to)
      if (isClosed) fenceEnd = at
      else noFenceBefore = at
    }
    const kind: BlockKind | 'blank' = isFenced || line.kind === 'fence' ? 'said' : line.kind
    if (open !== null && (kind === 'blank' || (kind === open.kind && kind !== 'header'))) open.to = line.to
    else if (kind !== 'blank') {
      open = { kind, from: line.from, to: line.to }
      blocks.push(open)
    }
  }
  return blocks
}

/** The end of the fence that is open at `from`; or where a prompt or a session ends the search. */
function fenceFrom(bytes: Uint8Array, from: number): { readonly isClosed: boolean; readonly at: number } {
  for (let line = lineAt(bytes, from); line !== null; line = lineAt(bytes, line.to)) {
    if (line.kind === 'fence') return { isClosed: true, at: line.to }
    if (line.kind === 'typed' || line.kind === 'header') return { isClosed: false, at: line.from }
  }
  return { isClosed: false, at: bytes.length }
}

function lineAt(bytes: Uint8Array, from: number): Line | null {
  if (from >= bytes.length) return null
  const end = bytes.indexOf(LINE_FEED, from)
  const to = end < 0 ? bytes.length : end + 1
  return { kind: kindAt(bytes, from, to), from, to }
}

function kindAt(bytes: Uint8Array, from: number, to: number): Line['kind'] {
  if (startsWith(bytes, from, '#### ')) return 'typed'
  if (startsWith(bytes, from, '> ')) return 'output'
  if (startsWith(bytes, from, HEADER)) return 'header'
  if (startsWith(bytes, from, '```')) return 'fence'
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at]
    if (byte !== 0x20 && byte !== 0x09 && byte !== LINE_FEED && byte !== CARRIAGE_RETURN) return 'said'
  }
  return 'blank'
}

function startsWith(bytes: Uint8Array, at: number, word: string): boolean {
  for (let step = 0; step < word.length; step += 1)
    if (bytes[at + step] !== word.charCodeAt(step)) return false
  return true
}

/** Lines and runs of lines as the samples count them: by how lines begin, fences or not. */
export function aiderCounts(text: string): { readonly [name: string]: number } {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const runs = (mark: string) =>
    lines.filter((line, index) => line.startsWith(mark) && !(lines[index - 1] ?? '').startsWith(mark)).length
  return {
    lines: lines.length,
    sessions: lines.filter((line) => line.startsWith(HEADER)).length,
    userBlocks: runs('#### '),
    quotedBlocks: runs('> '),
  }
}
