/** Where a picture stands in a message: in its content, or in the result of one of its calls. */
export type MediaPlace =
  | { readonly kind: 'part'; readonly part: number }
  | { readonly kind: 'output'; readonly call: number; readonly part: number }

/** A picture of a thread. */
export interface MediaAddress {
  readonly thread: string
  readonly index: number
  readonly place: MediaPlace
}

/** Address of a picture for `<img src>`: `/media/<thread id in base64url>/<message>/<place>`. */
export function mediaUrl({ thread, index, place }: MediaAddress): string {
  const where = place.kind === 'part' ? `p${place.part}` : `c${place.call}.${place.part}`
  return `/media/${Buffer.from(thread, 'utf8').toString('base64url')}/${index}/${where}`
}

const ADDRESS = /^\/media\/([A-Za-z0-9_-]+)\/(\d{1,9})\/(?:p(\d{1,6})|c(\d{1,6})\.(\d{1,6}))$/

/** Reads an address back; null when it is not one of ours. Whether the thread may be read is not checked. */
export function parseMediaUrl(path: string): MediaAddress | null {
  const match = ADDRESS.exec(path)
  if (match === null) return null
  const [, encoded = '', index = '', part, call = '', callPart = ''] = match
  const place: MediaPlace =
    part === undefined
      ? { kind: 'output', call: Number(call), part: Number(callPart) }
      : { kind: 'part', part: Number(part) }
  return { thread: Buffer.from(encoded, 'base64url').toString('utf8'), index: Number(index), place }
}
