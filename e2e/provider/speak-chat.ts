import type { Answer, Frame } from './answer.ts'
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
  if (answer.thinking !== null) send({ reasoning_content: answer.thinking })
  for (const content of answer.deltas) send({ content })
  if (answer.toolCall !== null) send({ tool_calls: [{ index: 0, ...toolCall(answer) }] })
  if (answer.finish !== null) send({}, answer.finish)
  if (answer.usage !== null && asObject(body.stream_options).include_usage === true)
    frames.push(frame({ ...base, choices: [], usage: usage(answer) }))
  frames.push({ event: null, data: '[DONE]' })
  return frames
}

/** The same answer in one body. */
export function chatBody(answer: Answer): unknown {
  const message = {
    role: 'assistant',
    content: answer.text,
    ...(answer.toolCall === null ? {} : { tool_calls: [toolCall(answer)] }),
  }
  return {
    ...HEAD,
    object: 'chat.completion',
    model: answer.model,
    choices: [{ index: 0, message, finish_reason: answer.finish }],
    usage: usage(answer),
  }
}

function toolCall({ toolCall: call }: Answer): JsonObject {
  return {
    id: 'call_scripted',
    type: 'function',
    function: { name: call?.name, arguments: JSON.stringify(call?.arguments ?? {}) },
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
