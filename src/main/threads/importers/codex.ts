import type { JsonValue } from '../../../shared/thread/message.ts'
import { asObject } from '../native/json-shape.ts'
import { buildEntry } from './codex/build-entry.ts'
import { startScan } from './codex/scan.ts'
import type { LineFormat, Probe } from './transcript.ts'

const ENVELOPE =
  /^(session_meta|response_item|event_msg|turn_context|compacted|world_state|token_usage_record|inter_agent_communication|inter_agent_communication_metadata)$/

/** Rollouts of Codex CLI in both layouts, and the output of `codex exec --json`. */
export const codex: LineFormat = {
  kind: 'lines',
  id: 'codex',
  label: 'Codex',
  recognizes: ({ lines }: Probe) => lines.some(isRollout) || isBare(lines),
  start: startScan,
  build: buildEntry,
}

function isRollout(value: JsonValue): boolean {
  const line = asObject(value)
  if (line === null || typeof line.type !== 'string') return false
  if (asObject(line.payload) !== null && 'timestamp' in line) return ENVELOPE.test(line.type)
  return (
    (line.type === 'thread.started' && 'thread_id' in line) ||
    (line.type === 'item.completed' && asObject(line.item) !== null)
  )
}

/** Up to 0.29: a line with `instructions` and no type, then bare items and `record_type` fillers. */
function isBare(lines: readonly JsonValue[]): boolean {
  const records = lines.map(asObject)
  const first = records[0]
  const isMeta = first != null && 'instructions' in first && 'timestamp' in first && !('type' in first)
  return isMeta || records.some((line) => line?.record_type === 'state')
}
