import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { count, newTally } from '../tally.ts'
import { blocksOf } from './read-record.ts'

/** Counts of one thread's records, by the names of the samples' list. Ids count once. */
export interface ClaudeTally {
  count(record: JsonValue, isSide: boolean): void
  read(): { readonly [name: string]: number }
}

const NAMES = [
  ...['records', 'nonObjectLines', 'user', 'assistant', 'summaries', 'otherRecords', 'meta', 'sidechain'],
  ...['compactBoundaries', 'compactSummaries', 'thinking', 'encryptedReasoning', 'images', 'documents'],
] as const

/** Counts records of Claude Code as they come. */
export function createTally(): ClaudeTally {
  const counts = newTally(NAMES)
  const messages = new Set<string>()
  const calls = new Set<string>()
  const results = new Set<string>()
  const add = (name: string, isTrue = true) => count(counts, name, isTrue ? 1 : 0)

  function block(value: JsonValue): void {
    const one = asObject(value)
    if (one === null) return
    const type = asText(one.type)
    add('images', type === 'image')
    add('documents', type === 'document')
    add('thinking', type === 'thinking' || type === 'redacted_thinking')
    add('encryptedReasoning', type === 'redacted_thinking' || asText(one.signature) !== '')
    if (type === 'tool_use') calls.add(asText(one.id))
    if (type !== 'tool_result') return
    results.add(asText(one.tool_use_id))
    for (const part of asList(one.content)) block(part)
  }

  function object(record: JsonObject, isSide: boolean): void {
    const type = asText(record.type)
    add('compactSummaries', record.isCompactSummary === true)
    add('compactBoundaries', type === 'system' && record.subtype === 'compact_boundary')
    const name =
      type === 'user' || type === 'assistant' ? type : type === 'summary' ? 'summaries' : 'otherRecords'
    add(name)
    if (name !== 'user' && name !== 'assistant') return
    add('meta', record.isMeta === true)
    add('sidechain', isSide)
    const id = asText(asObject(record.message)?.id)
    // A record without an id is a message of its own.
    if (name === 'assistant') messages.add(id || `record ${counts.records}`)
    for (const value of blocksOf(record.message)) block(value)
  }

  return {
    count(record, isSide) {
      add('records')
      const one = asObject(record)
      if (one === null) add('nonObjectLines')
      else object(one, isSide)
    },
    read: () => ({
      ...counts,
      assistantMessages: messages.size,
      toolCalls: calls.size,
      toolResults: results.size,
      orphanCalls: [...calls].filter((id) => !results.has(id)).length,
      orphanResults: [...results].filter((id) => !calls.has(id)).length,
    }),
  }
}
