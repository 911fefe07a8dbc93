import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { parseExact } from '../../native/parse-exact.ts'
import type { NewCall, NewOutput, NewPart } from '../../native/write-message.ts'
import { dataUrlImage, textPart } from '../new-part.ts'
import { isSmall } from '../rest-members.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'

/** A block of an item's content or of a result. */
export function codexPart(value: JsonValue): NewPart {
  if (typeof value === 'string') return textPart(value)
  const block = asObject(value)
  if (
    typeof block?.text === 'string' &&
    /^(input_text|output_text|text|summary_text)$/.test(asText(block.type))
  )
    return textPart(block.text)
  const image = block?.type === 'input_image' ? dataUrlImage(block.image_url) : null
  return image ?? typedPart(asText(block?.type) || 'unknown', value)
}

/** Arguments of a call. JSON text that is none is kept as text; free text of a custom tool is its `input`. */
export function callOf(item: JsonObject): NewCall {
  const id = asText(item.call_id) || asText(item.id)
  if (item.type === 'custom_tool_call')
    return { id, name: asText(item.name), arguments: { input: item.input ?? '' }, partialArguments: null }
  if (item.type === 'local_shell_call')
    return { id, name: 'local_shell', arguments: item.action ?? {}, partialArguments: null }
  const name = asText(item.name) || (item.type === 'tool_search_call' ? 'tool_search' : '')
  const text = item.arguments
  if (typeof text !== 'string') return { id, name, arguments: text ?? {}, partialArguments: null }
  try {
    return {
      id,
      name,
      arguments: text.trim() === '' ? {} : parseExact(text),
      partialArguments: null,
    }
  } catch {
    return { id, name, arguments: {}, partialArguments: text }
  }
}

/** What a tool answered: text, blocks, or the JSON text `{output, metadata}` of old versions. */
export function outputOf(item: JsonObject): {
  readonly output: NewOutput
  readonly metadata: JsonValue | null
} {
  const { output } = item
  if (typeof output === 'string') {
    const old = oldOutput(output)
    if (old !== null) return old
    return { output: { content: [textPart(output)], isError: isFailure(output) }, metadata: null }
  }
  if (Array.isArray(output)) {
    const content = asList(output).map(codexPart)
    const first = content[0]
    return { output: { content, isError: first?.kind === 'text' && isFailure(first.text) }, metadata: null }
  }
  const object = asObject(output)
  if (object !== null && 'type' in object)
    return { output: { content: [codexPart(object)], isError: false }, metadata: null }
  if (object !== null && typeof object.content === 'string')
    return {
      output: { content: [textPart(object.content)], isError: object.success === false },
      metadata: null,
    }
  const { call_id: _, id: __, ...rest } = item
  return {
    output: { content: [typedPart(asText(item.type), output ?? { ...rest })], isError: false },
    metadata: null,
  }
}

function oldOutput(text: string): ReturnType<typeof outputOf> | null {
  if (!text.startsWith('{"output":')) return null
  try {
    const value = asObject(parseExact(text))
    if (typeof value?.output !== 'string') return null
    const code = asObject(value.metadata)?.exit_code
    const isError = typeof code === 'number' && code !== 0
    const metadata = value.metadata !== undefined && isSmall(value.metadata) ? value.metadata : null
    return { output: { content: [textPart(value.output)], isError }, metadata }
  } catch {
    return null
  }
}

/** Shell tools write how the command ended into their text. */
function isFailure(text: string): boolean {
  const code = /^(?:Exit code:|Process exited with code) (-?\d+)$/m.exec(text.slice(0, 400))?.[1]
  return (code !== undefined && code !== '0') || /^(aborted by user|unsupported call: )/.test(text)
}

/** Who wrote the private items of an entry, by what its turn context said. */
export function originOf({ detail }: Entry): ImportedMessage['origin'] {
  const said = asObject(detail)
  const provider = asText(said?.provider)
  const host = provider === '' || provider === 'openai' ? 'api.openai.com' : provider
  return { protocol: 'openai-responses', host, model: asText(said?.model) }
}
