import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asObject } from '../../native/json-shape.ts'
import type { LineFormat, Probe } from '../transcript.ts'
import { buildEntry } from './build-entry.ts'
import { startLog } from './gemini-log.ts'

/** Session logs of Gemini CLI (from about 0.40): JSONL that is replayed. */
export const geminiLines: LineFormat = {
  kind: 'lines',
  id: 'gemini-cli',
  label: 'Gemini CLI',
  recognizes: ({ lines }: Probe) => lines.some(isLog),
  start: startLog,
  build: buildEntry,
}

function isLog(value: JsonValue): boolean {
  const record = asObject(value)
  if (record === null) return false
  if (asObject(record.$set) !== null || typeof record.$rewindTo === 'string') return true
  return 'sessionId' in record && 'projectHash' in record && !('messages' in record)
}
