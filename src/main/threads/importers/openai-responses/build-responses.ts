import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewOutput } from '../../native/write-message.ts'
import { detailOf, oddMessage, originOf } from '../api-message.ts'
import { outputOf } from '../codex/codex-parts.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { leftovers } from '../leftovers.ts'
import { imagePart, textPart } from '../new-part.ts'
import { openAiUsage } from '../openai-usage.ts'
import { contentParts, pictureOf } from '../picture.ts'
import { createReplyParts, type ReplyParts } from '../reply-parts.ts'
import { restMembers } from '../rest-members.ts'
import { restOfEach } from '../rest-of-each.ts'
import { nestResults } from '../result-nesting.ts'
import { sliceValue } from '../slice-value.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { itemCall, itemKind, itemType } from './response-item.ts'

const INPUT_MEMBERS = new Set(['type', 'role', 'content', 'output'])
const ITEM_MEMBERS: ReadonlySet<string> = new Set([
  ...['type', 'role', 'content', 'summary', 'encrypted_content', 'phase', 'name', 'arguments', 'input'],
  ...['call_id', 'output', 'action', 'operation', 'id', 'status'],
])
const BLOCK_MEMBERS = new Set(['type', 'text', 'image_url', 'refusal', 'logprobs'])

/** A message from its items: those of an answer, the results of its calls, then its count of tokens. */
export function buildResponses(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const values = slices.map(sliceValue)
  const detail = detailOf(entry)
  const model = asText(detail.model)
  const first = values[0]
  if (detail.previous === true)
    return {
      ...EMPTY_MESSAGE,
      content: [
        textPart(`What came before is not in this file: it is stored by the provider as ${asText(first)}.`),
      ],
    }
  if (entry.kind === 'reply') return reply(values, model, detail.usage === true)
  const item = asObject(first)
  if (item === null) return oddMessage(first)
  if (entry.kind === 'checkpoint')
    return {
      ...EMPTY_MESSAGE,
      origin: originOf('openai-responses', model, [item]),
      privateItems: [item],
      checkpoint: { summary: systemText(item), trigger: 'unknown', tokensBefore: null, tokensAfter: null },
    }
  return {
    ...EMPTY_MESSAGE,
    content: contentOf(item),
    rest: {
      ...restMembers(item, item.role === 'user' ? INPUT_MEMBERS : new Set(['content', 'output'])),
      ...restOfEach('blocks', asList(item.content), BLOCK_MEMBERS),
    },
  }
}

/** A summary in plain text, which some servers write instead of an encrypted one. */
function systemText(item: JsonObject): string {
  return asText(item.summary) || asText(item.content)
}

function contentOf(item: JsonObject): ImportedMessage['content'] {
  if (itemType(item) === 'message') return contentParts(item.content)
  return 'output' in item ? resultOf(item).content : [typedPart('unknown', item)]
}

function reply(
  values: readonly (JsonValue | undefined)[],
  model: string,
  hasUsage: boolean,
): ImportedMessage {
  const usage = hasUsage ? openAiUsage(values.at(-1)) : null
  const items = (hasUsage ? values.slice(0, -1) : values)
    .map(asObject)
    .filter((item): item is JsonObject => item !== null)
  const kindOf = (item: JsonObject) => itemKind(item, true)
  const results = items.filter((item) => kindOf(item) === 'result')
  const own = items.filter((item) => kindOf(item) !== 'result')
  const calls = nestResults(
    own.filter((item) => kindOf(item) === 'call').map(itemCall),
    results.map((item) => ({ id: asText(item.call_id), name: '', output: resultOf(item) })),
  )
  const parts = createReplyParts()
  let call = 0
  for (const item of own) {
    const next = kindOf(item) === 'call' ? calls[call++] : undefined
    if (next !== undefined) parts.call(next)
    else addItem(item, parts)
  }
  const built = parts.finish()
  return {
    ...EMPTY_MESSAGE,
    ...built,
    usage,
    origin: originOf('openai-responses', model, built.privateItems),
    ending: own.some((item) => item.status === 'incomplete') ? 'length' : 'complete',
    rest: {
      ...leftovers(own, ITEM_MEMBERS),
      ...restOfEach(
        'blocks',
        own.flatMap(({ content }) => asList(content)),
        BLOCK_MEMBERS,
      ),
    },
  }
}

function addItem(item: JsonObject, parts: ReplyParts): void {
  const type = itemType(item)
  if (type === 'reasoning') {
    for (const block of [...asList(item.summary), ...asList(item.content)])
      parts.thinking(asText(asObject(block)?.text))
    if (asText(item.encrypted_content) !== '') parts.private(item)
  } else if (type === 'message') {
    const phase = typeof item.phase === 'string' ? item.phase : null
    for (const part of contentParts(item.content))
      if (part.kind === 'text') parts.text(part.text, phase)
      else parts.part(part)
  } else if (type === 'image_generation_call' && asText(item.result) !== '') {
    const image = imagePart('image/png', item.result)
    if (image !== null) parts.part(image)
    parts.part(typedPart(type, { ...item, result: null }))
  } else parts.part(typedPart('unknown', item))
}

function resultOf(item: JsonObject): NewOutput {
  const picture = pictureOf(item.output ?? null)
  const { output } = outputOf(item)
  const content = Array.isArray(item.output) ? contentParts(item.output) : output.content
  const said = { ...output, content: picture === null ? content : [picture] }
  return said.isError ? said : { ...said, isUnmarked: true }
}
