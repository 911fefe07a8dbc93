import type { JsonValue } from '../../../shared/thread/message.ts'
import type { JsonObject } from '../native/json-shape.ts'
import { restMembers } from './rest-members.ts'

/** What several records say that has no place of its own: of a single one as it is, else listed by position. */
export function leftovers(
  records: readonly JsonObject[],
  known: ReadonlySet<string>,
): { readonly [name: string]: JsonValue } {
  const left = records.map((record) => restMembers(record, known))
  if (left.length === 1) return left[0] ?? {}
  return left.some((members) => Object.keys(members).length > 0) ? { records: left } : {}
}
