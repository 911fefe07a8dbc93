import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { textPart } from '../new-part.ts'
import type { ReplyParts } from '../reply-parts.ts'
import { typedPart } from '../typed-part.ts'

/** An item of `codex exec --json`: a command is call and result in one, under the item's own id. */
export function addStep(line: JsonObject, parts: ReplyParts): void {
  const item = asObject(line.item)
  if (item === null) return
  const type = asText(item.type)
  if (type === 'agent_message') parts.text(asText(item.text))
  else if (type === 'reasoning') parts.thinking(asText(item.text))
  else if (type === 'command_execution') {
    const isDone = line.type === 'item.completed'
    const output = {
      content: [textPart(asText(item.aggregated_output))],
      isError: item.status === 'failed' || (typeof item.exit_code === 'number' && item.exit_code !== 0),
    }
    parts.call({
      id: asText(item.id),
      name: type,
      arguments: { command: item.command ?? '' },
      partialArguments: null,
      ...(isDone ? { output } : {}),
    })
  } else if (type === 'mcp_tool_call') {
    const result = asObject(item.result) ?? asObject(item.error)
    parts.call({
      id: asText(item.id),
      name: [asText(item.server), asText(item.tool)].filter((name) => name !== '').join('.'),
      arguments: item.arguments ?? {},
      partialArguments: null,
      ...(result === null
        ? {}
        : { output: { content: [typedPart('mcp_result', result)], isError: item.error != null } }),
    })
  } else parts.part(typedPart(type || 'unknown', item))
}
