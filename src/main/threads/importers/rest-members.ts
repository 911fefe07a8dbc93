import type { JsonValue } from '../../../shared/thread/message.ts'
import type { JsonObject } from '../native/json-shape.ts'

/** Longest JSON text of a member that is copied; a longer one stays in the source and is shown in Raw. */
const MAX_MEMBER_CHARS = 8192

/** Members of a record that have no place of their own: all but the known ones, the long ones and nulls. */
export function restMembers(record: JsonObject, known: ReadonlySet<string>): { [name: string]: JsonValue } {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => !known.has(name) && value !== null && value !== undefined && isSmall(value),
    ),
  )
}

/** True when the value's JSON text is short. Stops counting once it is not. */
export function isSmall(value: JsonValue): boolean {
  return roomAfter(value, MAX_MEMBER_CHARS) >= 0
}

function roomAfter(value: JsonValue, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null) return room - 5
  let left = room - 2
  if (Array.isArray(value)) {
    for (const item of value) {
      left = roomAfter(item, left - 1)
      if (left < 0) break
    }
    return left
  }
  for (const [name, item] of Object.entries(value)) {
    left = roomAfter(item, left - name.length - 4)
    if (left < 0) break
  }
  return left
}
