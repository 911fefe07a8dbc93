import { asList, asText, type JsonObject } from '../../native/json-shape.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { TranscriptHead } from '../transcript.ts'

/** What a session's own members say. */
export function headOf(record: JsonObject): TranscriptHead {
  return grownHead(
    { title: '', model: null, systemPrompt: '', tools: [], startedMs: null, endedMs: null, folder: '' },
    record,
  )
}

/** The head with what a later record adds or changes. */
export function grownHead(head: TranscriptHead, record: JsonObject): TranscriptHead {
  const model = asText(record.model)
  return {
    ...head,
    title: asText(record.summary) || head.title,
    model: model === '' ? head.model : { provider: 'google', id: model },
    startedMs: head.startedMs ?? sourceTimeMs(record.startTime),
    endedMs: sourceTimeMs(record.lastUpdated) ?? head.endedMs,
    folder: head.folder || asText(asList(record.directories)[0]),
  }
}
