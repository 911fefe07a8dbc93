import { type Answer, type Frame, scriptedId } from './answer.ts'
import type { PrivateState } from './private-state.ts'
import type { JsonObject } from './types.ts'

/** The stream of Messages: message_start, blocks with deltas, a ping, message_delta, message_stop. */
export function anthropicFrames(answer: Answer, state: PrivateState): readonly Frame[] {
  const frames: Frame[] = []
  function send(type: string, data: JsonObject): void {
    frames.push({ event: type, data: JSON.stringify({ type, ...data }) })
  }
  const start = {
    ...head(answer),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: startUsage(answer),
  }
  send('message_start', { message: start })
  send('ping', {})
  let index = 0
  function block(content_block: JsonObject, deltas: readonly JsonObject[]): void {
    send('content_block_start', { index, content_block })
    for (const delta of deltas) send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
    index += 1
  }
  let calls = 0
  for (const given of answer.blocks) {
    if (given.kind === 'thinking')
      block({ type: 'thinking', thinking: '', signature: '' }, [
        { type: 'thinking_delta', thinking: given.text },
        { type: 'signature_delta', signature: state.sign(given.text) },
      ])
    else if (given.kind === 'text')
      block(
        { type: 'text', text: '' },
        given.deltas.map((text) => ({ type: 'text_delta', text })),
      )
    else
      block(
        { type: 'tool_use', id: given.id ?? scriptedId('toolu', calls++), name: given.name, input: {} },
        given.deltas.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      )
  }
  if (answer.finish === null) return frames
  send('message_delta', {
    delta: { stop_reason: answer.finish, stop_sequence: null },
    usage: { output_tokens: answer.usage?.output ?? 0 },
  })
  send('message_stop', {})
  return frames
}

/** The same answer in one body. */
export function anthropicBody(answer: Answer, state: PrivateState): unknown {
  let calls = 0
  const content = answer.blocks.map((given): JsonObject => {
    if (given.kind === 'thinking')
      return { type: 'thinking', thinking: given.text, signature: state.sign(given.text) }
    if (given.kind === 'text') return { type: 'text', text: given.text }
    const id = given.id ?? scriptedId('toolu', calls++)
    return { type: 'tool_use', id, name: given.name, input: given.arguments }
  })
  const usage = { ...startUsage(answer), output_tokens: answer.usage?.output ?? 0 }
  return { ...head(answer), content, stop_reason: answer.finish, stop_sequence: null, usage }
}

function head(answer: Answer): JsonObject {
  return { id: 'msg_scripted', type: 'message', role: 'assistant', model: answer.model }
}

function startUsage({ usage }: Answer): JsonObject {
  return {
    input_tokens: (usage?.input ?? 0) - (usage?.cached ?? 0),
    cache_read_input_tokens: usage?.cached ?? 0,
    cache_creation_input_tokens: 0,
    output_tokens: usage === null ? 0 : 1,
  }
}
