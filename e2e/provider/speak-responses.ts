import type { Answer, Frame } from './answer.ts'
import type { PrivateState } from './private-state.ts'
import type { JsonObject } from './types.ts'

const HEAD = { id: 'resp_scripted', object: 'response', created_at: 1_790_000_000 }

/** The stream of Responses: created, items with their parts and deltas, then completed or incomplete. */
export function responsesFrames(answer: Answer, state: PrivateState): readonly Frame[] {
  const frames: Frame[] = []
  function send(type: string, data: JsonObject): void {
    frames.push({ event: type, data: JSON.stringify({ type, sequence_number: frames.length, ...data }) })
  }
  const items = outputItems(answer, state)
  send('response.created', { response: { ...HEAD, status: 'in_progress', model: answer.model, output: [] } })
  for (const [output_index, item] of items.entries()) {
    send('response.output_item.added', {
      output_index,
      item: { ...item, content: [], status: 'in_progress' },
    })
    if (item.type === 'message') {
      const place = { item_id: item.id, output_index, content_index: 0 }
      send('response.content_part.added', {
        ...place,
        part: { type: 'output_text', text: '', annotations: [] },
      })
      for (const delta of answer.deltas) send('response.output_text.delta', { ...place, delta, logprobs: [] })
      send('response.output_text.done', { ...place, text: answer.text, logprobs: [] })
      send('response.content_part.done', {
        ...place,
        part: { type: 'output_text', text: answer.text, annotations: [] },
      })
    }
    send('response.output_item.done', { output_index, item })
  }
  if (answer.finish === null) return frames
  const response = responsesBody(answer, state)
  send(answer.finish === 'completed' ? 'response.completed' : 'response.incomplete', { response })
  return frames
}

/** The same answer in one body. */
export function responsesBody(answer: Answer, state: PrivateState): JsonObject {
  const isComplete = answer.finish === 'completed'
  return {
    ...HEAD,
    model: answer.model,
    status: isComplete ? 'completed' : 'incomplete',
    incomplete_details: isComplete ? null : { reason: answer.finish },
    error: null,
    output: outputItems(answer, state),
    usage: usage(answer),
  }
}

function outputItems(answer: Answer, state: PrivateState): readonly JsonObject[] {
  const items: JsonObject[] = []
  if (answer.thinking !== null)
    items.push({
      type: 'reasoning',
      id: 'rs_scripted',
      summary: [],
      encrypted_content: state.encrypt(answer.thinking),
    })
  if (answer.toolCall !== null)
    items.push({
      type: 'function_call',
      id: 'fc_scripted',
      call_id: 'call_scripted',
      name: answer.toolCall.name,
      arguments: JSON.stringify(answer.toolCall.arguments),
    })
  if (answer.toolCall === null || answer.text !== '')
    items.push({
      type: 'message',
      id: 'msg_scripted',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: answer.text, annotations: [] }],
    })
  return items
}

function usage({ usage: counted }: Answer): unknown {
  if (counted === null) return null
  return {
    input_tokens: counted.input,
    input_tokens_details: { cached_tokens: counted.cached },
    output_tokens: counted.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: counted.input + counted.output,
  }
}
