import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asKey, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { langChainMessage } from './langchain-message.ts'

/** The message chunk of a recorded stream's element `[namespace, [chunk, metadata]]`; null = another event. */
export function streamChunk(value: JsonValue | undefined): JsonValue | null {
  const [first, second] = asList(value)
  const pair = asList(second).length > 0 ? asList(second) : [first, second]
  return langChainMessage(pair[0]) === null ? null : (pair[0] ?? null)
}

/** Fields of one message from its chunks: texts joined, calls joined by their index, the last of all else. */
export function mergeChunks(chunks: readonly JsonObject[]): JsonObject {
  const merged: { [name: string]: JsonValue } = {}
  const texts: string[] = []
  const blocks: JsonValue[] = []
  const calls = new Map<string, { id: string; name: string; args: string }>()
  for (const chunk of chunks) {
    for (const [name, value] of Object.entries(chunk)) if (value !== null) merged[name] = value
    if (typeof chunk.content === 'string') texts.push(chunk.content)
    else blocks.push(...asList(chunk.content))
    for (const value of asList(chunk.tool_call_chunks)) {
      const part = asObject(value)
      const index = asKey(part?.index ?? calls.size)
      const call = calls.get(index) ?? { id: '', name: '', args: '' }
      calls.set(index, {
        id: call.id || asText(part?.id),
        name: call.name + asText(part?.name),
        args: call.args + asText(part?.args),
      })
    }
  }
  const text = texts.join('')
  return {
    ...merged,
    content: blocks.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text', text }]), ...blocks],
    tool_call_chunks: [],
    ...(calls.size === 0 ? {} : { tool_calls: [...calls.values()], invalid_tool_calls: [] }),
  }
}
