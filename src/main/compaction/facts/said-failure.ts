import type { JsonValue, ToolCall } from '../../../shared/thread/message.ts'
import { asRecord, outputText } from './message-text.ts'
import { callOutcome, isReading } from './outcomes.ts'
import { toolKind } from './tool-kinds.ts'

/** A line that says nothing but how a command ended. */
const ENDING =
  /^\W*(?:(?:process|command)\s+)?(?:exit(?:ed)?(?: with)?(?: a)?(?: exit)?[ _-]?(?:code|status)|return ?code)\s*[:=]?\s*(-?\d+)\W*$/i
const ERROR_START = /^(?:Error:|ERROR:|<error>|\[error\]|错误[:：])/
/** A longer text is data, whatever it says of itself. */
const JSON_CHARS = 100_000

/**
 * True when a result says for sure that its call failed: by the record's own mark, by a member of its JSON, by a line
 * with an exit code, or by the word it begins with. Words inside other people's text count for nothing.
 */
export function saysFailure(call: ToolCall): boolean {
  if (call.output === null) return false
  if (call.output.isError) return true
  const text = outputText(call).trim()
  const record = readRecord(text)
  if (record !== null) return failsIn(record)
  const codes = [...firstLines(text), ...lastLines(text)].flatMap((line) => {
    const code = ENDING.exec(line.trim())?.[1]
    return code === undefined ? [] : [code]
  })
  // A search that found nothing ends with 1 and has not failed.
  if (codes.length > 0) return codes.some((code) => code !== '0') && callOutcome(call).kind === 'failed'
  if (toolKind(call.name) === 'run' && isReading(call)) return false
  return ERROR_START.test(text)
}

/** An ending stands in one of the two lines at either end, and is short; an output may have megabytes. */
const EDGE_CHARS = 400

function firstLines(text: string): readonly string[] {
  return text.slice(0, EDGE_CHARS).split('\n', 2)
}

function lastLines(text: string): readonly string[] {
  return text.slice(-EDGE_CHARS).split('\n').slice(-2)
}

function readRecord(text: string): { readonly [key: string]: JsonValue } | null {
  if (!text.startsWith('{') || text.length > JSON_CHARS) return null
  try {
    // Safe: what was parsed from JSON is a JSON value.
    return asRecord(JSON.parse(text) as JsonValue)
  } catch {
    return null
  }
}

const CODE_KEYS = ['exit_code', 'exitCode', 'returncode', 'return_code'] as const

function failsIn(record: { readonly [key: string]: JsonValue }): boolean {
  if (record.is_error === true || record.isError === true || record.success === false) return true
  const inner = asRecord(record.metadata)
  const code = CODE_KEYS.map((key) => record[key] ?? inner?.[key]).find((value) => typeof value === 'number')
  if (code !== undefined && code !== 0) return true
  // A record of one member tells of nothing else.
  const { error } = record
  const isError = typeof error === 'string' ? error !== '' : asRecord(error) !== null
  return isError && (Object.keys(record).length === 1 || record.status === 'error')
}
