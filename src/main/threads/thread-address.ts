/** A thread in a file: transcripts of other tools may hold several, and several lines of talk. */
export interface ThreadAddress {
  readonly path: string
  /** Key of the thread in its file; null = the first one. */
  readonly key: string | null
  /** Key of a branch; null = the main line. */
  readonly branch: string | null
}

const PATTERN = /^(.*?)\?thread=([^?&]*)(?:&branch=([^?&]*))?$/s

/** Reads `PATH`, `PATH?thread=KEY` or `PATH?thread=KEY&branch=KEY`. A name with other question marks is a path. */
export function parseAddress(address: string): ThreadAddress {
  const match = PATTERN.exec(address)
  if (match === null) return { path: address, key: null, branch: null }
  const [, path = '', key = '', branch] = match
  try {
    return {
      path,
      key: decodeURIComponent(key) || null,
      branch: branch === undefined ? null : decodeURIComponent(branch),
    }
  } catch {
    return { path: address, key: null, branch: null }
  }
}

/** The inverse of `parseAddress`. */
export function formatAddress({ path, key, branch }: ThreadAddress): string {
  if (key === null && branch === null) return path
  const thread = `?thread=${encodeURIComponent(key ?? '')}`
  return `${path}${thread}${branch === null ? '' : `&branch=${encodeURIComponent(branch)}`}`
}

const NEWEST = '?part=newest'

/** The id under which the newest part of a thread is read while the whole is not known yet. */
export function newestId(thread: string): string {
  return `${thread}${NEWEST}`
}

/** The thread of such an id; null for any other. */
export function threadOfNewest(id: string): string | null {
  return id.endsWith(NEWEST) ? id.slice(0, -NEWEST.length) : null
}
