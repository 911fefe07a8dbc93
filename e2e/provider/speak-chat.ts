import { type Answer, type FilledBlock, type Frame, scriptedId } from './answer.ts'
import { asObject } from './json.ts'
import type { JsonObject } from './types.ts'

const HEAD = { id: 'chatcmpl-scripted', created: 1_790_000_000 }

/** The stream of Chat Completions: role, deltas, finish, usage when asked for, `[DONE]`. */
export function chatFrames(answer: Answer, body: JsonObject): readonly Frame[] {
  const base = { ...HEAD, object: 'chat.completion.chunk', model: answer.model }
  const frames: Frame[] = []
  function send(delta: JsonObject, finish: string | null = null): void {
    frames.push(frame({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] }))
  }
  send({ role: 'assistant', content: '' })
  let index = 0
  for (const block of answer.blocks) {
    if (block.kind === 'thinking') send({ reasoning_content: block.text })
    else if (block.kind === 'text') for (const content of block.deltas) send({ content })
    else {
      const call = toolCall(block, index)
      send({ tool_calls: [{ index, ...call, function: { name: block.name, arguments: '' } }] })
      for (const piece of block.deltas) send({ tool_calls: [{ index, function: { arguments: piece } }] })
      index += 1
    }
  }
  if (answer.finish !== null) send({}, answer.finish)
  if (answer.usage !== null && asObject(body.stream_options).include_usage === true)
    frames.push(frame({ ...base, choices: [], usage: usage(answer) }))
  frames.push({ event: null, data: '[DONE]' })
  return frames
}

/** The same answer in one body. */
export function chatBody(answer: Answer): unknown {
  const calls = answer.blocks.filter((block) => block.kind === 'call').map(toolCall)
  const message = {
    role: 'assistant',
    content: answer.text,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
  return {
    ...HEAD,
    object: 'chat.completion',
    model: answer.model,
    choices: [{ index: 0, message, finish_reason: answer.finish }],
    usage: usage(answer),
  }
}

function toolCall(call: Extract<FilledBlock, { kind: 'call' }>, index: number): JsonObject {
  return {
    id: call.id ?? scriptedId('call', index),
    ...(call.extra === undefined ? {} : { extra_content: call.extra }),
    type: 'function',
    function: { name: call.name, arguments: call.argumentsText },
  }
}

function usage({ usage: counted }: Answer): unknown {
  if (counted === null) return null
  return {
    prompt_tokens: counted.input,
    completion_tokens: counted.output,
    total_tokens: counted.input + counted.output,
    prompt_tokens_details: { cached_tokens: counted.cached },
  }
}

function frame(data: unknown): Frame {
  return { event: null, data: JSON.stringify(data) }
}
