import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall, NewOutput, NewPart } from '../../native/write-message.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { imagePart, textPart } from '../new-part.ts'
import { createReplyParts } from '../reply-parts.ts'
import { restMembers } from '../rest-members.ts'
import { sourceTimeMs } from '../source-time.ts'
import { stepRecord } from '../step-places.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { answeredCalls, blocksOf } from './block-steps.ts'

const KNOWN = new Set(['uuid', 'sender', 'text', 'content', 'created_at', 'attachments', 'files'])
const KNOWN_OF_BLOCK = new Set([
  'type',
  'id',
  'text',
  'thinking',
  'name',
  'input',
  'start_timestamp',
  'stop_timestamp',
  // Stands among the private items.
  'signature',
])
const KNOWN_OF_FILE = new Set(['file_name', 'extracted_content'])

/** A message, or one model step of it. */
export function buildClaudeAi(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const { part, model } = asObject(entry.detail) ?? {}
  const message = stepRecord(slices, part, 'content')
  const blocks = blocksOf(message)
  const reply = entry.kind === 'reply' ? replyOf(blocks) : null
  const content = reply?.content ?? blocks.flatMap(partsOf)
  const stopped = blocks.findLast((block) => sourceTimeMs(block.stop_timestamp) !== null)?.stop_timestamp
  const hasPrivate = (reply?.privateItems.length ?? 0) > 0
  return {
    ...EMPTY_MESSAGE,
    ...reply,
    content: [...(blocks.length > 0 ? content : fallbackText(message)), ...attachedTo(message)],
    atMs: sourceTimeMs(entry.kind === 'reply' ? (stopped ?? message.created_at) : message.created_at),
    origin: hasPrivate ? { protocol: 'anthropic', host: 'claude.ai', model: asText(model) } : null,
    ending: message.truncated === true || message.stop_reason === 'max_tokens' ? 'length' : 'complete',
    rest: restOf(message, blocks),
  }
}

/** Old exports have the text only. */
function fallbackText(message: JsonObject): readonly NewPart[] {
  const text = asText(message.text)
  return text === '' ? [] : [textPart(text)]
}

function replyOf(blocks: readonly JsonObject[]): ReturnType<ReturnType<typeof createReplyParts>['finish']> {
  const answered = answeredCalls(blocks)
  const outputs = new Map([...answered].map(([result, call]) => [call, outputOf(blocks[result] ?? {})]))
  const parts = createReplyParts()
  for (const [position, block] of blocks.entries()) {
    if (block.type === 'text') parts.text(asText(block.text))
    else if (block.type === 'thinking') {
      parts.thinking(asText(block.thinking))
      if (asText(block.signature) !== '') parts.private(block)
    } else if (block.type === 'tool_use') parts.call(callOf(block, outputs.get(position)))
    else if (!answered.has(position)) for (const part of partsOf(block)) parts.part(part)
  }
  return parts.finish()
}

function callOf(block: JsonObject, output: NewOutput | undefined): NewCall {
  return {
    id: asText(block.id),
    name: asText(block.name),
    arguments: block.input ?? {},
    partialArguments: null,
    ...(output === undefined ? {} : { output }),
  }
}

function outputOf(block: JsonObject): NewOutput {
  const { content } = block
  const parts = typeof content === 'string' ? [textPart(content)] : asList(content).flatMap(partsOf)
  return { content: parts, isError: block.is_error === true }
}

function partsOf(value: JsonValue): readonly NewPart[] {
  const block = asObject(value)
  if (block === null) return [typedPart('unknown', value)]
  switch (block.type) {
    case 'text':
      return asText(block.text) === '' ? [] : [textPart(asText(block.text))]
    case 'knowledge':
      return [textPart([block.title, block.url, block.text].map(asText).filter(Boolean).join('\n'))]
    case 'image': {
      const source = asObject(block.source)
      return [imagePart(source?.media_type, source?.data) ?? typedPart('image', block)]
    }
    case 'token_budget':
      return []
    default:
      return [typedPart('unknown', block)]
  }
}

/** Attached texts as the model saw them; of other files only the name is exported. */
function attachedTo(message: JsonObject): readonly NewPart[] {
  const attachments = asList(message.attachments).map((value) => {
    const attachment = asObject(value)
    const text = asText(attachment?.extracted_content)
    return text === ''
      ? typedPart('attachment', value)
      : textPart(`${asText(attachment?.file_name)}\n\n${text}`)
  })
  return [...attachments, ...asList(message.files).map((file) => typedPart('file', file))]
}

function restOf(message: JsonObject, blocks: readonly JsonObject[]): ImportedMessage['rest'] {
  const left = blocks.map((block) => restMembers(block, KNOWN_OF_BLOCK))
  const files = asList(message.attachments).map((file) => restMembers(asObject(file) ?? {}, KNOWN_OF_FILE))
  return {
    ...restMembers(message, KNOWN),
    ...(files.length === 0 ? {} : { attachments: files }),
    ...(left.some((members) => Object.keys(members).length > 0) ? { blocks: left } : {}),
  }
}
