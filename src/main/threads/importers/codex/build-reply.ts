import type { JsonValue, Usage } from '../../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { leftovers } from '../leftovers.ts'
import { imagePart } from '../new-part.ts'
import { createReplyParts, type ReplyParts } from '../reply-parts.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { addStep } from './build-step.ts'
import { callOf, codexPart, originOf, outputOf } from './codex-parts.ts'
import { type CodexRecord, callIdOf, itemRole } from './codex-record.ts'

const KNOWN: ReadonlySet<string> = new Set([
  ...[
    'type',
    'role',
    'content',
    'summary',
    'encrypted_content',
    'phase',
    'name',
    'arguments',
    'input',
    'call_id',
  ],
  ...['output', 'action'],
])

/** An answer of the model from its records: items, results and its count of tokens. */
export function buildReply(records: readonly CodexRecord[], entry: Entry): ImportedMessage {
  const items = records.filter(({ kind }) => kind === 'item')
  const results = new Map<string, JsonObject[]>()
  const isResult = ({ body }: CodexRecord) => itemRole(body) === 'result'
  for (const { body } of items.filter(isResult)) {
    const id = callIdOf(body)
    const list = results.get(id)
    if (list === undefined) results.set(id, [body])
    else list.push(body)
  }
  const own = items.filter((record) => !isResult(record))
  const parts = createReplyParts()
  const metadata: JsonValue[] = []
  for (const { body } of own) addItem(body, parts, results, metadata)
  for (const { kind, body } of records) if (kind === 'step') addStep(body, parts)
  const content = parts.finish()
  return {
    ...EMPTY_MESSAGE,
    ...content,
    usage: usageOf(records),
    atMs: sourceTimeMs(own.at(-1)?.timestamp ?? null),
    origin: originOf(entry),
    ending: asObject(entry.detail)?.ending === 'interrupted' ? 'interrupted' : 'complete',
    rest: {
      ...leftovers(
        own.map(({ body }) => body),
        KNOWN,
      ),
      ...(metadata.length === 0 ? {} : { outputMetadata: metadata }),
    },
  }
}

function addItem(
  item: JsonObject,
  parts: ReplyParts,
  results: ReadonlyMap<string, JsonObject[]>,
  metadata: JsonValue[],
): void {
  const type = asText(item.type)
  if (type === 'reasoning') {
    for (const block of [...asList(item.summary), ...asList(item.content)])
      parts.thinking(asText(asObject(block)?.text))
    if (asText(item.encrypted_content) !== '') parts.private(item)
  } else if (type === 'message') addMessage(item, parts)
  else if (itemRole(item) === 'call') {
    const result = results.get(callIdOf(item))?.shift()
    const said = result === undefined ? null : outputOf(result)
    if (said !== null && said.metadata !== null) metadata.push(said.metadata)
    parts.call({ ...callOf(item), ...(said === null ? {} : { output: said.output }) })
  } else if (type === 'image_generation_call') {
    const image = imagePart('image/png', item.result)
    if (image !== null) parts.part(image)
    parts.part(typedPart(type, image === null ? item : { ...item, result: null }))
  } else parts.part(typedPart(type || 'unknown', item))
}

function addMessage(item: JsonObject, parts: ReplyParts): void {
  const phase = typeof item.phase === 'string' ? item.phase : null
  const blocks = typeof item.content === 'string' ? [item.content] : asList(item.content)
  for (const block of blocks) {
    const part = codexPart(block)
    if (part.kind === 'text') parts.text(part.text, phase)
    else if (asObject(block)?.type === 'refusal') parts.text(asText(asObject(block)?.refusal), phase)
    else parts.part(part)
  }
}

/** The count of one request. `input_tokens` includes what came from the cache. */
function usageOf(records: readonly CodexRecord[]): Usage | null {
  const usage = records
    .map(({ kind, body }) =>
      kind === 'event' ? asObject(asObject(body.info)?.last_token_usage) : asObject(body.usage),
    )
    .find((value) => value !== null)
  if (usage == null) return null
  const cacheRead = asCount(usage.cached_input_tokens, 0)
  const cacheWrite = asCount(usage.cache_write_input_tokens, 0)
  return {
    input: Math.max(0, asCount(usage.input_tokens, 0) - cacheRead - cacheWrite),
    output: asCount(usage.output_tokens, 0),
    cacheRead,
    cacheWrite,
    reasoning: asCount(usage.reasoning_output_tokens, null),
    cost: null,
  }
}
