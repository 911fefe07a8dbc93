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
  return measureMessage(message).tokens
}

/** What of a message's tokens is not its own words. */
export interface ForeignShares {
  /** Results of its calls, without their pictures. */
  readonly results: number
  /** Pictures of the message itself and of its results. */
  readonly attachments: number
}

/** Tokens of a message, and what of them is spent on what. */
export interface MessageSize extends ForeignShares {
  readonly tokens: number
}

/** The estimate of `estimateMessageTokens` with its shares, in one pass. */
export function measureMessage(message: Message): MessageSize {
  const shares = measureShares(message)
  let tokens = MESSAGE_TOKENS + shares.resultTokens
  for (const part of message.content) tokens += estimatePart(part)
  for (const call of message.toolCalls) tokens += estimateCall(call)
  return { tokens, results: shares.results, attachments: shares.attachments }
}

/** The shares alone, without a look at the text; `resultTokens` = results with their pictures. */
export function measureShares(message: Message): ForeignShares & { readonly resultTokens: number } {
  let results = 0
  let resultTokens = 0
  let attachments = pictureTokens(message.content)
  for (const call of message.toolCalls) {
    const result = estimateResultTokens(call)
    const pictures = pictureTokens(call.output?.content ?? [])
    resultTokens += result
    attachments += pictures
    results += Math.max(0, result - pictures)
  }
  return { results, attachments, resultTokens }
}

function pictureTokens(content: readonly Part[]): number {
  return content.reduce((sum, part) => sum + (part.kind === 'image' ? IMAGE_TOKENS : 0), 0)
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

/** A call without its result. */
function estimateCall(call: ToolCall): number {
  const said =
    call.partialArguments === null ? estimateJson(call.arguments) : estimateTextTokens(call.partialArguments)
  return CALL_TOKENS + estimateTextTokens(call.name) + said
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
