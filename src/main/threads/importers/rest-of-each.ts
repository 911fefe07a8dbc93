import type { JsonValue } from '../../../shared/thread/message.ts'
import { asObject } from '../native/json-shape.ts'
import { restMembers } from './rest-members.ts'

/**
 * Members of each of several records that have no place of their own, under `name` and by position; nothing when
 * none has any: `{ blocks: { "0": { "cache_control": … } } }`.
 */
export function restOfEach(
  name: string,
  records: readonly JsonValue[],
  known: ReadonlySet<string>,
): { [name: string]: JsonValue } {
  const rest = records.flatMap((value, position): readonly [string, JsonValue][] => {
    const record = asObject(value)
    const members = record === null ? {} : restMembers(record, known)
    return Object.keys(members).length === 0 ? [] : [[`${position}`, members]]
  })
  return rest.length === 0 ? {} : { [name]: Object.fromEntries(rest) }
}
