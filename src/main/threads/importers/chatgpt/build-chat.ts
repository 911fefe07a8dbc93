import type { JsonValue, ReplyEnding } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall, NewPart } from '../../native/write-message.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { imageOfBytes } from '../image-of-bytes.ts'
import { leftovers } from '../leftovers.ts'
import { textPart } from '../new-part.ts'
import { sliceObjects } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { callArguments, contentParts, type PictureAt, thoughtText } from './chat-content.ts'
import { nodeKind, systemText, toolOf } from './chat-node.ts'
import { answeredCall } from './node-steps.ts'

const KNOWN = new Set(['id', 'author', 'create_time', 'content', 'recipient'])

/** A message from its nodes; behind them stand the bytes of the pictures whose addresses `entry.detail` lists. */
export function buildChat(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const addresses = asList(entry.detail).map(asText)
  const nodeCount = Math.max(0, slices.length - addresses.length)
  const pictures = new Map(addresses.map((address, index) => [address, slices[nodeCount + index]]))
  const pictureAt: PictureAt = (address) => {
    const bytes = pictures.get(address)
    return bytes === undefined ? null : imageOfBytes(bytes)
  }
  const messages = sliceObjects(slices.slice(0, nodeCount)).map((node) => asObject(node.message) ?? {})
  const last = messages.at(-1)
  return {
    ...EMPTY_MESSAGE,
    ...(entry.kind === 'reply' ? replyOf(messages, pictureAt) : { content: saidIn(messages, pictureAt) }),
    atMs: sourceTimeMs(last?.create_time),
    ending: endingOf(messages.findLast((message) => nodeKind(message) !== 'tool')),
    rest: leftovers(messages, KNOWN),
  }
}

function saidIn(messages: readonly JsonObject[], pictureAt: PictureAt): readonly NewPart[] {
  return messages.flatMap((message) => {
    const content = asObject(message.content)
    if (nodeKind(message) !== 'system') return contentParts(content, pictureAt)
    const text = systemText(content, asObject(message.metadata))
    return text === '' ? [] : [textPart(text)]
  })
}

function replyOf(
  messages: readonly JsonObject[],
  pictureAt: PictureAt,
): Pick<ImportedMessage, 'content' | 'thinking' | 'toolCalls'> {
  const step = messages.map((message) => ({ kind: nodeKind(message), tool: toolOf(message), message }))
  const content: NewPart[] = []
  const thinking: string[] = []
  const calls: { call: NewCall; answer: NewPart[] | null; isError: boolean }[] = []
  for (const [index, { kind, tool, message }] of step.entries()) {
    const said = asObject(message.content)
    const contentType = asText(said?.content_type)
    if (kind === 'call') {
      const call = {
        id: asText(message.id),
        name: tool,
        arguments: callArguments(said),
        partialArguments: null,
      }
      calls.push({ call, answer: null, isError: false })
    } else if (kind === 'tool') {
      const answered = calls[answeredCall(step.slice(0, index), tool) ?? -1]
      if (answered === undefined) content.push(...contentParts(said, pictureAt))
      else {
        answered.answer = [...(answered.answer ?? []), ...contentParts(said, pictureAt)]
        answered.isError ||= contentType === 'system_error'
      }
    } else if (contentType === 'thoughts') thinking.push(thoughtText(said))
    else content.push(...contentParts(said, pictureAt))
  }
  const thought = thinking.filter((text) => text !== '').join('\n\n')
  return {
    content,
    thinking: thought || null,
    toolCalls: calls.map(({ call, answer, isError }) =>
      answer === null ? call : { ...call, output: { content: answer, isError } },
    ),
  }
}

function endingOf(message: JsonObject | undefined): ReplyEnding {
  const finish: JsonValue | undefined = asObject(asObject(message?.metadata)?.finish_details)?.type
  if (finish === 'max_tokens') return 'length'
  const isCut = finish === 'interrupted' || asText(message?.status) === 'in_progress'
  return isCut ? 'interrupted' : 'complete'
}
