import type { JsonValue } from '../../shared/thread/message.ts'
import type { Chunk, Chunks } from './export-thread.ts'
import { filterJsonValue } from './filter-json.ts'
import type { TextFilter } from './text-filter.ts'

/**
 * The body of a request as readable JSON. Lists at the top (`messages`, `input`, `tools`) are written entry by entry:
 * no text as long as the whole body is made.
 */
export function* writeRequest(
  body: { readonly [key: string]: JsonValue },
  filter: TextFilter,
  messages: number,
): Chunks {
  const chunk = (content: string, done = 0): Chunk => ({ content, done })
  let separator = '{\n'
  for (const [key, value] of Object.entries(body)) {
    yield chunk(`${separator}  ${JSON.stringify(key)}: `)
    separator = ',\n'
    if (Array.isArray(value) && value.length > 0) {
      yield chunk('[')
      for (const [index, entry] of value.entries()) {
        const clean = filterJsonValue(entry, filter, null)
        const done = Math.floor((messages * (index + 1)) / value.length)
        yield chunk(`${index === 0 ? '\n' : ',\n'}    ${indented(clean, '    ')}`, done)
      }
      yield chunk('\n  ]')
    } else yield chunk(indented(filterJsonValue(value, filter, null), '  '))
  }
  yield chunk(separator === '{\n' ? '{}\n' : '\n}\n', messages)
}

function indented(value: JsonValue, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}
