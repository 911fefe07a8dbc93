import type { JsonValue } from '../../../shared/thread/message.ts'
import type { Steps } from '../../compaction/steps.ts'
import { type DocumentBytes, findSite, memberAt, placeAt, type Site, type SiteKeys } from './document-site.ts'
import type { Entry, FormatId, ImportedMessage, Place, Transcript } from './transcript.ts'
import type { uniqueIds } from './unique-id.ts'

/** A format whose threads are objects or arrays with lists of messages, one or many in a file. */
export interface SiteFormat extends SiteKeys {
  readonly id: FormatId
  readonly label: string
  /**
   * True when these records, the first ones of a list, are of this format. `holder` is the object around them as far
   * as it is known; `keys` gives all keys of the document's object, also those further down.
   */
  readonly recognizes: (
    records: readonly JsonValue[],
    holder: JsonValue,
    keys: () => readonly string[],
  ) => boolean
  /** Reads the thread that was found at a site. */
  readonly read: (document: DocumentBytes, site: Site, key: string) => Steps<Transcript>
  readonly build: (slices: readonly Uint8Array[], entry: Entry) => ImportedMessage
  /** True when an array is one thread whatever its elements are. */
  readonly isOneThread?: true
  /** Joins what belongs together in a file of many threads; the default keeps all apart. */
  readonly join?: (threads: readonly Transcript[]) => readonly Transcript[]
}

/** Gives each thread a key of its own. */
export type Keys = ReturnType<typeof uniqueIds>

/** Members that name a thread, the first one that is a text. */
const KEY_MEMBERS = ['thread_id', 'conversation_id', 'session_id', 'custom_id', 'id'] as const

/**
 * Reads the thread at `index`, or at the site that is already `known`; the index behind it, or null when it is the
 * last because it is damaged.
 */
export function* readThread(
  format: SiteFormat,
  document: DocumentBytes,
  index: number,
  keys: Keys,
  threads: Transcript[],
  known?: Site,
): Steps<number | null> {
  const site = known ?? (yield* findSite(document, index, format))
  const thread = yield* format.read(document, site, keyOf(document, site, keys))
  const { brokenFrom } = site
  const isKept = thread.entries.length > 0 || thread.asides.length > 0
  if (brokenFrom === null) {
    if (isKept) threads.push(thread)
    return site.range.to
  }
  const place = placeAt(document, { from: brokenFrom, to: document.bytes.length })
  // A thread of which nothing was read is the damaged end of the one before.
  const holder = isKept ? thread : (threads.pop() ?? thread)
  threads.push(withBroken(holder, [place]))
  return null
}

/** The thread with what could not be read at its end. */
export function withBroken(thread: Transcript, places: readonly Place[]): Transcript {
  if (places.length === 0) return thread
  const entries = places.map(
    (place): Entry => ({ id: `broken@${place.file}:${place.from}`, kind: 'broken', places: [place] }),
  )
  return {
    ...thread,
    entries: [...thread.entries, ...entries],
    tally: { ...thread.tally, brokenParts: (thread.tally.brokenParts ?? 0) + entries.length },
  }
}

function keyOf(document: DocumentBytes, site: Site, keys: Keys): string {
  for (const name of KEY_MEMBERS) {
    const value = memberAt(document, site, name)
    if (typeof value === 'string' && value !== '') return keys(value, 'thread')
  }
  return keys('', 'thread')
}
