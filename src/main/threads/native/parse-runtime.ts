import type {
  Approval,
  ImportedFrom,
  JsonValue,
  MessageRuntime,
  ModelOrigin,
  ReplyEnding,
} from '../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from './json-shape.ts'

/** Key of a record under which this program keeps what the format has no place for. */
export const RUNTIME_KEY = 'palimpsest'

const PROTOCOLS = ['openai-chat', 'openai-responses', 'anthropic'] as const
const ENDINGS: readonly ReplyEnding[] = ['complete', 'length', 'interrupted', 'failed']
const TRIGGERS = ['manual', 'automatic', 'unknown'] as const
const DECISIONS = ['once', 'thread', 'never'] as const

/** What this program's agent wrote beside the fields of the format; null when it did not write the record. */
export function parseRuntime(record: JsonObject): MessageRuntime | null {
  const stored = asObject(record[RUNTIME_KEY])
  if (stored === null) return null
  const atMs = asCount(stored.atMs, null)
  const imported = parseImported(asObject(stored.imported))
  if (atMs === null && imported === null) return null
  return {
    atMs,
    ...(imported === null ? {} : { imported }),
    origin: parseOrigin(asObject(stored.origin)),
    ending: ENDINGS.find((ending) => ending === stored.ending) ?? 'complete',
    privateItems: asList(stored.privateItems),
    approvals: asList(stored.approvals).flatMap(parseApproval),
  }
}

function parseImported(imported: JsonObject | null): ImportedFrom | null {
  if (imported === null || asText(imported.format) === '') return null
  const checkpoint = asObject(imported.checkpoint)
  return {
    format: asText(imported.format),
    checkpoint:
      checkpoint === null
        ? null
        : {
            trigger: TRIGGERS.find((trigger) => trigger === checkpoint.trigger) ?? 'unknown',
            tokensBefore: asCount(checkpoint.tokensBefore, null),
            tokensAfter: asCount(checkpoint.tokensAfter, null),
          },
  }
}

function parseOrigin(origin: JsonObject | null): ModelOrigin | null {
  const protocol = PROTOCOLS.find((known) => known === origin?.protocol)
  if (origin === null || protocol === undefined) return null
  return {
    protocol,
    host: asText(origin.host),
    model: asText(origin.model),
    keyMark: asText(origin.keyMark),
  }
}

function parseApproval(value: JsonValue): readonly Approval[] {
  const approval = asObject(value)
  const call = asCount(approval?.call, null)
  const askedMs = asCount(approval?.askedMs, null)
  if (approval === null || call === null || askedMs === null) return []
  const decision = DECISIONS.find((known) => known === approval.decision) ?? null
  return [{ call, askedMs, decision, decidedMs: asCount(approval.decidedMs, null) }]
}
