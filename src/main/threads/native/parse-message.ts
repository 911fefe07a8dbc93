import type { JsonValue, Message, OtherPart, ToolCall, Usage } from '../../../shared/thread/message.ts'
import { decodeText } from '../json/decode-json.ts'
import { locate } from '../json/locate.ts'
import type { BlobTable } from './image-data.ts'
import { asCount, asList, asObject, asText, type JsonObject } from './json-shape.ts'
import { parseExactWellFormed } from './parse-exact.ts'
import { parseParts } from './parse-parts.ts'
import { parseRuntime } from './parse-runtime.ts'

/** Why a record of the file is no message that can be shown; null = it is one. */
export type RecordProblem = 'not-an-object' | 'unknown-role' | null

/** A message with what was wrong about its record. A broken one is kept whole as one `other` part. */
export interface ParsedRecord {
  readonly message: Message
  readonly problem: RecordProblem
}

const EMPTY: Message = {
  id: '',
  role: 'assistant',
  content: [],
  thinking: null,
  toolCalls: [],
  usage: null,
  durationMs: null,
  hasPrivateReasoning: false,
  metaFlag: null,
}

/**
 * Reads one message from its bytes. Tolerant: what has no place in the model is kept as an `other` part with
 * its text from the file. Throws SyntaxError when the bytes are no JSON, RangeError when too long for a string.
 */
export function parseMessage(slice: Uint8Array, blobs: BlobTable): ParsedRecord {
  const text = decodeText(slice, { from: 0, to: slice.length })
  const record = asObject(parseExactWellFormed(text))
  if (record === null) return broken('not-an-object', '', 'unknown', text)
  const role = record.role
  if (role !== 'user' && role !== 'assistant')
    return broken('unknown-role', asText(record.id), asText(role) || 'unknown', text)
  const raw = (path: readonly (string | number)[]) => rawAt(slice, path)
  const runtime = parseRuntime(record)
  const message: Message = {
    id: asText(record.id),
    role,
    content: [
      ...parseParts(record.content, blobs, (part) => raw(['content', part])),
      ...hostedActivities(record, raw),
    ],
    thinking: asText(record.thinking) || null,
    toolCalls: asList(record.toolCalls).map((call, index) =>
      parseCall(asObject(call), blobs, (part) => raw(['toolCalls', index, 'output', 'content', part])),
    ),
    usage: parseUsage(asObject(record.usage)),
    durationMs: asCount(asObject(record.timing)?.durationMs, null),
    hasPrivateReasoning: hasPrivateReasoning(record) || (runtime?.privateItems.length ?? 0) > 0,
    metaFlag: readMetaFlag(record),
    ...(runtime === null ? {} : { runtime }),
  }
  return { message, problem: null }
}

function broken(problem: RecordProblem, id: string, type: string, json: string): ParsedRecord {
  return { message: { ...EMPTY, id, content: [{ kind: 'other', type, json }] }, problem }
}

function rawAt(slice: Uint8Array, path: readonly (string | number)[]): string {
  const range = locate(slice, 0, path)
  return range === null ? '' : decodeText(slice, range)
}

/** Searches and the like that the provider ran by itself: no calls of this thread, but worth seeing. */
function hostedActivities(
  record: JsonObject,
  raw: (path: readonly (string | number)[]) => string,
): readonly OtherPart[] {
  const key = record.providerHostedToolActivities ? 'providerHostedToolActivities' : 'nativeToolActivities'
  return asList(record[key]).map((activity, index) => ({
    kind: 'other',
    type: asText(asObject(activity)?.type) || 'provider-hosted-tool',
    json: raw([key, index]),
  }))
}

function parseCall(call: JsonObject | null, blobs: BlobTable, raw: (part: number) => string): ToolCall {
  const input = asObject(call?.input)
  return {
    id: asText(call?.id),
    name: asText(input?.name),
    arguments: input?.arguments ?? null,
    partialArguments: typeof input?.partialArguments === 'string' ? input.partialArguments : null,
    output: parseOutput(call?.output, blobs, raw),
  }
}

function parseOutput(
  output: JsonValue | undefined,
  blobs: BlobTable,
  raw: (part: number) => string,
): ToolCall['output'] {
  if (output === undefined || output === null) return null
  const object = asObject(output)
  if (object === null)
    return {
      content: parseParts(output, blobs, () => JSON.stringify(output)),
      isError: false,
      isUnmarked: true,
    }
  const content = parseParts(object.content, blobs, raw)
  return typeof object.isError === 'boolean'
    ? { content, isError: object.isError }
    : { content, isError: false, isUnmarked: true }
}

function parseUsage(usage: JsonObject | null): Usage | null {
  if (usage === null) return null
  return {
    input: asCount(usage.input, 0),
    output: asCount(usage.output, 0),
    cacheRead: asCount(usage.cacheRead, 0),
    cacheWrite: asCount(usage.cacheWrite, 0),
    reasoning: asCount(usage.reasoning, null),
    cost: asCount(asObject(usage.cost)?.total ?? usage.cost, null),
  }
}

const SIGNATURE_KEYS = ['thinkingSignature', 'signature', 'redactedThinking', 'encryptedReasoning'] as const

function hasPrivateReasoning(record: JsonObject): boolean {
  if (SIGNATURE_KEYS.some((key) => Boolean(record[key]))) return true
  return asList(record.responseOutputItems).some((item) => Boolean(asObject(item)?.encrypted_content))
}

/** `isMeta`, `meta` or `isMetaUserPrompt` as true or false, on the record or in its `meta` / `metadata`. */
function readMetaFlag(record: JsonObject): boolean | null {
  for (const holder of [record, asObject(record.meta), asObject(record.metadata)])
    for (const key of ['isMeta', 'isMetaUserPrompt', 'meta'] as const) {
      const flag = holder?.[key]
      if (typeof flag === 'boolean') return flag
    }
  return null
}
