import { type JsonObject, readLayout } from './private-layout.ts'
import type { RequestParts } from './render-request.ts'
import type { WireCall, WirePart, WireTurn } from './wire-turns.ts'

/** Messages demands a limit. Room for an answer with thinking, within what its models can write. */
const MAX_TOKENS = 16_000
const CACHE_MARK = { type: 'ephemeral' } as const

interface WireMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly JsonObject[]
}

/**
 * Anthropic Messages. Results stand first in the message after their calls. Cache marks: one on the end of
 * system text and tools, one on the end of the list, one on the person's or tools' message before it, so that the
 * next request finds what this one wrote even when many blocks came in between. At most four are allowed.
 */
export function renderAnthropic(parts: RequestParts): JsonObject {
  const { family } = parts
  const hasSystem = parts.system !== ''
  const tools = parts.tools.map(
    ({ name, description, schema }): JsonObject => ({
      name,
      description,
      input_schema: schema,
    }),
  )
  const system: JsonObject = { type: 'text', text: parts.system }
  const messages = joinUsers(parts.turns.flatMap(turnMessages))
  return {
    model: parts.model,
    ...(hasSystem ? { system: [family.hasCacheMarks ? mark(system) : system] } : {}),
    messages: family.hasCacheMarks ? markMessages(messages) : messages.map((message) => ({ ...message })),
    ...(tools.length === 0
      ? {}
      : {
          tools:
            family.hasCacheMarks && !hasSystem
              ? [...tools.slice(0, -1), ...tools.slice(-1).map(mark)]
              : tools,
        }),
    max_tokens: parts.maxOutputTokens ?? MAX_TOKENS,
    stream: true,
  }
}

function turnMessages(turn: WireTurn): readonly WireMessage[] {
  if (turn.role === 'user') return [{ role: 'user', content: turn.parts.map(block) }]
  const reply: WireMessage = { role: 'assistant', content: replyBlocks(turn) }
  return turn.calls.length === 0 ? [reply] : [reply, { role: 'user', content: turn.calls.map(toolResult) }]
}

function replyBlocks(turn: Extract<WireTurn, { role: 'assistant' }>): readonly JsonObject[] {
  const steps = readLayout(turn.privateItems, turn.text, turn.calls.length)
  const plain = readLayout([], turn.text, turn.calls.length) ?? []
  return (steps ?? plain).flatMap((step): readonly JsonObject[] => {
    if (step.kind === 'private') return isThinking(step.block) ? [step.block] : []
    if (step.kind === 'text') return step.text.trim() === '' ? [] : [{ type: 'text', text: step.text }]
    const call = turn.calls[step.position]
    return call === undefined
      ? []
      : [{ type: 'tool_use', id: call.id, name: call.name, input: call.arguments }]
  })
}

function isThinking(item: JsonObject): boolean {
  if (item.type === 'redacted_thinking') return typeof item.data === 'string'
  return item.type === 'thinking' && typeof item.signature === 'string' && item.signature !== ''
}

function toolResult(call: WireCall): JsonObject {
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content: call.output.map(block),
    ...(call.isError ? { is_error: true } : {}),
  }
}

function block(part: WirePart): JsonObject {
  return part.kind === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'image', source: { type: 'base64', media_type: part.mimeType, data: part.base64 } }
}

/** Results and what the person says next are one message; the results stand first because they came first. */
function joinUsers(messages: readonly WireMessage[]): readonly WireMessage[] {
  const joined: WireMessage[] = []
  for (const message of messages) {
    const before = joined.at(-1)
    if (before?.role === 'user' && message.role === 'user')
      joined[joined.length - 1] = { role: 'user', content: [...before.content, ...message.content] }
    else joined.push(message)
  }
  return joined
}

function markMessages(messages: readonly WireMessage[]): readonly JsonObject[] {
  const users = messages.flatMap((message, index) => (message.role === 'user' ? [index] : [])).slice(-2)
  return messages.map((message, index) => {
    const last = message.content.at(-1)
    if (!users.includes(index) || last === undefined) return { ...message }
    return { ...message, content: [...message.content.slice(0, -1), mark(last)] }
  })
}

function mark(item: JsonObject): JsonObject {
  return { ...item, cache_control: CACHE_MARK }
}
