import type { JsonValue } from '../../../shared/thread/message.ts'
import type { Steps } from '../../compaction/steps.ts'
import { type ByteRange, OPEN_BRACE, OPEN_BRACKET, skipSpace } from '../json/bytes.ts'
import { decodeText } from '../json/decode-json.ts'
import { JsonFault } from '../json/json-fault.ts'
import { skipValue } from '../json/skip-value.ts'
import { parseExactWellFormed } from '../native/parse-exact.ts'
import type { Place } from './transcript.ts'
import { walkArray, walkObject } from './walk-json.ts'

/** Bytes between two rests of a scan: a few milliseconds of work. */
export const STEP_BYTES = 512 * 1024

/** Wrappers inside each other that are looked into. */
export const MAX_WRAPPERS = 4

/** Bytes of source file number `file`; the first of them stands at byte `base` of the file. */
export interface DocumentBytes {
  readonly file: number
  readonly base: number
  readonly bytes: Uint8Array
}

/**
 * Which members hold a list of records, and which hold an object that has such members itself. An object with one of
 * `marks` is itself a record, whatever else it has.
 */
export interface SiteKeys {
  readonly lists: readonly string[]
  readonly wrappers: readonly string[]
  readonly marks: readonly string[]
}

/** Elements of a list: `from` and `to` of each, one behind the other. */
export interface SiteList {
  readonly key: string
  /** Keys down to it, with dots: `response.choices`. Empty for the value itself. */
  readonly path: string
  readonly bounds: readonly number[]
}

/** Where the parts of one thread stand in a document. Ranges count from the start of its DocumentBytes. */
export interface Site {
  readonly range: ByteRange
  /** Members that are no list, by path, those of wrappers included, in file order. */
  readonly members: ReadonlyMap<string, ByteRange>
  readonly lists: readonly SiteList[]
  /** From here on nothing could be read: the document is cut or damaged. Null = it is whole. */
  readonly brokenFrom: number | null
}

interface Finding {
  readonly members: Map<string, ByteRange>
  readonly lists: SiteList[]
  /** Behind the last value that was whole. */
  safe: number
}

/**
 * Finds the lists and members of the value at `index`: an array is itself a list (key ''), an object holds lists.
 * Never throws for wrong bytes: what was found before them counts. Looks at each byte once.
 */
export function* findSite({ bytes }: DocumentBytes, index: number, keys: SiteKeys): Steps<Site> {
  const found: Finding = { members: new Map(), lists: [], safe: index }
  try {
    const to =
      bytes[index] === OPEN_BRACKET
        ? yield* findList(bytes, index, '', '', found)
        : bytes[index] === OPEN_BRACE
          ? yield* findMembers(bytes, index, keys, found, '', 0)
          : skipValue(bytes, index)
    return { members: found.members, lists: found.lists, range: { from: index, to }, brokenFrom: null }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const { members, lists } = found
    const range = { from: index, to: bytes.length }
    return { members, lists, range, brokenFrom: skipComma(bytes, found.safe) }
  }
}

function* findMembers(
  bytes: Uint8Array,
  index: number,
  keys: SiteKeys,
  found: Finding,
  path: string,
  depth: number,
): Steps<number> {
  return yield* walkObject(bytes, index, (key, at) => {
    const inner = path === '' ? key : `${path}.${key}`
    if (bytes[at] === OPEN_BRACKET && keys.lists.includes(key)) return findList(bytes, at, key, inner, found)
    if (bytes[at] === OPEN_BRACE && keys.wrappers.includes(key) && depth < MAX_WRAPPERS)
      return findMembers(bytes, at, keys, found, inner, depth + 1)
    const to = skipValue(bytes, at, depth + 1)
    found.members.set(inner, { from: at, to })
    found.safe = to
    return to
  })
}

function* findList(
  bytes: Uint8Array,
  index: number,
  key: string,
  path: string,
  found: Finding,
): Steps<number> {
  const bounds: number[] = []
  found.lists.push({ key, path, bounds })
  found.safe = index + 1
  const to = yield* walkArray(bytes, index, (at) => {
    const end = skipValue(bytes, at, 1)
    bounds.push(at, end)
    found.safe = end
    return end
  })
  found.safe = to
  return to
}

function skipComma(bytes: Uint8Array, index: number): number {
  const at = skipSpace(bytes, index)
  return bytes[at] === 0x2c ? skipSpace(bytes, at + 1) : at
}

/** The value in a range that was scanned before, with well-formed strings. Null when it is too long for a string. */
export function valueAt(document: DocumentBytes, range: ByteRange): JsonValue {
  try {
    return parseExactWellFormed(decodeText(document.bytes, range))
  } catch {
    return null
  }
}

/** The place of a range in its source file. */
export function placeAt({ file, base }: DocumentBytes, { from, to }: ByteRange): Place {
  return { file, from: base + from, to: base + to }
}

/** The value of the member `name`: of the thread's own, else of the last wrapper that has it; undefined = none. */
export function memberAt(document: DocumentBytes, site: Site, name: string): JsonValue | undefined {
  const range =
    site.members.get(name) ?? [...site.members].findLast(([path]) => path.endsWith(`.${name}`))?.[1]
  return range === undefined ? undefined : valueAt(document, range)
}

/** Range of each element of a list with its number, resting between them. */
export function* eachRecord(
  document: DocumentBytes,
  list: SiteList,
  visit: (value: JsonValue, place: Place, index: number, range: ByteRange) => void,
): Steps<void> {
  let done = 0
  for (let at = 0; at < list.bounds.length; at += 2) {
    const range = { from: list.bounds[at] ?? 0, to: list.bounds[at + 1] ?? 0 }
    visit(valueAt(document, range), placeAt(document, range), at / 2, range)
    done += range.to - range.from + 1024
    if (done < STEP_BYTES) continue
    done = 0
    yield
  }
}
