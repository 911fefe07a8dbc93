import type { JsonValue, Message, Part, ThreadHead, ToolCall } from '../../../shared/thread/message.ts'
import { replaceBinaryRuns } from '../sanitize/binary-runs.ts'
import { estimateInFamilies } from './estimate-in-families.ts'
import { estimateTextTokens } from './estimate-text.ts'
import { type ByFamily, type TokenFamily, USUAL_FAMILY } from './token-family.ts'

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
export function estimateMessageTokens(message: Message, family: TokenFamily = USUAL_FAMILY): number {
  return measureMessage(message, family).tokens
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
export function measureMessage(message: Message, family: TokenFamily = USUAL_FAMILY): MessageSize {
  const own = countOwn(message)
  const results = countResults(message)
  return sizeOf(own, results, estimateCounted(own, family), estimateCounted(results, family))
}

/** `measureMessage` for each family, with one pass over every text. */
export function measureInFamilies(message: Message): ByFamily<MessageSize> {
  const own = countOwn(message)
  const results = countResults(message)
  const ownTokens = estimateInEach(own)
  const resultTokens = estimateInEach(results)
  return {
    o200k: sizeOf(own, results, ownTokens.o200k, resultTokens.o200k),
    cl100k: sizeOf(own, results, ownTokens.cl100k, resultTokens.cl100k),
  }
}

/** The shares alone, without a look at the message's own text. */
export function measureShares(message: Message, family: TokenFamily = USUAL_FAMILY): ForeignShares {
  const results = countResults(message)
  return {
    results: estimateCounted(results, family) - results.pictureTokens,
    attachments: pictureTokens(message.content) + results.pictureTokens,
  }
}

/** Tokens of the fixed part of every request. */
export interface HeadTokens {
  readonly system: number
  readonly tools: number
}

/** The system prompt, and the tools as they are declared. */
export function estimateHeadTokens(
  head: Pick<ThreadHead, 'systemPrompt' | 'tools'>,
  family: TokenFamily = USUAL_FAMILY,
): HeadTokens {
  const system = head.systemPrompt === '' ? 0 : MESSAGE_TOKENS + estimateTextTokens(head.systemPrompt, family)
  let tools = 0
  for (const { name, description, parameters } of head.tools) {
    tools += TOOL_TOKENS
    for (const text of [name, description, jsonOf(parameters)]) tools += estimateTextTokens(text, family)
  }
  return { system, tools }
}

/** Tokens a call's result adds to its message; 0 while there is none. */
export function estimateResultTokens(call: ToolCall, family: TokenFamily = USUAL_FAMILY): number {
  const counted = nothingCounted()
  countResult(call, counted)
  return estimateCounted(counted, family)
}

/** What is counted: tokens that are the same for every tokenizer, and the texts that it decides about. */
interface Counted {
  flatTokens: number
  /** Of the flat ones. */
  pictureTokens: number
  readonly texts: string[]
}

function nothingCounted(): Counted {
  return { flatTokens: 0, pictureTokens: 0, texts: [] }
}

function estimateCounted({ flatTokens, texts }: Counted, family: TokenFamily): number {
  let tokens = flatTokens
  for (const text of texts) tokens += estimateTextTokens(text, family)
  return tokens
}

function estimateInEach({ flatTokens, texts }: Counted): ByFamily<number> {
  let o200k = flatTokens
  let cl100k = flatTokens
  for (const text of texts) {
    const tokens = estimateInFamilies(text)
    o200k += tokens.o200k
    cl100k += tokens.cl100k
  }
  return { o200k, cl100k }
}

function sizeOf(own: Counted, results: Counted, ownTokens: number, resultTokens: number): MessageSize {
  return {
    tokens: ownTokens + resultTokens,
    results: resultTokens - results.pictureTokens,
    attachments: own.pictureTokens + results.pictureTokens,
  }
}

/** A message without the results of its calls. */
function countOwn(message: Message): Counted {
  const counted = nothingCounted()
  counted.flatTokens += MESSAGE_TOKENS
  for (const part of message.content) countPart(part, counted)
  for (const { name, partialArguments, arguments: value } of message.toolCalls) {
    counted.flatTokens += CALL_TOKENS
    counted.texts.push(name, partialArguments ?? jsonOf(value))
  }
  return counted
}

function countResults(message: Message): Counted {
  const counted = nothingCounted()
  for (const call of message.toolCalls) countResult(call, counted)
  return counted
}

function countResult({ output }: ToolCall, counted: Counted): void {
  if (!output) return
  counted.flatTokens += RESULT_TOKENS
  for (const part of output.content) countPart(part, counted)
}

function countPart(part: Part, counted: Counted): void {
  switch (part.kind) {
    case 'text':
      counted.texts.push(part.text)
      return
    case 'image':
      counted.flatTokens += IMAGE_TOKENS
      counted.pictureTokens += IMAGE_TOKENS
      return
    case 'other':
      countOther(part.json, counted)
  }
}

/** A block of unknown kind: its text, and encoded bytes in it as one picture, whatever their length. */
function countOther(json: string, counted: Counted): void {
  const text = replaceBinaryRuns(json)
  counted.texts.push(text)
  if (text !== json) counted.flatTokens += IMAGE_TOKENS
}

function pictureTokens(content: readonly Part[]): number {
  return content.reduce((sum, part) => sum + (part.kind === 'image' ? IMAGE_TOKENS : 0), 0)
}

function jsonOf(value: JsonValue): string {
  return JSON.stringify(value) ?? ''
}
