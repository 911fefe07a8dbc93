import type { JsonValue } from '../../../shared/thread/message.ts'
import { asObject } from '../native/json-shape.ts'
import { buildEntry } from './claude-code/build-entry.ts'
import { startScan } from './claude-code/scan.ts'
import { recordArray } from './record-array.ts'
import type { LineFormat, Probe } from './transcript.ts'

/** Session files of Claude Code, with sidechains inside or subagents beside them, and its stream output. */
export const claudeCode: LineFormat = {
  kind: 'lines',
  id: 'claude-code',
  label: 'Claude Code',
  recognizes: ({ lines }: Probe) => lines.some(isMessage) || (lines.length > 0 && lines.every(isAside)),
  companions: (name) => (name.endsWith('.jsonl') ? [`${name.slice(0, -'.jsonl'.length)}/subagents`] : []),
  start: startScan,
  build: buildEntry,
}

/** The same records in one array: the program's output as JSON with everything in it. */
export const claudeCodeArray = recordArray(claudeCode)

/** A record that only this program writes. */
function isMessage(value: JsonValue): boolean {
  const record = asObject(value)
  if (record === null) return false
  const isLinked = 'uuid' in record && ('parentUuid' in record || 'sessionId' in record)
  if (isLinked && typeof record.type === 'string' && record.type !== 'session') return true
  const isStream = typeof record.session_id === 'string' && !('parentUuid' in record)
  return isStream && record.type === 'system' && record.subtype === 'init'
}

/** Records of files in which nothing was said. */
function isAside(value: JsonValue): boolean {
  const record = asObject(value)
  return (
    (record?.type === 'summary' && 'leafUuid' in record) ||
    (record?.type === 'file-history-snapshot' && 'snapshot' in record) ||
    (typeof record?.type === 'string' &&
      record.type !== 'session_meta' &&
      'sessionId' in record &&
      !('id' in record))
  )
}
