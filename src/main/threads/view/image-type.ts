/** Pictures that are shown. SVG is not among them: it can hold scripts and addresses. */
export const SHOWN_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export type ShownType = (typeof SHOWN_TYPES)[number]

/** True for a declared type that may turn out to be showable. Bytes decide when it is served. */
export function isShownType(mimeType: string): boolean {
  const plain = mimeType.toLowerCase().split(';')[0]?.trim() ?? ''
  return plain === '' || plain === 'image/jpg' || SHOWN_TYPES.some((type) => type === plain)
}

function startsWith(bytes: Uint8Array, text: string, offset = 0): boolean {
  for (let at = 0; at < text.length; at += 1) if (bytes[offset + at] !== text.charCodeAt(at)) return false
  return true
}

/** The type of a picture by its first bytes, whatever it was declared as; null = not a picture we show. */
export function sniffImage(bytes: Uint8Array): ShownType | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  return null
}
