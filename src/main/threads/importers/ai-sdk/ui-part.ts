import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'

/** A tool part of any version: call and, where there is one, its result. */
export interface ToolPart {
  readonly id: string
  readonly name: string
  readonly input: JsonValue
  /** Null = no answer yet. */
  readonly result: { readonly value: JsonValue; readonly isError: boolean } | null
}

/**
 * Reads `tool-<name>` and `dynamic-tool` of versions 5 and 6, and `tool-invocation` of version 4; null for other
 * parts. A denied call has an answer: the refusal.
 */
export function toolPartOf(value: JsonValue): ToolPart | null {
  const part = asObject(value)
  const type = asText(part?.type)
  if (part === null) return null
  if (type === 'tool-invocation') return oldToolPart(asObject(part.toolInvocation) ?? {})
  if (type === 'tool-call' || type === 'tool-result') return null
  if (type !== 'dynamic-tool' && !type.startsWith('tool-')) return null
  const name = type === 'dynamic-tool' ? asText(part.toolName) : type.slice('tool-'.length)
  const input = part.input ?? part.rawInput ?? {}
  return { id: asText(part.toolCallId), name, input, result: resultOf(part) }
}

function resultOf(part: JsonObject): ToolPart['result'] {
  switch (part.state) {
    case 'output-available':
      // A preliminary output is followed by the final one in the same part.
      return { value: part.output ?? null, isError: false }
    case 'output-error':
      return { value: part.errorText ?? 'The tool failed.', isError: true }
    case 'output-denied':
      return { value: asObject(part.approval)?.reason ?? 'The call was denied.', isError: true }
    default:
      return null
  }
}

/** A tool invocation of version 4, alone or inside its part. */
export function oldToolPart(invocation: JsonObject): ToolPart {
  return {
    id: asText(invocation.toolCallId),
    name: asText(invocation.toolName),
    input: invocation.args ?? {},
    result: invocation.state === 'result' ? { value: invocation.result ?? null, isError: false } : null,
  }
}

/** Where each step of a message begins and ends: at its `step-start` parts. At least one. */
export function stepsOf(
  parts: readonly JsonValue[],
): readonly { readonly from: number; readonly to: number }[] {
  const starts = parts.flatMap((part, at) => (at > 0 && asObject(part)?.type === 'step-start' ? [at] : []))
  const bounds = [0, ...starts, parts.length]
  return bounds.slice(0, -1).map((from, at) => ({ from, to: bounds[at + 1] ?? parts.length }))
}
