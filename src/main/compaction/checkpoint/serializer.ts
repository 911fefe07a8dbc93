import type { JsonValue, Message, Part, ToolCall } from '../../../shared/thread/message.ts'
import { replaceBinaryRuns } from '../sanitize/binary-runs.ts'
import { stripPrivate } from '../sanitize/strip-private.ts'
import { estimateTextTokens } from '../tokens/estimate-text.ts'
import type { TokenFamily } from '../tokens/token-family.ts'
import { headAndTail } from './cut-text.ts'
import { escapeTags } from './delimiters.ts'

/** One message as a summarizer reads it. `index` is its place in the thread. */
export interface SerializedMessage {
  readonly index: number
  readonly text: string
  readonly tokens: number
}

export interface SerializeOptions {
  /** Largest text of one tool result, in characters (S-197). */
  readonly resultCapChars: number
  /** Largest text of one call's arguments, in characters; the result cap when not given. */
  readonly argumentCapChars?: number
  /** Place of the first message in the thread; 0 when not given. */
  readonly firstIndex?: number
  /** Tokenizer of who reads it; the usual one when not given. */
  readonly family?: TokenFamily
}

/**
 * Writes messages as plain text for a summarizer (S-199): what was said, each call with its result under
 * the cap, pictures as a count (S-198). Reasoning, private state, picture bytes and encoded data stay out;
 * a call without result says so and is never made to look successful (S-050, S-052). The text is
 * well-formed Unicode and cannot forge the tags around it. Messages with nothing to say are left out.
 */
export function serializeMessages(
  messages: readonly Message[],
  options: SerializeOptions,
): readonly SerializedMessage[] {
  const firstIndex = options.firstIndex ?? 0
  const argumentCapChars = options.argumentCapChars ?? options.resultCapChars
  const serialized: SerializedMessage[] = []
  messages.forEach((original, offset) => {
    const message = stripPrivate(original)
    const blocks = [writeParts(message.content, Number.POSITIVE_INFINITY)]
    for (const call of message.toolCalls)
      blocks.push(writeCall(call, options.resultCapChars, argumentCapChars))
    const said = blocks.filter((block) => block !== '')
    if (said.length === 0) return
    const index = firstIndex + offset
    const text = `<msg n="${index}" from="${message.role}">\n${said.join('\n')}\n</msg>`
    serialized.push({ index, text, tokens: estimateTextTokens(text, options.family) })
  })
  return serialized
}

function writeCall(call: ToolCall, resultCapChars: number, argumentCapChars: number): string {
  const name = escapeTags(cleanText(call.name)).replace(/["\n\r]/g, ' ')
  const given =
    call.partialArguments === null
      ? writeArguments(call.arguments, argumentCapChars)
      : `${headAndTail(cleanText(call.partialArguments), argumentCapChars)}\n[the arguments were cut off]`
  return `<tool-call name="${name}">\n${escapeTags(given)}\n</tool-call>\n${writeResult(call, resultCapChars)}`
}

function writeResult(call: ToolCall, capChars: number): string {
  if (!call.output) return '<tool-result state="cancelled">\n(no result was recorded)\n</tool-result>'
  const state = call.output.isError ? 'error' : 'ok'
  const text = writeParts(call.output.content, capChars)
  return `<tool-result state="${state}">\n${text === '' ? '(no output)' : text}\n</tool-result>`
}

/** Texts joined by line breaks and capped together, then pictures and other blocks as counts. */
function writeParts(parts: readonly Part[], capChars: number): string {
  const texts: string[] = []
  const others = new Map<string, number>()
  let images = 0
  for (const part of parts) {
    if (part.kind === 'text') {
      const text = cleanText(part.text).trim()
      if (text !== '') texts.push(text)
    } else if (part.kind === 'image') images += 1
    else others.set(part.type, (others.get(part.type) ?? 0) + 1)
  }
  const lines: string[] = []
  if (texts.length > 0) lines.push(escapeTags(headAndTail(texts.join('\n'), capChars)))
  if (images > 0) lines.push(images === 1 ? '[1 image]' : `[${images} images]`)
  for (const [type, count] of others)
    lines.push(`[${count} of kind ${escapeTags(cleanText(type).slice(0, 60))}]`)
  return lines.join('\n')
}

/** Terminal colours and control signs say nothing to a summarizer; lone surrogates become U+FFFD. */
function cleanText(text: string): string {
  return replaceBinaryRuns(text.toWellFormed().replace(CONTROL_SIGNS, ''))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const CONTROL_SIGNS = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Shortest piece that a long argument is cut to, in characters. */
const SHORTEST_LEAF = 200

/** Arguments as compact JSON; only long strings in them are shortened, so that names and paths stay whole. */
function writeArguments(value: JsonValue, capChars: number): string {
  const whole = JSON.stringify(cleanLeaves(value, Number.POSITIVE_INFINITY)) ?? 'null'
  if (whole.length <= capChars) return whole
  const leafChars = Math.max(SHORTEST_LEAF, Math.floor(capChars / 4))
  const shortened = JSON.stringify(cleanLeaves(value, leafChars)) ?? 'null'
  return headAndTail(shortened, Math.max(capChars, SHORTEST_LEAF))
}

function cleanLeaves(value: JsonValue, leafChars: number): JsonValue {
  if (typeof value === 'string') return headAndTail(cleanText(value), leafChars)
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map((item) => cleanLeaves(item, leafChars))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanLeaves(item, leafChars)]))
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
