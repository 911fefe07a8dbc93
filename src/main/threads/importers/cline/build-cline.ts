import type { Usage } from '../../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall, NewOutput, NewPart } from '../../native/write-message.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { textPart } from '../new-part.ts'
import { answerCalls } from '../open-calls.ts'
import { pictureOf } from '../picture.ts'
import { quoteKept } from '../quote-kept.ts'
import { createReplyParts, type ReplyParts } from '../reply-parts.ts'
import { restMembers } from '../rest-members.ts'
import { sliceObjects } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { blocksOf, isPrivate } from './cline-message.ts'

const KNOWN = new Set(['id', 'role', 'content', 'ts', 'metrics'])

/**
 * A reply from its message and those that answer its calls; another message without the blocks that `entry.detail`
 * lists; a checkpoint from its message, or from the record of a cut and the messages kept before it.
 */
export function buildCline(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const [message, ...others] = sliceObjects(slices)
  if (message === undefined) return EMPTY_MESSAGE
  const atMs = sourceTimeMs(message.ts)
  if (entry.detail === 'deleted') return { ...EMPTY_MESSAGE, atMs, checkpoint: cutCheckpoint(others) }
  const rest = restMembers(message, KNOWN)
  if (entry.kind === 'reply') return { ...EMPTY_MESSAGE, ...replyOf(message, others), atMs, rest }
  const skipped = new Set(asList(entry.detail))
  const content = blocksOf(message).flatMap((block, position) =>
    skipped.has(position) ? [] : partsOf(block),
  )
  const checkpoint = entry.kind === 'checkpoint' ? summaryCheckpoint(message, content) : null
  return { ...EMPTY_MESSAGE, content, atMs, checkpoint, rest }
}

function cutCheckpoint(kept: readonly JsonObject[]): ImportedMessage['checkpoint'] {
  const said = kept.map((message) => ({
    speaker: message.role === 'assistant' ? 'Assistant' : 'User',
    text: blocksOf(message)
      .map((block) => asText(block.text))
      .filter((text) => text !== '')
      .join('\n\n'),
  }))
  return { summary: quoteKept(said), trigger: 'automatic', tokensBefore: null, tokensAfter: null }
}

function summaryCheckpoint(message: JsonObject, content: readonly NewPart[]): ImportedMessage['checkpoint'] {
  const metadata = asObject(message.metadata)
  const texts = content.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return {
    summary: texts.join('\n\n') || asText(metadata?.summary),
    trigger: 'unknown',
    tokensBefore: asCount(metadata?.tokensBefore, null),
    tokensAfter: null,
  }
}

function partsOf(block: JsonObject): readonly NewPart[] {
  if (block.type === 'text') return asText(block.text) === '' ? [] : [textPart(asText(block.text))]
  if (block.type === 'tool_result') return outputOf(block).content
  if (block.type === 'file' && typeof block.content === 'string')
    return [textPart(`${asText(block.path)}\n\n${block.content}`)]
  return [pictureOf(block) ?? typedPart('unknown', block)]
}

function outputOf(block: JsonObject): NewOutput {
  const { content } = block
  const parts =
    typeof content === 'string'
      ? [textPart(content)]
      : asList(content).flatMap((value) => {
          const inner = asObject(value)
          return inner === null || inner.type === undefined
            ? [textPart(JSON.stringify(value))]
            : partsOf(inner)
        })
  return { content: parts, isError: block.is_error === true }
}

function replyOf(
  message: JsonObject,
  answers: readonly JsonObject[],
): ReturnType<ReplyParts['finish']> & Pick<ImportedMessage, 'usage' | 'origin'> {
  const parts = createReplyParts()
  for (const block of blocksOf(message)) {
    if (block.type === 'text') {
      if (asText(block.text) !== '') parts.text(asText(block.text))
    } else if (block.type === 'thinking' || block.type === 'redacted_thinking') {
      parts.thinking(asText(block.thinking))
      if (isPrivate(block)) parts.private(block)
    } else if (block.type === 'tool_use') parts.call(callOf(block))
    else for (const part of partsOf(block)) parts.part(part)
  }
  const reply = parts.finish()
  const info = asObject(message.modelInfo)
  const model = asText(info?.modelId) || asText(info?.id)
  return {
    ...reply,
    toolCalls: withOutputs(reply.toolCalls, answers),
    usage: usageOf(message, asText(info?.providerId) || asText(info?.provider)),
    origin: reply.privateItems.length === 0 ? null : { protocol: 'anthropic', host: '', model },
  }
}

function callOf(block: JsonObject): NewCall {
  return {
    id: asText(block.id),
    name: asText(block.name),
    arguments: block.input ?? {},
    partialArguments: null,
  }
}

function withOutputs(calls: readonly NewCall[], answers: readonly JsonObject[]): readonly NewCall[] {
  const outputs = new Map<number, NewOutput>()
  const answer = answerCalls(calls.map(({ id }) => id))
  for (const block of answers.flatMap(blocksOf)) {
    if (block.type !== 'tool_result') continue
    const position = answer(asText(block.tool_use_id))
    if (position !== null) outputs.set(position, outputOf(block))
  }
  return calls.map((call, position) => {
    const output = outputs.get(position)
    return output === undefined ? call : { ...call, output }
  })
}

/** Input holds what was read from a cache, but not where Anthropic itself counts. */
function usageOf(message: JsonObject, provider: string): Usage | null {
  const metrics = asObject(message.metrics)
  const tokens = asObject(metrics?.tokens)
  const total = asCount(tokens?.prompt ?? metrics?.inputTokens, null)
  if (metrics === null || total === null) return null
  const cacheRead = asCount(tokens?.cached ?? metrics.cacheReadTokens, 0)
  const cacheWrite = asCount(metrics.cacheWriteTokens, 0)
  const isApart = provider === 'anthropic' || total < cacheRead + cacheWrite
  return {
    input: isApart ? total : total - cacheRead - cacheWrite,
    output: asCount(tokens?.completion ?? metrics.outputTokens, 0),
    cacheRead,
    cacheWrite,
    reasoning: null,
    cost: asCount(metrics.cost, null),
  }
}
