import type { JsonValue, ReplyEnding, Usage } from '../../../../shared/thread/message.ts'
import { asCount, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewPart } from '../../native/write-message.ts'
import { callExtra } from '../call-extra.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { imagePart, textPart } from '../new-part.ts'
import { createReplyParts } from '../reply-parts.ts'
import { isSmall, restMembers } from '../rest-members.ts'
import { sliceObjects } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { piBlocks, systemText } from './read-record.ts'

const ENTRY_KEYS: ReadonlySet<string> = new Set(['type', 'message', 'timestamp', 'summary', 'content'])
const MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...[
    'role',
    'content',
    'usage',
    'timestamp',
    'durationMs',
    'sections',
    'toolCallId',
    'isError',
    'command',
    'output',
  ],
])
const ENDINGS: { readonly [reason: string]: ReplyEnding } = {
  length: 'length',
  error: 'failed',
  aborted: 'interrupted',
}

/** The message of an entry from the bytes of its records. */
export function buildEntry(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const [record = {}, ...more] = sliceObjects(slices)
  const message = asObject(record.message)
  const atMs = sourceTimeMs(record.timestamp) ?? sourceTimeMs(message?.timestamp)
  const rest = { ...restMembers(record, ENTRY_KEYS), ...restMembers(message ?? {}, MESSAGE_KEYS) }
  if (entry.kind === 'checkpoint') return { ...buildCheckpoint(record, message), atMs, rest }
  if (entry.kind !== 'reply' || message === null)
    return { ...EMPTY_MESSAGE, content: contentOf(record, message), atMs, rest }
  const results = more.map((one) => asObject(one.message) ?? {})
  const details = results.flatMap(({ details: value }) => (value != null && isSmall(value) ? [value] : []))
  return {
    ...EMPTY_MESSAGE,
    ...replyParts(message, results),
    usage: usageOf(asObject(message.usage)),
    durationMs: asCount(message.durationMs, null),
    atMs,
    origin: originOf(message),
    ending: ENDINGS[asText(message.stopReason)] ?? 'complete',
    rest: { ...rest, ...(details.length === 0 ? {} : { resultDetails: details }) },
  }
}

function replyParts(
  message: JsonObject,
  results: readonly JsonObject[],
): ReturnType<ReturnType<typeof createReplyParts>['finish']> {
  const parts = createReplyParts()
  const left = [...results]
  for (const value of piBlocks(message)) {
    const block = asObject(value)
    if (block?.type === 'text' && typeof block.text === 'string') parts.text(block.text)
    else if (block?.type === 'thinking') {
      parts.thinking(asText(block.thinking))
      if (asText(block.thinkingSignature) !== '') parts.private(block)
    } else if (block?.type === 'toolCall') {
      const id = asText(block.id)
      const at = left.findIndex(({ toolCallId }) => asText(toolCallId) === id)
      const [result] = at < 0 ? [] : left.splice(at, 1)
      const output =
        result === undefined
          ? null
          : { content: piBlocks(result).map(piPart), isError: result.isError === true }
      parts.call({
        id,
        name: asText(block.name),
        arguments: block.arguments ?? {},
        partialArguments: null,
        ...(output === null ? {} : { output }),
      })
      if (asText(block.thoughtSignature) !== '') parts.private(callExtra(asText(block.thoughtSignature)))
    } else parts.part(piPart(value))
  }
  return parts.finish()
}

function piPart(value: JsonValue): NewPart {
  const block = asObject(value)
  if (block?.type === 'text' && typeof block.text === 'string') return textPart(block.text)
  const image = block?.type === 'image' ? imagePart(block.mimeType, block.data) : null
  return image ?? typedPart('unknown', value)
}

/** What is not the model's: prompts, commands of the person, summaries of branches, entries of extensions. */
function contentOf(record: JsonObject, message: JsonObject | null): readonly NewPart[] {
  if (message === null) {
    if (typeof record.summary === 'string') return [textPart(record.summary)]
    const blocks = piBlocks(record)
    return blocks.length > 0 ? blocks.map(piPart) : [typedPart(asText(record.type), record)]
  }
  if (message.role === 'system') return [textPart(systemText(message))]
  if (message.role === 'bashExecution')
    return [textPart(`$ ${asText(message.command)}`), textPart(asText(message.output))]
  if (typeof message.summary === 'string') return [textPart(message.summary)]
  return piBlocks(message).map(piPart)
}

function buildCheckpoint(record: JsonObject, message: JsonObject | null): ImportedMessage {
  const own = message ?? record
  const text = asText(own.summary)
  return {
    ...EMPTY_MESSAGE,
    checkpoint: {
      summary:
        text ||
        piBlocks(own)
          .map((block) => asText(asObject(block)?.text))
          .join('\n\n'),
      trigger: 'unknown',
      tokensBefore: asCount(own.tokensBefore, null),
      tokensAfter: null,
    },
  }
}

function usageOf(usage: JsonObject | null): Usage | null {
  if (usage === null) return null
  return {
    input: asCount(usage.input, 0),
    output: asCount(usage.output, 0),
    cacheRead: asCount(usage.cacheRead, 0),
    cacheWrite: asCount(usage.cacheWrite, 0),
    reasoning: asCount(usage.reasoning, null),
    cost: asCount(asObject(usage.cost)?.total, null),
  }
}

function originOf(message: JsonObject): ImportedMessage['origin'] {
  const api = asText(message.api)
  const provider = asText(message.provider)
  if (provider === '' && asText(message.model) === '') return null
  const protocol = api.startsWith('anthropic')
    ? 'anthropic'
    : api.includes('responses')
      ? 'openai-responses'
      : 'openai-chat'
  const hosts: { readonly [name: string]: string } = {
    anthropic: 'api.anthropic.com',
    openai: 'api.openai.com',
  }
  return { protocol, host: hosts[provider] ?? provider, model: asText(message.model) }
}
