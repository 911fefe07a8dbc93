import type { ThreadFile } from '../threads/thread-file.ts'
import type { Chunk, Chunks, ExportThread } from './export-thread.ts'
import { filterJsonText } from './filter-json.ts'
import { noFilter, type TextFilter } from './text-filter.ts'

/** Bytes outside the messages that are handed on at once. */
const RUN_BYTES = 8 * 1024 * 1024

/**
 * The thread file as it stands, with what a running turn has added: the same bytes, but for strings that the filter
 * changes. Opens again as the same thread. Pictures in `blobs` are handed on unread.
 */
export function* writeNative({ file }: ExportThread, filter: TextFilter): Chunks {
  const { scan, source } = file
  const count = scan.starts.length
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const start = scan.starts[index] ?? at
    if (index === 0) yield* outside(file, at, start, filter, 0)
    else yield { content: source.slice(at, start), done: index }
    yield { content: filtered(file.rawSlice(index), filter, index), done: index + 1 }
    at = scan.ends[index] ?? start
  }
  // Changed records were taken from `rawSlice`; what is left of the edits is what was appended.
  const appending = file.grown.edits().find(({ from }) => from >= (scan.ends.at(-1) ?? 0))
  if (appending !== undefined) {
    if (count === 0) yield* outside(file, at, appending.from, filter, 0)
    let index = count
    for (const piece of appending.pieces)
      if (piece.kind === 'text') yield { content: piece.text, done: index }
      else if (piece.kind === 'bytes') {
        yield { content: filtered(piece.bytes, filter, index), done: index + 1 }
        index += 1
      }
    at = appending.to
  }
  yield* outside(file, at, source.length, filter, file.count)
}

/** A run that holds no message, around the table of pictures. */
function* outside(file: ThreadFile, from: number, to: number, filter: TextFilter, done: number): Chunks {
  const blobs = file.scan.members.findLast(({ key }) => key === 'blobs')?.value
  if (filter !== noFilter && (blobs === undefined || blobs.from < from || blobs.to > to)) {
    yield { content: filtered(file.source.slice(from, to), filter, null), done }
    return
  }
  const [plainFrom, plainTo] =
    filter === noFilter || blobs === undefined ? [from, to] : [blobs.from, blobs.to]
  if (plainFrom > from) yield { content: filtered(file.source.slice(from, plainFrom), filter, null), done }
  yield* runs(file, plainFrom, plainTo, done)
  if (plainTo < to) yield { content: filtered(file.source.slice(plainTo, to), filter, null), done }
}

function* runs(file: ThreadFile, from: number, to: number, done: number): Generator<Chunk> {
  for (let at = from; at < to; at += RUN_BYTES)
    yield { content: file.source.slice(at, Math.min(at + RUN_BYTES, to)), done }
}

/** The bytes themselves where the filter leaves them alone: what is no valid UTF-8 stays as it is. */
function filtered(bytes: Uint8Array, filter: TextFilter, index: number | null): string | Uint8Array {
  if (filter === noFilter) return bytes
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  const clean = filterJsonText(text, filter, index)
  return clean === text ? bytes : clean
}
