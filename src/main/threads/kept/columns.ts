/** Numbers of every message, packed: a list of 100,000 is read in a millisecond. */
export type Column = Float64Array | Uint32Array | Uint8Array

const KINDS = { f64: Float64Array, u32: Uint32Array, u8: Uint8Array } as const
type Kind = keyof typeof KINDS

interface Header {
  readonly value: unknown
  readonly columns: readonly (readonly [Kind, number])[]
}

/** One JSON value and columns of numbers as bytes: length of the header, header, columns, each from a multiple of 8. */
export function packColumns(value: unknown, columns: readonly Column[]): Uint8Array {
  const header: Header = { value, columns: columns.map((column) => [kindOf(column), column.length]) }
  const text = Buffer.from(JSON.stringify(header), 'utf8')
  const head = Buffer.alloc(aligned(8 + text.length))
  head.writeUInt32LE(text.length, 0)
  text.copy(head, 8)
  const pieces: Uint8Array[] = [head]
  for (const column of columns) {
    pieces.push(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
    pieces.push(new Uint8Array(aligned(column.byteLength) - column.byteLength))
  }
  return Buffer.concat(pieces)
}

/** The inverse; null when the bytes are not whole. */
export function unpackColumns(
  bytes: Uint8Array,
): { readonly value: unknown; readonly columns: readonly Column[] } | null {
  try {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const length = view.readUInt32LE(0)
    // Written by `packColumns`; anything else fails below.
    const header = JSON.parse(view.toString('utf8', 8, 8 + length)) as Header
    let at = aligned(8 + length)
    const columns = header.columns.map(([kind, count]) => {
      const size = count * KINDS[kind].BYTES_PER_ELEMENT
      if (at + size > bytes.length) throw new RangeError('the columns are cut')
      const column = columnAt(kind, bytes, at, count)
      at += aligned(size)
      return column
    })
    return { value: header.value, columns }
  } catch {
    return null
  }
}

/** A view of bytes that hold little else, a copy where numbers could not begin. */
function columnAt(kind: Kind, bytes: Uint8Array, at: number, count: number): Column {
  const start = bytes.byteOffset + at
  if (start % 8 === 0) return new KINDS[kind](bytes.buffer as ArrayBuffer, start, count)
  const copy = new Uint8Array(bytes.subarray(at, at + count * KINDS[kind].BYTES_PER_ELEMENT))
  return new KINDS[kind](copy.buffer)
}

function kindOf(column: Column): Kind {
  if (column instanceof Float64Array) return 'f64'
  return column instanceof Uint32Array ? 'u32' : 'u8'
}

function aligned(size: number): number {
  return Math.ceil(size / 8) * 8
}
