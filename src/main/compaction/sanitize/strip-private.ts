import type { Message, Part } from '../../../shared/thread/message.ts'

/** Block types that hold reasoning or state which only its provider may read. */
const PRIVATE_TYPES = /^(?:thinking|redacted_thinking|reasoning|compaction|encrypted[\w-]*|thought[\w-]*)$/i

/** Fields by which other blocks carry such state. */
const PRIVATE_FIELDS =
  /"(?:encrypted_content|encryptedContent|signature|thoughtSignature|thinkingSignature|redacted_thinking)"\s*:/

/**
 * The message without anything a summarizer must not see: readable and hidden reasoning, blocks that hold
 * provider-private state, and the private items this program's agent kept beside them (S-068, S-070). Text,
 * pictures, calls and results stay as they are (S-071). Gives the same object back when there is nothing to strip.
 */
export function stripPrivate(message: Message): Message {
  const stripped = withoutPrivateBlocks(message)
  const isPrivate = stripped.thinking !== null || stripped.hasPrivateReasoning || hasPrivateItems(stripped)
  return isPrivate ? withoutReasoning(stripped) : stripped
}

/** The message without reasoning, readable and private; its blocks are left alone. */
export function withoutReasoning(message: Message): Message {
  const bare = { ...message, thinking: null, hasPrivateReasoning: false }
  return message.runtime ? { ...bare, runtime: { ...message.runtime, privateItems: [] } } : bare
}

/** Whether the agent kept private items of a provider with the message. */
export function hasPrivateItems(message: Message): boolean {
  return message.runtime !== undefined && message.runtime.privateItems.length > 0
}

/** The message without private blocks in its content and in results; the same object when it has none. */
export function withoutPrivateBlocks(message: Message): Message {
  const content = withoutPrivate(message.content)
  let isChanged = content !== message.content
  const toolCalls = message.toolCalls.map((call) => {
    if (!call.output) return call
    const kept = withoutPrivate(call.output.content)
    if (kept === call.output.content) return call
    isChanged = true
    return { ...call, output: { ...call.output, content: kept } }
  })
  return isChanged ? { ...message, content, toolCalls } : message
}

function withoutPrivate(parts: readonly Part[]): readonly Part[] {
  return parts.some(isPrivate) ? parts.filter((part) => !isPrivate(part)) : parts
}

function isPrivate(part: Part): boolean {
  return part.kind === 'other' && (PRIVATE_TYPES.test(part.type) || PRIVATE_FIELDS.test(part.json))
}
