import type { Message, Part } from '../../../shared/thread/message.ts'

/** Block types that hold reasoning or state which only its provider may read. */
const PRIVATE_TYPES = /^(?:thinking|redacted_thinking|reasoning|compaction|encrypted[\w-]*|thought[\w-]*)$/i

/** Fields by which other blocks carry such state. */
const PRIVATE_FIELDS =
  /"(?:encrypted_content|encryptedContent|signature|thoughtSignature|thinkingSignature|redacted_thinking)"\s*:/

/**
 * The message without anything a summarizer must not see: readable and hidden reasoning, and blocks that
 * hold provider-private state (S-068, S-070). Text, pictures, calls and results stay as they are (S-071).
 * Gives the same object back when there is nothing to strip.
 */
export function stripPrivate(message: Message): Message {
  const content = withoutPrivate(message.content)
  let isChanged = content !== message.content || message.thinking !== null || message.hasPrivateReasoning
  const toolCalls = message.toolCalls.map((call) => {
    if (!call.output) return call
    const kept = withoutPrivate(call.output.content)
    if (kept === call.output.content) return call
    isChanged = true
    return { ...call, output: { ...call.output, content: kept } }
  })
  return isChanged ? { ...message, content, toolCalls, thinking: null, hasPrivateReasoning: false } : message
}

function withoutPrivate(parts: readonly Part[]): readonly Part[] {
  return parts.some(isPrivate) ? parts.filter((part) => !isPrivate(part)) : parts
}

function isPrivate(part: Part): boolean {
  return part.kind === 'other' && (PRIVATE_TYPES.test(part.type) || PRIVATE_FIELDS.test(part.json))
}
