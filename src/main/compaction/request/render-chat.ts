import type { JsonObject } from './private-layout.ts'
import type { RequestParts } from './render-request.ts'
import type { WireCall, WirePart, WireTurn } from './wire-turns.ts'

/** Stands in a tool message for its pictures: Chat Completions takes text only there. */
const PICTURE_BELOW = '[Picture: see the next message]'
const PICTURE_LEFT_OUT = '[Picture: this provider takes none from tools]'

/** Chat Completions. System text is the first message; each result is a message of its own. */
export function renderChat(parts: RequestParts): JsonObject {
  const { family, maxOutputTokens } = parts
  const system: readonly JsonObject[] = parts.system === '' ? [] : [{ role: 'system', content: parts.system }]
  return {
    model: parts.model,
    messages: [...system, ...parts.turns.flatMap((turn) => turnMessages(turn, parts))],
    ...(parts.tools.length === 0
      ? {}
      : {
          tools: parts.tools.map(({ name, description, schema }) => ({
            type: 'function',
            function: { name, description, parameters: schema },
          })),
        }),
    ...(maxOutputTokens === null ? {} : { [family.outputLimit]: maxOutputTokens }),
    stream: true,
    stream_options: { include_usage: true },
  }
}

function turnMessages(turn: WireTurn, { family }: RequestParts): readonly JsonObject[] {
  if (turn.role === 'user') return [{ role: 'user', content: userContent(turn.parts) }]
  const { calls, text } = turn
  const reasoning: JsonObject =
    family.reasoningField === null || (turn.thinking === null && calls.length === 0)
      ? {}
      : // A reply with calls must have the field, even where its reasoning was another model's.
        { [family.reasoningField]: turn.thinking ?? '' }
  const reply: JsonObject = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...reasoning,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(toolCall) }),
  }
  const results = calls.map((call) => toolResult(call, family.bridgesToolToUser))
  const pictures = family.bridgesToolToUser
    ? []
    : calls.flatMap((call) => call.output.filter((part) => part.kind === 'image'))
  if (pictures.length === 0) return [reply, ...results]
  const heading: WirePart = { kind: 'text', text: '[Pictures of the tool results above]' }
  return [reply, ...results, { role: 'user', content: userContent([heading, ...pictures]) }]
}

function userContent(parts: readonly WirePart[]): string | readonly JsonObject[] {
  if (parts.every((part) => part.kind === 'text')) return parts.map((part) => part.text).join('\n\n')
  return parts.map((part) =>
    part.kind === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image_url', image_url: { url: `data:${part.mimeType};base64,${part.base64}` } },
  )
}

function toolCall(call: WireCall): JsonObject {
  return {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }
}

function toolResult(call: WireCall, leavesPicturesOut: boolean): JsonObject {
  const placeholder = leavesPicturesOut ? PICTURE_LEFT_OUT : PICTURE_BELOW
  const lines = call.output.map((part) => (part.kind === 'text' ? part.text : placeholder))
  return { role: 'tool', tool_call_id: call.id, content: resultText(lines, call.isError) }
}

/** These protocols have no flag for a failed call: the text says it. */
export function resultText(lines: readonly string[], isError: boolean): string {
  return (isError ? ['[The tool failed]', ...lines] : lines).join('\n')
}
