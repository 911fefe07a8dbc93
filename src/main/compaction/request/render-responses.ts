import { isObject, type JsonObject, readLayout } from './private-layout.ts'
import { resultText } from './render-chat.ts'
import type { RequestParts } from './render-request.ts'
import type { WireCall, WirePart, WireTurn } from './wire-turns.ts'

/**
 * Responses, with nothing stored at the provider. Reasoning items go back as they came, encrypted; messages and
 * calls carry no item ids, which would point at things the provider does not have.
 */
export function renderResponses(parts: RequestParts): JsonObject {
  const { family, maxOutputTokens } = parts
  return {
    model: parts.model,
    ...(parts.system === '' ? {} : { instructions: parts.system }),
    input: parts.turns.flatMap(turnItems),
    ...(parts.tools.length === 0
      ? {}
      : {
          tools: parts.tools.map(({ name, description, schema }) => ({
            type: 'function',
            name,
            description,
            parameters: schema,
            strict: false,
          })),
        }),
    ...(maxOutputTokens === null ? {} : { max_output_tokens: maxOutputTokens }),
    ...(family.asksReasoningSummary ? { reasoning: { summary: 'auto' } } : {}),
    ...(family.asksEncryptedReasoning ? { include: ['reasoning.encrypted_content'] } : {}),
    store: false,
    stream: true,
  }
}

function turnItems(turn: WireTurn): readonly JsonObject[] {
  if (turn.role === 'user') return [{ role: 'user', content: turn.parts.map(inputPart) }]
  return [...replyItems(turn), ...turn.calls.map(callOutput)]
}

function replyItems(turn: Extract<WireTurn, { role: 'assistant' }>): readonly JsonObject[] {
  const steps = readLayout(turn.privateItems, turn.text, turn.calls.length)
  const plain = readLayout([], turn.text, turn.calls.length) ?? []
  const items = (steps ?? plain).flatMap((step): readonly JsonObject[] => {
    if (step.kind === 'private') return isReasoning(step.block) ? [withoutStatus(step.block)] : []
    if (step.kind === 'text') return step.text.trim() === '' ? [] : [outputMessage(step.text, step.phase)]
    const call = turn.calls[step.position]
    return call === undefined ? [] : [functionCall(call)]
  })
  // Reasoning goes with the item that it led to, or not at all (B-09).
  return items.filter((item, index) => item.type !== 'reasoning' || items[index + 1] !== undefined)
}

/** Without its encrypted content an item is useless: nothing was stored. */
function isReasoning(block: JsonObject): boolean {
  return block.type === 'reasoning' && typeof block.encrypted_content === 'string'
}

function withoutStatus(block: JsonObject): JsonObject {
  const { status: _, ...rest } = block
  return isObject(rest) ? rest : block
}

function outputMessage(text: string, phase: string | null): JsonObject {
  return {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
    ...(phase === null ? {} : { phase }),
  }
}

function functionCall(call: WireCall): JsonObject {
  return {
    type: 'function_call',
    call_id: call.id,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
  }
}

function callOutput(call: WireCall): JsonObject {
  const head = { type: 'function_call_output', call_id: call.id }
  const lines = call.output.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  if (lines.length === call.output.length) return { ...head, output: resultText(lines, call.isError) }
  const failed: readonly WirePart[] = call.isError ? [{ kind: 'text', text: '[The tool failed]' }] : []
  return { ...head, output: [...failed, ...call.output].map(inputPart) }
}

function inputPart(part: WirePart): JsonObject {
  return part.kind === 'text'
    ? { type: 'input_text', text: part.text }
    : { type: 'input_image', image_url: `data:${part.mimeType};base64,${part.base64}`, detail: 'auto' }
}
