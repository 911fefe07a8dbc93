import type { JsonValue, Usage } from '../../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall, NewOutput } from '../../native/write-message.ts'
import { detailOf, oddMessage, originOf } from '../api-message.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { dataUrlImage, textPart } from '../new-part.ts'
import { contentParts, pictureOf } from '../picture.ts'
import { createReplyParts, type ReplyParts } from '../reply-parts.ts'
import { restMembers } from '../rest-members.ts'
import { restOfEach } from '../rest-of-each.ts'
import { type FoundResult, nestResults } from '../result-nesting.ts'
import { sliceValue } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import { stepRecord } from '../step-places.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { oldToolPart, type ToolPart, toolPartOf } from './ui-part.ts'

/** `content`, `reasoning` and `toolInvocations` of version 4 repeat what the parts say. */
const MESSAGE_MEMBERS = new Set([
  'id',
  'role',
  'parts',
  'content',
  'createdAt',
  'reasoning',
  'toolInvocations',
])
const TEXT_MEMBERS = new Set(['type', 'text', 'state'])

/** A UI message, or one step of it; also a model message with the results of its calls. */
export function buildUiMessage(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const { part, nested } = detailOf(entry)
  const whole = part === undefined ? sliceValue(slices[0]) : stepRecord(slices, part, 'parts')
  const message = asObject(whole)
  if (message === null) return oddMessage(whole)
  const results = part === undefined ? slices.slice(1).map(sliceValue) : []
  return entry.kind === 'reply' ? reply(message, results) : plain(message, asList(nested))
}

/** `nested`: positions of results that stand in their calls. */
function plain(message: JsonObject, nested: readonly JsonValue[]): ImportedMessage {
  const all = message.parts ?? message.content
  const parts = Array.isArray(all) ? all.filter((_, position) => !nested.includes(position)) : all
  const content = Array.isArray(parts) ? parts.map(filePart) : contentParts(parts)
  return {
    ...EMPTY_MESSAGE,
    content: content.flat(),
    atMs: timeOf(message),
    rest: {
      ...restMembers(message, message.role === 'user' ? MESSAGE_MEMBERS : new Set(['parts', 'content'])),
      ...restOfEach('parts', asList(parts).filter(isText), TEXT_MEMBERS),
    },
  }
}

function filePart(value: JsonValue): ImportedMessage['content'] {
  const part = asObject(value)
  const image = part?.type === 'file' ? dataUrlImage(part.url) : null
  return image === null ? contentParts([value]) : [image]
}

function isText(value: JsonValue): boolean {
  return asObject(value)?.type === 'text'
}

function timeOf(message: JsonObject): number | null {
  return sourceTimeMs(message.createdAt ?? asObject(message.metadata)?.createdAt)
}

function reply(message: JsonObject, results: readonly (JsonValue | undefined)[]): ImportedMessage {
  const parts = createReplyParts()
  const own = Array.isArray(message.parts) ? asList(message.parts) : asList(message.content)
  const calls = nestResults(own.flatMap(modelCallOf), results.flatMap(modelResults))
  let call = 0
  for (const value of own) {
    const next = modelCallOf(value).length === 0 ? undefined : calls[call++]
    if (next !== undefined) parts.call(next)
    else addPart(value, parts)
  }
  if (!Array.isArray(message.parts)) {
    if (typeof message.content === 'string' && message.content !== '') parts.text(message.content)
    parts.thinking(asText(message.reasoning))
    for (const invocation of asList(message.toolInvocations))
      parts.call(callOf(oldToolPart(asObject(invocation) ?? {})))
  }
  const built = parts.finish()
  const metadata = asObject(message.metadata)
  return {
    ...EMPTY_MESSAGE,
    ...built,
    // The sum over several steps is no size of any request: it stays in `rest`.
    usage: own.filter((part) => asObject(part)?.type === 'step-start').length > 1 ? null : usageOf(metadata),
    atMs: timeOf(message),
    origin: originOf(protocolOf(own), asText(metadata?.model), built.privateItems),
    rest: {
      ...restMembers(message, MESSAGE_MEMBERS),
      ...restOfEach('parts', own.filter(isText), TEXT_MEMBERS),
    },
  }
}

