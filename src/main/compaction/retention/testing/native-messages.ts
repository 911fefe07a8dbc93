import type { JsonValue, Message, Part, ToolCall } from '../../../../shared/thread/message.ts'
import { asRecord, isList } from '../../facts/message-text.ts'

/** Messages of a parsed native thread, for tests and measurements; pictures and unknown blocks keep only their kind. */
export function nativeMessages(thread: JsonValue): readonly Message[] {
  const messages = asRecord(asRecord(thread)?.context)?.messages
  if (messages === undefined || messages === null || typeof messages !== 'object' || !isList(messages))
    return []
  return messages.map((value, index) => {
    const record = asRecord(value) ?? {}
    return {
      id: typeof record.id === 'string' ? record.id : String(index),
      role: record.role === 'user' ? 'user' : 'assistant',
      content: toParts(record.content),
      thinking: null,
      toolCalls: listOf(record.toolCalls).map(toCall),
      usage: null,
      durationMs: null,
      hasPrivateReasoning: false,
      metaFlag: null,
    }
  })
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && value !== null && typeof value === 'object' && isList(value) ? value : []
}

function toParts(value: JsonValue | undefined): readonly Part[] {
  return listOf(value).flatMap((part): readonly Part[] => {
    const record = asRecord(part)
    if (record?.type === 'text' && typeof record.text === 'string')
      return [{ kind: 'text', text: record.text }]
    return []
  })
}

function toCall(value: JsonValue): ToolCall {
  const record = asRecord(value)
  const input = asRecord(record?.input)
  const output = asRecord(record?.output)
  return {
    id: typeof record?.id === 'string' ? record.id : '',
    name: typeof input?.name === 'string' ? input.name : '',
    arguments: input?.arguments ?? {},
    partialArguments: typeof input?.partialArguments === 'string' ? input.partialArguments : null,
    output: output === null ? null : { content: toParts(output.content), isError: output.isError === true },
  }
}
