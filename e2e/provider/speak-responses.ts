import { type Answer, type Frame, scriptedId } from './answer.ts'
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
  for (const [output_index, { item, deltas }] of items.entries()) {
    const place = { item_id: item.id, output_index }
    const begun = item.type === 'function_call' ? { ...item, arguments: '' } : { ...item, content: [] }
    send('response.output_item.added', { output_index, item: { ...begun, status: 'in_progress' } })
    if (item.type === 'message') {
      const inner = { ...place, content_index: 0 }
      const text = deltas.join('')
      send('response.content_part.added', { ...inner, part: outputText('') })
      for (const delta of deltas) send('response.output_text.delta', { ...inner, delta, logprobs: [] })
      send('response.output_text.done', { ...inner, text, logprobs: [] })
      send('response.content_part.done', { ...inner, part: outputText(text) })
    } else if (item.type === 'function_call') {
      for (const delta of deltas) send('response.function_call_arguments.delta', { ...place, delta })
      send('response.function_call_arguments.done', { ...place, arguments: deltas.join('') })
    } else if (deltas.length > 0) {
      const inner = { ...place, summary_index: 0 }
      send('response.reasoning_summary_part.added', { ...inner, part: { type: 'summary_text', text: '' } })
      for (const delta of deltas) send('response.reasoning_summary_text.delta', { ...inner, delta })
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
    output: outputItems(answer, state).map(({ item }) => item),
    usage: usage(answer),
  }
}

interface OutputItem {
  readonly item: JsonObject
  readonly deltas: readonly string[]
}

function outputItems(answer: Answer, state: PrivateState): readonly OutputItem[] {
  let calls = 0
  let reasonings = 0
  const items = answer.blocks.map((block): OutputItem => {
    if (block.kind === 'thinking') return reasoning(block.text, scriptedId('rs', reasonings++), state)
    if (block.kind === 'text') return { item: message(block.text), deltas: block.deltas }
    const index = calls++
    const item = {
      type: 'function_call',
      id: scriptedId('fc', index),
      call_id: block.id ?? scriptedId('call', index),
      name: block.name,
      arguments: block.argumentsText,
    }
    return { item, deltas: block.deltas }
  })
  const isSilent = answer.blocks.every((block) => block.kind === 'thinking')
  return isSilent ? [...items, { item: message(''), deltas: [] }] : items
}

function reasoning(text: string, id: string, state: PrivateState): OutputItem {
  const item = {
    type: 'reasoning',
    id,
    summary: [{ type: 'summary_text', text }],
    encrypted_content: state.encrypt(text),
  }
  return { item, deltas: [text] }
}

function message(text: string): JsonObject {
  return {
    type: 'message',
    id: 'msg_scripted',
    role: 'assistant',
    status: 'completed',
    content: [outputText(text)],
  }
}

function outputText(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [] }
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
