import type { JsonValue } from '../../shared/thread/message.ts'
import { asObject } from '../threads/native/json-shape.ts'
import type { JsonRecord } from './claude-code-blocks.ts'
import { filterJsonValue } from './filter-json.ts'
import type { TextFilter } from './text-filter.ts'

/** Sources that hold the document itself; one under a provider's own id is nothing elsewhere. */
const SOURCES: readonly JsonValue[] = ['base64', 'text', 'content', 'url']

/**
 * A part that Anthropic's messages call a document, as it is: as text, a PDF would be hundreds of thousands of letters
 * that nobody can read. Null = it is something else.
 */
export function documentBlock(json: string, filter: TextFilter, index: number): JsonRecord | null {
  if (!json.includes('"document"')) return null
  let value: JsonValue
  try {
    value = JSON.parse(json) as JsonValue
  } catch {
    return null
  }
  const block = asObject(value)
  const source = asObject(block?.source)
  if (block?.type !== 'document' || !SOURCES.includes(source?.type ?? null)) return null
  return asObject(filterJsonValue(value, filter, index)) ?? null
}
