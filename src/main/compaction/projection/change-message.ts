import type { Message, Part, ToolCall } from '../../../shared/thread/message.ts'
import { hasPrivateItems, withoutReasoning } from '../sanitize/strip-private.ts'
import { estimateMessageTokens } from '../tokens/estimate-message.ts'
import type { Override } from './override.ts'
import type { ProjectedMessage } from './projected-message.ts'

/**
 * A message of the projection with the decisions about it carried out, in their order. Null when nothing is left
 * of it: neither calls nor anything to read or see. The same object when no decision meets a call that is there.
 *
 * Arguments, output and pictures of a call change; its id, name and error state never do, and private items stay
 * byte-identical (B-10) or go all together with a removed call, so that no reasoning stands without what followed
 * it (B-09).
 */
export function changeMessage(
  item: ProjectedMessage,
  overrides: readonly Override[],
): ProjectedMessage | null {
  const before = item.message
  let message = before
  let positions = item.callPositions
  let hasRemoved = false
  for (const override of overrides) {
    if (override.call === null) {
      if (override.change.kind === 'remove-images') message = withContent(message, message.content)
      continue
    }
    const at = positions ? positions.indexOf(override.call) : override.call
    const call = message.toolCalls[at]
    if (!call) continue
    if (override.change.kind === 'remove-call') {
      positions = (positions ?? message.toolCalls.map((_, place) => place)).toSpliced(at, 1)
      message = { ...message, toolCalls: message.toolCalls.toSpliced(at, 1) }
      hasRemoved = true
      continue
    }
    const changed = changeCall(call, override)
    if (changed !== call) message = { ...message, toolCalls: message.toolCalls.with(at, changed) }
  }
  if (message === before) return item
  if (hasRemoved && isBare(message)) return null
  if (hasRemoved && (hasPrivateItems(message) || message.hasPrivateReasoning))
    message = withoutReasoning(message)
  const changed = { ...item, message, tokens: estimateMessageTokens(message, item.family) }
  return positions ? { ...changed, callPositions: positions } : changed
}

function changeCall(call: ToolCall, { change }: Override): ToolCall {
  if (change.kind === 'arguments') return { ...call, arguments: change.value, partialArguments: null }
  // A call that still waits has nothing that could be replaced: a result would be invented.
  if (!call.output) return call
  if (change.kind === 'output') {
    const images = change.keepsImages ? call.output.content.filter((part) => part.kind === 'image') : []
    return {
      ...call,
      output: { ...call.output, content: [{ kind: 'text', text: change.text }, ...images] },
    }
  }
  if (change.kind !== 'remove-images') return call
  const content = withoutImages(call.output.content)
  return content === call.output.content ? call : { ...call, output: { ...call.output, content } }
}

function withContent(message: Message, parts: readonly Part[]): Message {
  const content = withoutImages(parts)
  return content === parts ? message : { ...message, content }
}

/** One counted placeholder where the first picture stood. */
function withoutImages(parts: readonly Part[]): readonly Part[] {
  const images = parts.filter((part) => part.kind === 'image')
  if (images.length === 0) return parts
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0)
  const first = parts.findIndex((part) => part.kind === 'image')
  const text = imagePlaceholder(images.length, bytes)
  return parts.flatMap((part, at): readonly Part[] => {
    if (part.kind !== 'image') return [part]
    return at === first ? [{ kind: 'text', text }] : []
  })
}

function imagePlaceholder(count: number, bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000))
  return `[${count === 1 ? '1 image' : `${count} images`} left out, ${kilobytes} kB]`
}

function isBare(message: Message): boolean {
  if (message.toolCalls.length > 0) return false
  return message.content.every((part) => part.kind === 'text' && !/\S/.test(part.text))
}
