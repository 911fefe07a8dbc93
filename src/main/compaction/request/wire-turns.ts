import type { ImagePart, JsonValue, Message, Part, ToolCall } from '../../../shared/thread/message.ts'
import { CANCELLED_RESULT } from '../boundary/repair.ts'
import type { FamilyRules } from './families.ts'
import { wellFormedValue } from './well-formed.ts'
import { createCallIds, wireToolName } from './wire-names.ts'

/** A picture's bytes as base64; null = they cannot be had, and a placeholder is sent. */
export type ImageData = (
  message: Message,
  part: ImagePart,
) => { readonly mimeType: string; readonly base64: string } | null

export type WirePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly mimeType: string; readonly base64: string }

export interface WireCall {
  readonly id: string
  readonly name: string
  readonly arguments: { readonly [key: string]: JsonValue }
  /** Never empty. */
  readonly output: readonly WirePart[]
  readonly isError: boolean
}

/** One message as every protocol sends it, before it takes the protocol's form. Never without content. */
export type WireTurn =
  | { readonly role: 'user'; readonly parts: readonly WirePart[] }
  | {
      readonly role: 'assistant'
      /** May be empty when there are calls. */
      readonly text: string
      readonly calls: readonly WireCall[]
      readonly thinking: string | null
      readonly privateItems: readonly JsonValue[]
    }

/** What stands for a result that says nothing: it may not be dropped and may not be empty (B-15). */
export const SILENT_OUTPUT = '[No output]'
const SILENT_FAILURE = '[Failed without a message]'
const NO_IMAGE = '[Picture not available]'
/** Picture types that all three protocols document. */
const SENT_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/**
 * Messages of the projection as turns for the wire: empty ones out (B-14), silent results with a placeholder
 * (B-15), arguments as JSON objects (B-20), unique call ids, well-formed text (I10). A call without a result
 * gets the cancelled one. Depends on each message and the ids before it only.
 */
export function wireTurns(
  messages: readonly Message[],
  family: FamilyRules,
  imageData: ImageData,
): readonly WireTurn[] {
  const nextId = createCallIds(family.callIds)
  return messages.flatMap((message): readonly WireTurn[] => {
    if (message.role === 'user') {
      const parts = wireParts(message, message.content, imageData)
      return parts.length === 0 ? [] : [{ role: 'user', parts }]
    }
    const text = assistantText(message)
    const calls = message.toolCalls.map((call) => wireCall(message, call, nextId, imageData))
    if (text.trim() === '' && calls.length === 0) return []
    const thinking = message.thinking?.toWellFormed() ?? null
    const privateItems = message.runtime?.privateItems ?? []
    return [{ role: 'assistant', text: text.trim() === '' ? '' : text, calls, thinking, privateItems }]
  })
}

/** Text of a reply as it is sent; positions in private state count its characters. */
function assistantText(message: Message): string {
  return message.content
    .flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    .join('')
    .toWellFormed()
}

function wireCall(
  message: Message,
  call: ToolCall,
  nextId: (id: string) => string,
  imageData: ImageData,
): WireCall {
  const output = call.output ?? {
    content: [{ kind: 'text' as const, text: CANCELLED_RESULT }],
    isError: true,
  }
  const parts = wireParts(message, output.content, imageData)
  const silent = { kind: 'text' as const, text: output.isError ? SILENT_FAILURE : SILENT_OUTPUT }
  return {
    id: nextId(call.id),
    name: wireToolName(call.name),
    arguments: argumentsObject(call),
    output: parts.length === 0 ? [silent] : parts,
    isError: output.isError,
  }
}

/** Always an object: text that is none is wrapped whole, never cut (B-20). */
function argumentsObject(call: ToolCall): { readonly [key: string]: JsonValue } {
  if (call.partialArguments !== null) return { incomplete: call.partialArguments.toWellFormed() }
  const value = wellFormedValue(call.arguments)
  if (isObject(value)) return value
  return value === null || value === '' ? {} : { value }
}

function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wireParts(message: Message, content: readonly Part[], imageData: ImageData): readonly WirePart[] {
  return content.flatMap((part): readonly WirePart[] => {
    if (part.kind === 'text') return part.text.trim() === '' ? [] : [textPart(part.text)]
    if (part.kind === 'other') return [textPart(`[Block of type "${part.type.slice(0, 60)}" is not sent]`)]
    const data = imageData(message, part)
    if (data === null || data.base64 === '' || !SENT_TYPES.has(data.mimeType)) return [textPart(NO_IMAGE)]
    return [{ kind: 'image', mimeType: data.mimeType, base64: data.base64 }]
  })
}

function textPart(text: string): WirePart {
  return { kind: 'text', text: text.toWellFormed() }
}
