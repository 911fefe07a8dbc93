import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewPart } from '../../native/write-message.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { textPart } from '../new-part.ts'
import { restMembers } from '../rest-members.ts'
import { sliceValue } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { buildReply } from './build-reply.ts'
import { codexPart, originOf, outputOf } from './codex-parts.ts'
import { type CodexRecord, codexRecord, itemRole } from './codex-record.ts'
import { userMarks } from './typed-text.ts'

const ITEM_KEYS: ReadonlySet<string> = new Set(['type', 'role', 'content', 'output', 'encrypted_content'])
const ERROR_KEYS: ReadonlySet<string> = new Set(['type', 'message'])
const COMPACTED_KEYS: ReadonlySet<string> = new Set(['message', 'replacement_history', 'encrypted_content'])
const KEPT = 'Messages that stayed word for word:'
const SEALED = 'The summary of the provider is encrypted and cannot be read.'

/** The message of an entry from the bytes of its records. */
export function buildEntry(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const records = slices.flatMap((slice): readonly CodexRecord[] => {
    const record = codexRecord(sliceValue(slice) ?? null)
    return record === null ? [] : [record]
  })
  if (entry.kind === 'reply') return buildReply(records, entry)
  const [first, ...more] = records
  if (first === undefined) return EMPTY_MESSAGE
  return entry.kind === 'checkpoint' ? buildCheckpoint(first, more, entry) : buildItem(first, entry)
}

/** An item of the user or of the program; a result without a call shows its output. */
function buildItem({ body, timestamp }: CodexRecord, entry: Entry): ImportedMessage {
  const isResult = itemRole(body) === 'result'
  const fault = body.type === 'error' ? asText(body.message) || asText(asObject(body.error)?.message) : ''
  if (fault !== '')
    return {
      ...EMPTY_MESSAGE,
      content: [textPart(fault)],
      atMs: sourceTimeMs(timestamp),
      rest: restMembers(body, ERROR_KEYS),
    }
  const blocks = typeof body.content === 'string' ? [body.content] : asList(body.content)
  const sealed = [body, ...blocks].filter((block) => isSealed(asObject(block)))
  const parts = blocks.filter((block) => !isSealed(asObject(block)) && block !== '').map(codexPart)
  const { encrypted_content: _, ...open } = body
  const isKnown = isResult || blocks.length > 0 || body.type === 'message'
  return {
    ...EMPTY_MESSAGE,
    content: isResult
      ? outputOf(body).output.content
      : isKnown
        ? parts
        : [typedPart(asText(body.type), open)],
    atMs: sourceTimeMs(timestamp),
    privateItems: sealed,
    origin: sealed.length === 0 ? null : originOf(entry),
    rest: isKnown ? restMembers(body, ITEM_KEYS) : {},
  }
}

/**
 * A compaction: its summary with the messages that stayed visible, as far as somebody wrote them; instructions and
 * environment notes of the program are left out. `prompts` are those messages where the record does not hold them.
 */
function buildCheckpoint(
  { body, timestamp }: CodexRecord,
  prompts: readonly CodexRecord[],
  entry: Entry,
): ImportedMessage {
  const message = asText(body.message)
  const history = asList(body.replacement_history).map(asObject)
  const items = history.length > 0 ? history : prompts.map((record) => record.body)
  const sealed: JsonValue[] = [body, ...items].filter((item) => isSealed(asObject(item)))
  const kept = items.flatMap((item) => (item === null ? [] : keptOf(item, message)))
  const texts = kept.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const list = texts.length === 0 ? '' : `${KEPT}\n\n${texts.join('\n\n')}`
  const own = message || (sealed.length > 0 && list !== '' ? SEALED : '')
  return {
    ...EMPTY_MESSAGE,
    content: kept.filter(({ kind }) => kind === 'image'),
    atMs: sourceTimeMs(timestamp),
    privateItems: sealed,
    origin: sealed.length === 0 ? null : originOf(entry),
    checkpoint: {
      summary: [own, list].filter((text) => text !== '').join('\n\n'),
      trigger: 'unknown',
      tokensBefore: asCount(asObject(asObject(body.latest_token_usage_record)?.usage)?.input_tokens, null),
      tokensAfter: null,
    },
    rest: restMembers(body, COMPACTED_KEYS),
  }
}

function isSealed(item: JsonObject | null): boolean {
  return asText(item?.encrypted_content) !== ''
}

/** Parts of a message that stayed visible, under the name of who wrote it. */
function keptOf(item: JsonObject, summary: string): readonly NewPart[] {
  const role = asText(item.role)
  if (item.type !== 'message' || role === 'developer' || role === 'system' || isSealed(item)) return []
  if (role === 'user' && userMarks(item).word === 'machine') return []
  const blocks = typeof item.content === 'string' ? [item.content] : asList(item.content)
  return blocks.map(codexPart).flatMap((part): readonly NewPart[] => {
    if (part.kind !== 'text') return [part]
    return part.text === summary || part.text.trim() === ''
      ? []
      : [{ kind: 'text', text: `[${role}] ${part.text}` }]
  })
}
