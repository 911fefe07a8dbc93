import { isUtf8 } from 'node:buffer'

/** Checks UTF-8 that comes in pieces, cut anywhere. */
export class Utf8Check {
  #isValid = true
  /** The beginning of a sign whose other bytes are still to come. */
  #begun = new Uint8Array(0)

  take(piece: Uint8Array): void {
    if (!this.#isValid) return
    const bytes = this.#begun.length === 0 ? piece : Buffer.concat([this.#begun, piece])
    const end = wholeSigns(bytes)
    this.#isValid = isUtf8(bytes.subarray(0, end))
    this.#begun = Uint8Array.from(bytes.subarray(end))
  }

  /** Of all pieces so far. */
  get isValid(): boolean {
    return this.#isValid && this.#begun.length === 0
  }
}

/** Length without a sign that is cut at the end. */
function wholeSigns(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return size > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
