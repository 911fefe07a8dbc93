import type { NewImage } from '../native/write-message.ts'

/** The first bytes of the picture formats that models take. */
const SIGNATURES: readonly { readonly mimeType: string; readonly at: number; readonly sign: string }[] = [
  { mimeType: 'image/png', at: 0, sign: '\x89PNG' },
  { mimeType: 'image/jpeg', at: 0, sign: '\xff\xd8\xff' },
  { mimeType: 'image/gif', at: 0, sign: 'GIF8' },
  { mimeType: 'image/webp', at: 8, sign: 'WEBP' },
]

/** A picture from the bytes of its file; null when they are no picture that can be shown. */
export function imageOfBytes(bytes: Uint8Array): NewImage | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = buffer.toString('latin1', 0, 16)
  const found = SIGNATURES.find(({ at, sign }) => head.startsWith(sign, at))
  return found ? { kind: 'image', mimeType: found.mimeType, base64: buffer.toString('base64') } : null
}
