import type { Message, Part, Role, ToolCall } from '../../shared/thread/message.ts'

/** A message with the given fields and nothing else; for tests. */
export function sampleMessage(
  role: Role,
  content: string | readonly Part[],
  more: Partial<Message> = {},
): Message {
  return {
    id: 'm',
    role,
    content: typeof content === 'string' ? [{ kind: 'text', text: content }] : content,
    thinking: null,
    toolCalls: [],
    usage: null,
    durationMs: null,
    hasPrivateReasoning: false,
    metaFlag: null,
    ...more,
  }
}

/** A call with a text result, or without any when `result` is null; for tests. */
export function sampleCall(
  name: string,
  args: ToolCall['arguments'],
  result: string | null,
  isError = false,
): ToolCall {
  return {
    id: 'c',
    name,
    arguments: args,
    partialArguments: null,
    output: result === null ? null : { content: [{ kind: 'text', text: result }], isError },
  }
}
