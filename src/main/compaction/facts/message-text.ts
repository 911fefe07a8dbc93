import type { JsonValue, Message, Part, ToolCall } from '../../../shared/thread/message.ts'

function joinText(parts: readonly Part[]): string {
  let text = ''
  for (const part of parts) if (part.kind === 'text') text += text === '' ? part.text : `\n${part.text}`
  return text
}

/** What the person or the model wrote, decoded; no thinking, no tool bodies. */
export function messageText(message: Message): string {
  return joinText(message.content)
}

/** What the tool answered, decoded; empty when it never did. */
export function outputText(call: ToolCall): string {
  return call.output === null ? '' : joinText(call.output.content)
}

/** True when the assistant's message says something or holds a call that got its result. */
export function answersRequest(message: Message): boolean {
  if (message.role !== 'assistant') return false
  if (message.toolCalls.length > 0) return message.toolCalls.some((call) => call.output !== null)
  return messageText(message).trim() !== ''
}

/** A string leaf of a call's arguments with the name it stands under. */
export interface ArgumentLeaf {
  readonly key: string
  readonly text: string
}

const MAX_DEPTH = 12

/** String leaves of a JSON value in order, numbers included as text. Deeper than 12 levels is left out. */
export function argumentLeaves(value: JsonValue, key = '', depth = 0): readonly ArgumentLeaf[] {
  if (typeof value === 'string') return [{ key, text: value }]
  if (typeof value === 'number') return [{ key, text: String(value) }]
  if (value === null || typeof value === 'boolean' || depth > MAX_DEPTH) return []
  if (isList(value)) return value.flatMap((item) => argumentLeaves(item, key, depth + 1))
  return Object.entries(value).flatMap(([name, item]) => argumentLeaves(item, name, depth + 1))
}

/** `Array.isArray` does not narrow readonly arrays; this does. */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** The value as a record; null for lists and plain values. */
export function asRecord(value: JsonValue | undefined): { readonly [key: string]: JsonValue } | null {
  if (value === undefined || value === null || typeof value !== 'object' || isList(value)) return null
  return value
}

/** Values of a call's arguments, one per line, without the names they stand under; cut arguments as they stand. */
export function argumentValues(call: ToolCall): string {
  const lines = argumentLeaves(call.arguments).map((leaf) => leaf.text)
  if (call.partialArguments !== null) lines.push(call.partialArguments)
  return lines.join('\n')
}

/** Arguments as text: names and values, one per line. Cut arguments count as they stand. */
export function argumentText(call: ToolCall): string {
  const lines: string[] = []
  collect(call.arguments, lines, 0)
  if (call.partialArguments !== null) lines.push(call.partialArguments)
  return lines.join('\n')
}

function collect(value: JsonValue, lines: string[], depth: number): void {
  if (typeof value === 'string') lines.push(value)
  else if (typeof value === 'number') lines.push(String(value))
  else if (value === null || typeof value === 'boolean' || depth > MAX_DEPTH) return
  else if (isList(value)) for (const item of value) collect(item, lines, depth + 1)
  else
    for (const [name, item] of Object.entries(value)) {
      lines.push(name)
      collect(item, lines, depth + 1)
    }
}
