import type { JsonValue, Message, Part, ToolCall } from '../../shared/thread/message.ts'
import { readCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { replaceBinaryRuns } from '../compaction/sanitize/binary-runs.ts'
import type { RowRole } from './role-codes.ts'

/** Texts of a message by where they stand. Both the index and the snippets read them in this form. */
export interface MessageTexts {
  /** What was said. */
  readonly text: string
  /** Names, arguments and results of calls. */
  readonly tool: string
  readonly thinking: string
}

/** Longest text of one kind that is indexed of one message, in characters. */
const MOST_CHARS = 4_000_000

/** What can be found in a message. Encoded bytes are left out; so is the wrapper of a checkpoint. */
export function messageTexts(message: Message, role: RowRole = message.role): MessageTexts {
  const said = partsText(message.content)
  return {
    text: bound(role === 'checkpoint' ? (readCheckpoint(said)?.body ?? said) : said),
    tool: bound(message.toolCalls.map(callText).join('\n')),
    thinking: bound(message.thinking ?? ''),
  }
}

/** All of a message in the order it is read. */
export function wholeText(message: Message): string {
  const { text, tool, thinking } = messageTexts(message)
  return [thinking, text, tool].filter((part) => part.trim() !== '').join('\n\n')
}

/** Name, arguments and result of one call. */
export function callText(call: ToolCall): string {
  const given = call.partialArguments ?? argumentsText(call.arguments)
  return `${call.name}\n${given}\n${call.output === null ? '' : partsText(call.output.content)}`
}

function partsText(parts: readonly Part[]): string {
  const texts: string[] = []
  for (const part of parts) {
    if (part.kind === 'text') texts.push(part.text)
    else if (part.kind === 'other') texts.push(part.json)
  }
  return texts.join('\n')
}

/** The values of a call's arguments with their names, without the signs of JSON. */
function argumentsText(value: JsonValue): string {
  if (value === null) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map((item: JsonValue) => argumentsText(item)).join('\n')
  return Object.entries(value)
    .map(([name, item]) => `${name}: ${argumentsText(item)}`)
    .join('\n')
}

function bound(text: string): string {
  const readable = text.length < 200 ? text : replaceBinaryRuns(text)
  return readable.length <= MOST_CHARS ? readable : readable.slice(0, MOST_CHARS)
}
