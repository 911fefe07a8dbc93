import type { ReplyEnding, Usage } from '../../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall, NewPart } from '../../native/write-message.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { dataUrlImage, textPart } from '../new-part.ts'
import { createReplyParts } from '../reply-parts.ts'
import { isSmall, restMembers } from '../rest-members.ts'
import { sliceObjects } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import { stepRecord } from '../step-places.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { infoOf, messageFacts, partsOf } from './opencode-message.ts'

const KNOWN = new Set(['id', 'sessionID', 'role', 'parts', 'tokens', 'cost'])
const KNOWN_OF_PART = new Set([
  'id',
  'sessionID',
  'messageID',
  'text',
  'callID',
  'tool',
  'state',
  'url',
  'time',
])
const KNOWN_OF_STATE = new Set(['status', 'input', 'output', 'error', 'attachments'])

/**
 * A message from its record, or from the file of its members and those of its parts (`detail.part` = `files`). A
 * checkpoint is made of two: the mark and the summary, which begins at slice number `detail.summary`.
 */
export function buildOpencode(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const detail = asObject(entry.detail)
  const recordOf = (own: readonly Uint8Array[]): JsonObject => {
    if (detail?.part !== 'files') return stepRecord(own, detail?.part, 'parts')
    const [info, ...parts] = sliceObjects(own)
    return { info: info ?? {}, parts }
  }
  if (entry.kind !== 'checkpoint') return messageOf(recordOf(slices), entry)
  const at = asCount(detail?.summary, slices.length)
  const mark = partsOf(recordOf(slices.slice(0, at))).find((part) => part.type === 'compaction')
  const summary = messageOf(recordOf(slices.slice(at)), entry)
  const texts = summary.content.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return {
    ...summary,
    checkpoint: {
      summary: texts.join('\n\n'),
      trigger: mark?.auto === true ? 'automatic' : mark?.auto === false ? 'manual' : 'unknown',
      tokensBefore: null,
      tokensAfter: null,
    },
    rest: { ...summary.rest, ...(mark === undefined ? {} : { compaction: mark }) },
  }
}

function messageOf(record: JsonObject, entry: Entry): ImportedMessage {
  const info = infoOf(record)
  const parts = partsOf(record)
  const { model } = messageFacts(info, [])
  const reply = entry.kind === 'prompt' || entry.kind === 'context' ? null : replyOf(parts)
  const time = asObject(info.time)
  const [startMs, endMs] = [sourceTimeMs(time?.created), sourceTimeMs(time?.completed)]
  return {
    ...EMPTY_MESSAGE,
    ...(reply ?? { content: parts.flatMap(shownParts) }),
    usage: usageOf(info, parts),
    atMs: endMs ?? startMs,
    durationMs: endMs === null || startMs === null || endMs < startMs ? null : endMs - startMs,
    origin: (reply?.privateItems.length ?? 0) === 0 ? null : originOf(model?.provider ?? '', model?.id ?? ''),
    ending: reply === null ? 'complete' : endingOf(info, parts),
    rest: restOf(info, parts),
  }
}

function replyOf(parts: readonly JsonObject[]): ReturnType<ReturnType<typeof createReplyParts>['finish']> {
  const reply = createReplyParts()
  for (const part of parts) {
    if (part.type === 'text' && part.ignored !== true) {
      if (asText(part.text) !== '') reply.text(asText(part.text))
    } else if (part.type === 'reasoning') {
      reply.thinking(asText(part.text))
      if (/signature|encrypted/i.test(JSON.stringify(part.metadata ?? null))) reply.private(part)
    } else if (part.type === 'tool') reply.call(callOf(part))
    else for (const shown of shownParts(part)) reply.part(shown)
  }
  return reply.finish()
}

function callOf(part: JsonObject): NewCall {
  const state = asObject(part.state)
  const call = {
    id: asText(part.callID),
    name: asText(part.tool),
    arguments: state?.input ?? {},
    partialArguments: null,
  }
  if (state?.status === 'error')
    return { ...call, output: { content: [textPart(asText(state.error))], isError: true } }
  if (state?.status !== 'completed') return call
  const said = asText(state.output)
  const attached = asList(state.attachments).flatMap((file) => shownParts(asObject(file) ?? { value: file }))
  return {
    ...call,
    output: { content: [...(said === '' ? [] : [textPart(said)]), ...attached], isError: false },
  }
}

/** Bookkeeping of the program: kept, but nothing to show. */
const UNSHOWN = ['step-start', 'step-finish', 'snapshot', 'patch', 'retry']

function shownParts(part: JsonObject): readonly NewPart[] {
  if (UNSHOWN.includes(asText(part.type))) return []
  if (part.type === 'text' && part.ignored === true)
    return [typedPart('ignored', { ...part, type: 'ignored' })]
  if (part.type === 'text' || part.type === 'reasoning') {
    const text = asText(part.text)
    return text === '' ? [] : [textPart(text)]
  }
  return [(part.type === 'file' ? dataUrlImage(part.url) : null) ?? typedPart('unknown', part)]
}

/** Cache reads stand apart in opencode, and so do the tokens of reasoning. */
function usageOf(info: JsonObject, parts: readonly JsonObject[]): Usage | null {
  const finish = parts.findLast((part) => part.type === 'step-finish')
  const said = finish ?? info
  const tokens = asObject(said.tokens) ?? asObject(info.tokens)
  if (tokens === null) return null
  const cache = asObject(tokens.cache)
  const reasoning = asCount(tokens.reasoning, 0)
  const usage = {
    input: asCount(tokens.input, 0),
    output: asCount(tokens.output, 0) + reasoning,
    cacheRead: asCount(cache?.read, 0),
    cacheWrite: asCount(cache?.write, 0),
  }
  // Zeros stand where the model never answered.
  if (usage.input + usage.output + usage.cacheRead + usage.cacheWrite === 0) return null
  return { ...usage, reasoning: reasoning || null, cost: asCount(said.cost, null) || null }
}

function originOf(provider: string, model: string): ImportedMessage['origin'] {
  const protocol = provider.includes('anthropic')
    ? 'anthropic'
    : provider.includes('openai')
      ? 'openai-responses'
      : 'openai-chat'
  return { protocol, host: provider, model }
}

function endingOf(info: JsonObject, parts: readonly JsonObject[]): ReplyEnding {
  const error = asText(asObject(info.error)?.name)
  if (error === 'MessageAbortedError') return 'interrupted'
  if (error === 'MessageOutputLengthError' || info.finish === 'length') return 'length'
  if (error !== '') return 'failed'
  const isOpen = parts.some(
    ({ type, state }) => type === 'tool' && /pending|running/.test(asText(asObject(state)?.status)),
  )
  return isOpen ? 'interrupted' : 'complete'
}

function restOf(info: JsonObject, parts: readonly JsonObject[]): ImportedMessage['rest'] {
  const left = parts.flatMap((part) => {
    const state = restMembers(asObject(part.state) ?? {}, KNOWN_OF_STATE)
    const own = restMembers(part, KNOWN_OF_PART)
    const said = Object.keys(state).length === 0 ? own : { ...own, callID: part.callID ?? null, state }
    return Object.keys(said).length < 2 ? [] : [said]
  })
  return { ...restMembers(info, KNOWN), ...(left.length > 0 && isSmall(left) ? { parts: left } : {}) }
}
