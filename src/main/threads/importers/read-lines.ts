import type { ByteSource } from '../byte-source.ts'
import { LINE_FEED } from '../json/bytes.ts'

/** A line of a file: its bytes without line feed and carriage return, and where they stand. */
export interface Line {
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
  /** The file ends in it, without a line feed. */
  readonly isLast: boolean
}

const CHUNK_BYTES = 1 << 20

/**
 * Lines of a file from byte `from` on, split at line feeds alone (formats.md rule 8), blank ones left out. Reads
 * piece by piece; a line is held once, however long it is.
 */
export function* readLines(source: ByteSource, from = 0): Generator<Line> {
  let start = from === 0 ? byteOrderMark(source) : from
  let held: Uint8Array[] = []
  for (let at = start; at < source.length; ) {
    const chunk = source.slice(at, Math.min(at + CHUNK_BYTES, source.length))
    if (chunk.length === 0) break
    let begin = 0
    for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, begin)) {
      const line = lineOf(joined(held, chunk.subarray(begin, feed)), start, false)
      if (line !== null) yield line
      held = []
      begin = feed + 1
      start = at + begin
    }
    if (begin < chunk.length) held.push(chunk.subarray(begin))
    at += chunk.length
  }
  const last = lineOf(joined(held, new Uint8Array(0)), start, true)
  if (last !== null) yield last
}

function joined(held: readonly Uint8Array[], rest: Uint8Array): Uint8Array {
  return held.length === 0 ? rest : Buffer.concat([...held, rest])
}

function lineOf(bytes: Uint8Array, from: number, isLast: boolean): Line | null {
  let to = bytes.length
  while (to > 0 && isSpace(bytes[to - 1])) to -= 1
  if (to === 0) return null
  return { bytes: bytes.subarray(0, to), from, to: from + to, isLast }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d
}

function byteOrderMark(source: ByteSource): number {
  const [a, b, c] = source.slice(0, Math.min(3, source.length))
  return a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0
}
