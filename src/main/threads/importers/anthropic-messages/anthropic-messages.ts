import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText } from '../../native/json-shape.ts'
import { documentFormat } from '../document-format.ts'
import type { SiteFormat } from '../site-format.ts'
import { siteLineFormat } from '../site-lines.ts'
import { buildAnthropic } from './build-anthropic.ts'
import { readAnthropicThread } from './scan-anthropic.ts'

const OWN_BLOCKS =
  /^(?:tool_use|tool_result|thinking|redacted_thinking|server_tool_use|mcp_tool_use|compaction|[a-z_]+_tool_result)$/

/** True for messages with blocks that only Anthropic has, below a `system`, or an answer `type: message`. */
function isAnthropic(
  records: readonly JsonValue[],
  holder: JsonValue,
  keys: () => readonly string[],
): boolean {
  const around = asObject(holder)
  if (around?.type === 'message' && around.role === 'assistant') return !isItem(holder)
  if (around !== null && 'version' in around && 'agent' in around) return false
  const messages = records.filter((value) => typeof asObject(value)?.role === 'string')
  if (messages.length === 0 || messages.length < records.length - 1) return false
  if (messages.some((value) => asObject(value)?.ts !== undefined || isItem(value))) return false
  if (messages.some((value) => asList(asObject(value)?.content).some(isOwnBlock))) return true
  return around !== null && (around.system !== undefined || keys().includes('system'))
}

function isOwnBlock(block: JsonValue): boolean {
  return OWN_BLOCKS.test(asText(asObject(block)?.type))
}

/** A message item of the Responses API has a type and a role too. */
function isItem(value: JsonValue): boolean {
  return asList(asObject(value)?.content).some((block) =>
    /^(?:input_|output_|summary_)/.test(asText(asObject(block)?.type)),
  )
}

const anthropic: SiteFormat = {
  id: 'anthropic-messages',
  label: 'Anthropic Messages',
  lists: ['messages'],
  wrappers: ['request', 'body'],
  marks: ['role'],
  recognizes: isAnthropic,
  read: readAnthropicThread,
  build: buildAnthropic,
}

/** Anthropic Messages in one document: a request, an answer, or the bare array (formats.md section 9). */
export const anthropicMessages = documentFormat(anthropic)

/** The same, one request or one message a line. */
export const anthropicMessagesLines = siteLineFormat(anthropic)
