import type { JsonValue, Message, Part, ThreadHead, ToolCall } from '../../../shared/thread/message.ts'
import { replaceBinaryRuns } from '../sanitize/binary-runs.ts'
import { estimateTextTokens } from './estimate-text.ts'

/**
 * Flat cost of one picture, in tokens. Providers count pictures by their sides, not by their bytes, and a
 * screenshot of about a megapixel costs this much; base64 length never enters (B-23).
 */
export const IMAGE_TOKENS = 1_500

/** Role and separators around a message as chat formats wrap it. */
const MESSAGE_TOKENS = 4

/** Block type, id and name fields around a call, and around its result. */
const CALL_TOKENS = 8
const RESULT_TOKENS = 6

/** Name, description and type fields around one tool definition. */
const TOOL_TOKENS = 12

/**
 * Tokens one message costs in a request, as a whole number of at least 1. Text, call arguments as compact
 * JSON, results and pictures are counted apart (S-063). Readable thinking is left out: it is not sent
 * again once its turn is over, and its length in `usage` is the provider's to state (S-064).
 */
export function estimateMessageTokens(message: Message): number {
  let tokens = MESSAGE_TOKENS
  for (const part of message.content) tokens += estimatePart(part)
  for (const call of message.toolCalls) tokens += estimateCall(call)
  return tokens
}

/** Tokens of the fixed part of every request: the system prompt, and the tools as they are declared. */
export function estimateHeadTokens(head: Pick<ThreadHead, 'systemPrompt' | 'tools'>): {
  readonly system: number
  readonly tools: number
} {
  const system = head.systemPrompt === '' ? 0 : MESSAGE_TOKENS + estimateTextTokens(head.systemPrompt)
  let tools = 0
  for (const tool of head.tools) {
    tools += TOOL_TOKENS + estimateTextTokens(tool.name) + estimateTextTokens(tool.description)
    tools += estimateJson(tool.parameters)
  }
  return { system, tools }
}

function estimateCall(call: ToolCall): number {
  let tokens = CALL_TOKENS + estimateTextTokens(call.name)
  tokens +=
    call.partialArguments === null ? estimateJson(call.arguments) : estimateTextTokens(call.partialArguments)
  return tokens + estimateResultTokens(call)
}

/** Tokens a call's result adds to its message; 0 while there is none. */
export function estimateResultTokens(call: ToolCall): number {
  if (!call.output) return 0
  let tokens = RESULT_TOKENS
  for (const part of call.output.content) tokens += estimatePart(part)
  return tokens
}

function estimatePart(part: Part): number {
  switch (part.kind) {
    case 'text':
      return estimateTextTokens(part.text)
    case 'image':
      return IMAGE_TOKENS
    case 'other':
      return estimateOther(part.json)
  }
}

/** A block of unknown kind: its text, and encoded bytes in it as one picture, whatever their length. */
function estimateOther(json: string): number {
  const text = replaceBinaryRuns(json)
  return estimateTextTokens(text) + (text === json ? 0 : IMAGE_TOKENS)
}

function estimateJson(value: JsonValue): number {
  return estimateTextTokens(JSON.stringify(value) ?? '')
}
