import type { JsonValue } from '../../../shared/thread/message.ts'
import { asObject, type JsonObject } from '../native/json-shape.ts'
import { MAX_WRAPPERS, type SiteKeys } from './document-site.ts'

/** Threads of an array that detection looks at. */
const LOOKED_THREADS = 5

/** Records that stand together in a value, and the object that holds them. */
export interface FoundRecords {
  readonly records: readonly JsonValue[]
  readonly holder: JsonValue
}

/**
 * Lists of records in a parsed value, found where `findSite` finds them in bytes: the value itself, its lists, those
 * of its wrappers, or the same for the first elements of an array of threads.
 */
export function recordsOf(value: JsonValue, keys: SiteKeys): readonly FoundRecords[] {
  if (!Array.isArray(value)) return ofHolder(value, keys, 0)
  const first = value.slice(0, LOOKED_THREADS)
  if (!first.some((element) => Array.isArray(element) || isThread(element, keys)))
    return [{ records: value, holder: value }]
  return first.flatMap((element) =>
    Array.isArray(element) ? [{ records: element, holder: element }] : ofHolder(element, keys, 0),
  )
}

/** True for an object with lists of records that is no record itself. */
export function isThread(value: JsonValue, keys: SiteKeys): boolean {
  const holder = asObject(value)
  return holder !== null && !isMarked(holder, keys) && ofHolder(holder, keys, 0).length > 0
}

function isMarked(holder: JsonObject, { marks }: SiteKeys): boolean {
  return marks.some((mark) => Object.hasOwn(holder, mark))
}

function ofHolder(value: JsonValue, keys: SiteKeys, depth: number): readonly FoundRecords[] {
  const holder = asObject(value)
  if (holder === null) return []
  if (depth === 0 && isMarked(holder, keys)) return [{ records: [holder], holder }]
  return Object.entries(holder).flatMap(([key, member]): readonly FoundRecords[] => {
    if (Array.isArray(member)) return keys.lists.includes(key) ? [{ records: member, holder }] : []
    return keys.wrappers.includes(key) && depth < MAX_WRAPPERS ? ofHolder(member, keys, depth + 1) : []
  })
}
