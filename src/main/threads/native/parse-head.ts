import type { JsonValue, ThreadHead, ToolSchema } from '../../../shared/thread/message.ts'
import type { ByteSource } from '../byte-source.ts'
import { decodeText } from '../json/decode-json.ts'
import { lastMember, type Member } from '../json/members.ts'
import { asList, asObject, asText, type JsonObject, parseWellFormed } from './json-shape.ts'

/** Where the members of a thread stand; a part of `ThreadScan`. */
export interface HeadScan {
  readonly members: readonly Member[]
  readonly context: readonly Member[] | null
}

/** The bytes of the thread, in memory or not. */
type SliceOf = Pick<ByteSource, 'slice'>

/** Value of the last member of that name; null when absent. Throws SyntaxError. */
export function memberValue(bytes: SliceOf, members: readonly Member[], key: string): JsonValue {
  const member = lastMember(members, key)
  if (member === null) return null
  const { from, to } = member.value
  return parseWellFormed(decodeText(bytes.slice(from, to), { from: 0, to: to - from }))
}

function parseTool(tool: JsonValue): ToolSchema {
  const object = asObject(tool)
  return {
    name: asText(object?.name) || asText(asObject(object?.config)?.type) || asText(object?.type),
    description: asText(object?.description),
    parameters: object?.parameters ?? null,
  }
}

function parseModel(model: JsonObject | null): ThreadHead['model'] {
  if (model === null || typeof model.id !== 'string') return null
  return { provider: asText(model.provider), id: model.id }
}

function objectsOf(places: JsonObject | null): ThreadHead['snapshotVariables'] {
  return Object.fromEntries(
    Object.entries(places ?? {}).map(([place, values]) => [place, asObject(values) ?? {}]),
  )
}

/** Everything of a thread but its messages. `fallbackTitle` stands in for a missing title. */
export function parseHead(bytes: SliceOf, scan: HeadScan, fallbackTitle: string): ThreadHead {
  const top = (key: string) => memberValue(bytes, scan.members, key)
  const inner = (key: string) => memberValue(bytes, scan.context ?? [], key)
  const variants = asObject(inner('variableVariants'))
  const active = asText(variants?.active)
  const meta = asObject(top('meta'))
  return {
    title: asText(top('title')) || fallbackTitle,
    model: parseModel(asObject(top('model'))),
    systemPrompt: asText(inner('systemPrompt')),
    tools: asList(inner('tools')).map(parseTool),
    variables: asObject(inner('variables')) ?? {},
    variantValues: asObject(asObject(variants?.variants)?.[active]) ?? {},
    snapshotVariables: objectsOf(asObject(asObject(inner('snapshot'))?.variables)),
    compactionInstructions: asText(meta?.compactionInstructions) || null,
    ...(asObject(asObject(meta?.palimpsest)?.imported) === null ? {} : { isVerbatim: true }),
  }
}
