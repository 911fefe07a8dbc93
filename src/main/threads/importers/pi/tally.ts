import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { count, newTally } from '../tally.ts'
import { piBlocks } from './read-record.ts'

const NAMES = [
  ...['records', 'messages', 'user', 'assistant', 'thinking', 'encryptedReasoning', 'images'],
  ...['compactions', 'branchSummaries'],
]

/** Counts of a session's entries, by the names of the samples' list. */
export interface PiTally {
  count(record: JsonObject | null): void
  read(): { readonly [name: string]: number }
}

/** Counts entries of pi as they come; calls and results count once by id. */
export function createTally(): PiTally {
  const counts = newTally(NAMES)
  const calls = new Set<string>()
  const results = new Set<string>()

  function message(body: JsonObject): void {
    count(counts, 'messages')
    if (body.role === 'user' || body.role === 'assistant') count(counts, body.role)
    if (body.role === 'toolResult') results.add(asText(body.toolCallId))
    for (const value of piBlocks(body)) {
      const block = asObject(value)
      if (block?.type === 'image') count(counts, 'images')
      if (block?.type === 'toolCall') calls.add(asText(block.id))
      if (block?.type !== 'thinking') continue
      count(counts, 'thinking')
      if (asText(block.thinkingSignature) !== '') count(counts, 'encryptedReasoning')
    }
  }

  return {
    count(record) {
      count(counts, 'records')
      if (record?.type === 'message') message(asObject(record.message) ?? {})
      if (record?.type === 'compaction') count(counts, 'compactions')
      if (record?.type === 'branch_summary') count(counts, 'branchSummaries')
    },
    read: () => ({
      ...counts,
      toolCalls: calls.size,
      toolResults: results.size,
      orphanCalls: [...calls].filter((id) => !results.has(id)).length,
      orphanResults: [...results].filter((id) => !calls.has(id)).length,
    }),
  }
}
