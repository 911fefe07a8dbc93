import type { ImportOptions } from '../../shared/ipc/import.ts'
import type { JsonValue } from '../../shared/thread/message.ts'
import { asList, asObject, type JsonObject } from '../threads/native/json-shape.ts'

const NO_OUTPUT = '[The output was left out when this thread was imported.]'
const NO_PICTURE = '[A picture was left out when this thread was imported.]'

/** A native record without what the person does not want. Says in its place what is missing; calls keep their results. */
export function trimRecord(json: string, { toolOutput, images }: ImportOptions): string {
  if (toolOutput && images) return json
  const record = asObject(JSON.parse(json) as JsonValue)
  if (record === null) return json
  const calls = asList(record.toolCalls)
  return JSON.stringify({
    ...record,
    ...(images ? {} : { content: asList(record.content).map(withoutPicture) }),
    ...(calls.length === 0
      ? {}
      : { toolCalls: calls.map((call) => trimCall(asObject(call) ?? {}, toolOutput, images)) }),
  })
}

function trimCall(call: JsonObject, toolOutput: boolean, images: boolean): JsonValue {
  const output = asObject(call.output)
  if (output === null) return call
  const content = toolOutput
    ? images
      ? asList(output.content)
      : asList(output.content).map(withoutPicture)
    : [{ type: 'text', text: NO_OUTPUT }]
  return { ...call, output: { ...output, content } }
}

function withoutPicture(block: JsonValue): JsonValue {
  const type = asObject(block)?.type
  return type === 'image' || type === 'image_data' ? { type: 'text', text: NO_PICTURE } : block
}
