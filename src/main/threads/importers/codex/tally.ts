import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { count, newTally } from '../tally.ts'
import { type CodexRecord, itemRole } from './codex-record.ts'

const NAMES = [
  ...['records', 'items', 'events', 'user', 'assistant', 'developer', 'reasoning', 'encryptedReasoning'],
  ...['toolCalls', 'toolResults', 'otherItems', 'images', 'compactions', 'abortedTurns', 'webSearchCalls'],
]

/** Counts of a rollout's records, by the names of the samples' list. */
export interface CodexTally {
  count(record: CodexRecord | null): void
  read(): { readonly [name: string]: number }
}

/** Counts records of Codex as they come. Nothing inside a `replacement_history` counts. */
export function createTally(): CodexTally {
  const counts = newTally(NAMES)
  const calls = new Set<string>()
  const results = new Set<string>()

  function item(body: JsonObject): void {
    const type = asText(body.type)
    const role = asText(body.role)
    count(counts, 'items')
    for (const block of [...asList(body.content), ...asList(body.output)])
      if (asObject(block)?.type === 'input_image') count(counts, 'images')
    if (type === 'message')
      count(counts, role === 'user' || role === 'assistant' || role === 'developer' ? role : 'otherItems')
    else if (type === 'reasoning') {
      count(counts, 'reasoning')
      if (asText(body.encrypted_content) !== '') count(counts, 'encryptedReasoning')
    } else if (type === 'web_search_call') count(counts, 'webSearchCalls')
    else if (type === 'tool_search_call' || type === 'tool_search_output') count(counts, 'otherItems')
    else if (itemRole(body) === 'call') {
      count(counts, 'toolCalls')
      calls.add(asText(body.call_id))
    } else if (itemRole(body) === 'result') {
      count(counts, 'toolResults')
      results.add(asText(body.call_id))
    } else count(counts, 'otherItems')
  }

  return {
    count(record) {
      count(counts, 'records')
      if (record?.kind === 'item') item(record.body)
      if (record?.kind === 'compacted') count(counts, 'compactions')
      if (record?.kind !== 'event') return
      count(counts, 'events')
      if (record.body.type === 'turn_aborted') count(counts, 'abortedTurns')
    },
    read: () => ({
      ...counts,
      distinctCalls: calls.size,
      orphanCalls: [...calls].filter((id) => !results.has(id)).length,
      orphanResults: [...results].filter((id) => !calls.has(id)).length,
    }),
  }
}