function addPart(value: JsonValue, parts: ReplyParts): void {
  const part = asObject(value)
  const tool = toolPartOf(value)
  if (tool !== null) {
    if (part?.callProviderMetadata !== undefined)
      parts.private({
        type: 'tool-metadata',
        toolCallId: tool.id,
        callProviderMetadata: part.callProviderMetadata,
      })
    parts.call(callOf(tool))
  } else if (part?.type === 'step-start') return
  else if (part?.type === 'text' && typeof part.text === 'string') parts.text(part.text)
  else if (part?.type === 'reasoning') {
    parts.thinking(asText(part.text) || asText(part.reasoning))
    if (isSigned(part)) parts.private(part)
  } else for (const shown of filePart(value)) parts.part(shown)
}

/** Providers put signatures and encrypted reasoning into their metadata; version 4 into `details`. */
function isSigned(part: JsonObject): boolean {
  const details = asList(part.details).map(asObject)
  return (
    (part.providerMetadata ?? part.providerOptions ?? part.signature ?? null) !== null ||
    details.some((detail) => detail?.signature !== undefined || detail?.type === 'redacted')
  )
}

function protocolOf(parts: readonly JsonValue[]): 'openai-chat' | 'openai-responses' | 'anthropic' {
  for (const value of parts) {
    const part = asObject(value)
    const metadata = asObject(part?.providerMetadata) ?? asObject(part?.callProviderMetadata)
    if (metadata?.anthropic !== undefined) return 'anthropic'
    if (metadata?.openai !== undefined) return 'openai-responses'
  }
  return 'openai-chat'
}

function callOf({ id, name, input, result }: ToolPart): NewCall {
  const output = result === null ? null : { content: outputContent(result.value), isError: result.isError }
  return { id, name, arguments: input, partialArguments: null, ...(output === null ? {} : { output }) }
}

/** What a tool gave: a text, content blocks of a model output, or a value that is shown as JSON. */
function outputContent(value: JsonValue): NewOutput['content'] {
  if (typeof value === 'string') return value === '' ? [] : [textPart(value)]
  const blocks = Array.isArray(value) ? value : asList(asObject(value)?.content ?? asObject(value)?.value)
  const isContent = blocks.length > 0 && blocks.every((block) => isText(block) || pictureOf(block) !== null)
  return isContent ? contentParts(blocks) : [textPart(JSON.stringify(value))]
}

function modelCallOf(value: JsonValue): readonly NewCall[] {
  const block = asObject(value)
  if (block?.type !== 'tool-call') return []
  return [
    {
      id: asText(block.toolCallId),
      name: asText(block.toolName),
      arguments: block.input ?? block.args ?? {},
      partialArguments: null,
    },
  ]
}

/** Results of a message of role `tool`; `output` is `{type, value}` since version 5. */
function modelResults(value: JsonValue | undefined): readonly FoundResult[] {
  return asList(asObject(value)?.content).flatMap((inner): readonly FoundResult[] => {
    const block = asObject(inner)
    if (block?.type !== 'tool-result') return []
    const output = asObject(block.output)
    const result = output?.value ?? block.output ?? block.result ?? null
    const isError = asText(output?.type).startsWith('error') || block.isError === true
    return [
      {
        id: asText(block.toolCallId),
        name: asText(block.toolName),
        output: { content: outputContent(result), isError },
      },
    ]
  })
}

function usageOf(metadata: JsonObject | null): Usage | null {
  const usage = asObject(metadata?.totalUsage) ?? asObject(metadata?.usage)
  const input = asCount(usage?.inputTokens ?? usage?.promptTokens, null)
  if (usage === null || input === null) return null
  const cacheRead = asCount(usage.cachedInputTokens, 0)
  return {
    input: Math.max(0, input - cacheRead),
    output: asCount(usage.outputTokens ?? usage.completionTokens, 0),
    cacheRead,
    cacheWrite: 0,
    reasoning: asCount(usage.reasoningTokens, null),
    cost: null,
  }
}
