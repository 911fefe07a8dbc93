import { asArray, asObject, asText } from './json.ts'
import type { PrivateState } from './private-state.ts'
import { type Refusal, refuse } from './refusal.ts'
import { findForeignField } from './rules-common.ts'
import type { JsonObject } from './types.ts'

/** What Messages refuses about system text, roles, blocks and pairs. */
export function checkAnthropic(body: JsonObject, state: PrivateState): Refusal | null {
  const messages = asArray(body.messages).map(asObject)
  if (messages.length === 0) return refuse('messages: at least one message is required')
  if (typeof body.system === 'string' && body.system.trim() === '')
    return refuse('system: text content blocks must be non-empty')
  const foreign = findForeignField(messages, ['encrypted_content', 'thoughtSignature', 'tool_calls'])
  if (foreign !== null) return refuse(`messages${foreign}: Extra inputs are not permitted`)
  const seen = new Set<string>()
  let pending: readonly string[] = []
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message)
    const refusal =
      checkRole(message, index) ??
      (blocks.length === 0 ? refuse(`messages.${index}: text content blocks must be non-empty`) : null) ??
      checkResults(message, blocks, index, pending) ??
      firstRefusal(blocks, (block, at) => checkBlock(block, `messages.${index}.content.${at}`, seen, state))
    if (refusal !== null) return refusal
    pending = blocks.filter((block) => block.type === 'tool_use').map((block) => asText(block.id))
  }
  if (pending.length > 0) return missing(messages.length - 1, pending)
  return messages.at(-1)?.role === 'user'
    ? null
    : refuse(
        'This model does not support assistant message prefill. The conversation must end with a user message.',
      )
}

function blocksOf(message: JsonObject): readonly JsonObject[] {
  return typeof message.content === 'string'
    ? [{ type: 'text', text: message.content }]
    : asArray(message.content).map(asObject)
}

function checkRole(message: JsonObject, index: number): Refusal | null {
  if (index === 0 && message.role !== 'user')
    return refuse('messages: first message must use the "user" role')
  if (message.role === 'user' || message.role === 'assistant') return null
  return refuse(`messages.${index}.role: Input should be 'user' or 'assistant'`)
}

function checkResults(
  message: JsonObject,
  blocks: readonly JsonObject[],
  index: number,
  pending: readonly string[],
): Refusal | null {
  const results = blocks
    .filter((block) => block.type === 'tool_result')
    .map((block) => asText(block.tool_use_id))
  const unknown = results.find((id) => !pending.includes(id))
  if (unknown !== undefined)
    return refuse(
      `messages.${index}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unknown}.`,
    )
  const open = pending.filter((id) => !results.includes(id))
  if (open.length > 0 || (pending.length > 0 && message.role !== 'user')) return missing(index, pending)
  const isFirst = blocks.slice(0, results.length).every((block) => block.type === 'tool_result')
  return isFirst ? null : missing(index, pending)
}

function missing(index: number, ids: readonly string[]): Refusal {
  return refuse(
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}.`,
  )
}

function checkBlock(block: JsonObject, path: string, seen: Set<string>, state: PrivateState): Refusal | null {
  if (block.type === 'text' && asText(block.text).trim() === '')
    return refuse(`${path}: text content blocks must be non-empty`)
  if (block.type === 'tool_use') {
    const id = asText(block.id)
    if (seen.has(id)) return refuse(`${path}: \`tool_use\` ids must be unique`)
    seen.add(id)
    if (typeof block.input !== 'object' || block.input === null || Array.isArray(block.input))
      return refuse(`${path}.tool_use.input: Input should be a valid dictionary`)
  }
  if (block.type === 'thinking') {
    if (typeof block.signature !== 'string' || block.signature === '')
      return refuse(`${path}.thinking.signature: Field required`)
    if (!state.isSigned(asText(block.thinking), block.signature))
      return refuse(`${path}: Invalid \`signature\` in \`thinking\` block`)
  }
  if (block.type === 'redacted_thinking' && !state.isOwn(asText(block.data)))
    return refuse(
      `${path}: Invalid \`data\` in \`redacted_thinking\` block: Invalid \`signature\` in \`thinking\` block`,
    )
  return null
}

function firstRefusal(
  blocks: readonly JsonObject[],
  check: (block: JsonObject, index: number) => Refusal | null,
): Refusal | null {
  for (const [index, block] of blocks.entries()) {
    const refusal = check(block, index)
    if (refusal !== null) return refusal
  }
  return null
}
