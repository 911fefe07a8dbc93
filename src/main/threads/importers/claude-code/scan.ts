import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { LineScan, Place, SourceFile, Transcript } from '../transcript.ts'
import { readRecord } from './read-record.ts'
import { createThread, MAIN, type ThreadScan } from './thread.ts'

/**
 * Reads records of a session: its own file, and those of its subagents. A record goes to the thread of its agent,
 * the sidechain it hangs on, or the session itself.
 */
export function startScan(files: readonly SourceFile[]): LineScan {
  const threads = new Map<string, ThreadScan>()
  /** Sidechain of a record by its uuid: in old files only the links tell one sidechain from another. */
  const sides = new Map<string, string>()
  let lastSide = ''
  let sessionId = ''

  function threadOf(key: string): ThreadScan {
    const known = threads.get(key)
    if (known !== undefined) return known
    const created = createThread()
    threads.set(key, created)
    return created
  }

  /** Key of the record's side conversation; null for the session itself. */
  function sideOf(record: JsonObject, place: Place): string | null {
    const tool = record.parent_tool_use_id
    if (typeof tool === 'string' && tool !== '') return tool
    if (record.isSidechain !== true) return place.file === 0 ? null : stem(files[place.file]?.name ?? '')
    if (typeof record.agentId === 'string' && record.agentId !== '') return record.agentId
    if (place.file > 0) return stem(files[place.file]?.name ?? '')
    const parent = asText(record.parentUuid)
    const key = parent === '' ? asText(record.uuid) : (sides.get(parent) ?? lastSide)
    lastSide = key || asText(record.uuid)
    sides.set(asText(record.uuid), lastSide)
    return lastSide
  }

  return {
    take(value: JsonValue, place: Place) {
      const record = asObject(value)
      const side = record === null ? looseSide(place) : sideOf(record, place)
      if (side === null && sessionId === '') sessionId = asText(record?.sessionId ?? record?.session_id)
      const thread = threadOf(side ?? MAIN)
      const isSide = side !== null && record?.isSidechain !== false
      thread.take(value, place, record === null ? null : readRecord(record, isSide), isSide, sessionId)
    },
    broken: (place) => threadOf(looseSide(place) ?? MAIN).broken(place),
    *threads() {
      const main = threads.get(MAIN)
      const sides = [...threads].filter(([key]) => key !== MAIN)
      const lonely = main !== undefined && !main.hasNodes() && sides.length > 0 ? main : null
      const shown: Transcript[] =
        main === undefined || lonely !== null ? [] : [yield* main.read(sessionId || MAIN, null)]
      for (const [at, [key, thread]] of sides.entries())
        shown.push(yield* thread.read(key, thread.caller() || null, at === 0 ? lonely : null))
      return shown
    },
  }

  /** A line without a thread of its own belongs to its file. */
  function looseSide(place: Place): string | null {
    return place.file === 0 ? null : stem(files[place.file]?.name ?? '')
  }
}

/** `agent-a775a67.jsonl` is the thread `a775a67`. */
function stem(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1)
  return base.replace(/\.jsonl$/, '').replace(/^agent-/, '') || 'agent'
}
