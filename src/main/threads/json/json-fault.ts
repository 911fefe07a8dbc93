/** What is wrong with JSON text, and at which byte. */
export type JsonFaultKind = 'truncated' | 'syntax' | 'too-deep'

/** Thrown by the scanner. `position` counts bytes from the start of the scanned array. */
export class JsonFault extends Error {
  readonly kind: JsonFaultKind
  readonly position: number

  constructor(kind: JsonFaultKind, position: number) {
    super(`${kind} at byte ${position}`)
    this.name = 'JsonFault'
    this.kind = kind
    this.position = position
  }
}

/** The fault of meeting the wrong byte at `position`: past the end it is a cut text, else bad syntax. */
export function faultAt(bytes: Uint8Array, position: number): JsonFault {
  return new JsonFault(position >= bytes.length ? 'truncated' : 'syntax', position)
}
