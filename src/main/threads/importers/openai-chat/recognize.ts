import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText } from '../../native/json-shape.ts'

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

/** Blocks of other formats whose messages have a role and a content too. */
const FOREIGN_BLOCKS =
  /^(?:tool_use|tool_result|thinking|redacted_thinking|server_tool_use|input_text|output_text|input_image|tool-call|tool-result)$/

/** Members of objects around messages that belong to other formats. */
const FOREIGN_HOLDERS = ['system', 'trajectory', 'trajectory_format']

/**
 * True for Chat Completions messages, or the choices of an answer. Also for a plain array of role and text, which
 * several formats write (formats.md section 2).
 */
export function isChat(
  records: readonly JsonValue[],
  holder: JsonValue,
  keys: () => readonly string[],
): boolean {
  if (records.length === 0) return false
  if (records.every(isChoice)) return true
  // The last one may be cut by the end of what detection looks at.
  const whole = records.length > 1 && !isMessage(records.at(-1) ?? null) ? records.slice(0, -1) : records
  if (!whole.some(hasRole) || !whole.every(isMessage)) return false
  const around = [...Object.keys(asObject(holder) ?? {}), ...keys()]
  return !FOREIGN_HOLDERS.some((key) => around.includes(key))
}

function hasRole(value: JsonValue): boolean {
  return ROLES.has(asText(asObject(value)?.role))
}

function isMessage(value: JsonValue): boolean {
  const message = asObject(value)
  if (message === null || !hasRole(value) || message.parts !== undefined || message.type === 'message')
    return false
  return !asList(message.content).some((block) => FOREIGN_BLOCKS.test(asText(asObject(block)?.type)))
}

/** Records of other programs hold messages too, under a type of their own. */
function isChoice(value: JsonValue): boolean {
  const choice = asObject(value)
  return asObject(choice?.message) !== null && choice?.role === undefined && choice?.type === undefined
}
