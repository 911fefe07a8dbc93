import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asCount, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { LineScan, Place, Transcript, TranscriptHead } from '../transcript.ts'
import { uniqueIds } from '../unique-id.ts'
import { type CodexRecord, callIdOf, codexRecord, itemRole, opensTurn } from './codex-record.ts'
import { type Draft, entriesOf, type Rollback } from './draft.ts'
import { createReplies } from './replies.ts'
import { createTally } from './tally.ts'
import { printOf, typedByEvent, userMarks } from './typed-text.ts'

/** Reads a rollout, or the output of `codex exec --json`, line by line. */
export function startScan(): LineScan {
  const drafts: (Draft | Rollback)[] = []
  const asides: Place[] = []
  const tally = createTally()
  const idOf = uniqueIds()
  const typed = { prints: new Set<string>(), draftsSeen: 0 }
  let head = EMPTY_HEAD
  let key = ''
  let parentKey: string | null = null
  let isAfterResult = false
  let shown: readonly Transcript[] | null = null

  function add(
    kind: Draft['kind'],
    wanted: string,
    place: Place,
    more: Pick<Draft, 'marks' | 'opensTurn'> = { marks: null },
  ): Draft {
    const id = idOf(wanted, `line-${place.from}`)
    const draft: Draft = { id, kind, places: [place], isAfterResult, detail: {}, ...more }
    drafts.push(draft)
    return draft
  }
  const replies = createReplies((wanted, place) => add('reply', wanted, place))

  function item(body: JsonObject, place: Place): void {
    const role = itemRole(body)
    const id = asText(body.id)
    if (role === 'aside') return void asides.push(place)
    if (role === 'reply' || role === 'call') replies.item(role, id, callIdOf(body), place, isText(body))
    else if (role === 'result') {
      if (!replies.result(callIdOf(body), place)) add('context', id, place)
    } else {
      replies.close()
      if (role === 'compaction') Object.assign(add('checkpoint', id, place).detail, replies.origin())
      else if (role === 'user') add('user', id, place, { marks: userMarks(body) })
      else add('context', id, place, { marks: null, opensTurn: opensTurn(body) })
    }
    isAfterResult = role === 'result'
  }

  /** True when the event is told by an entry. */
  function event(body: JsonObject, place: Place): boolean {
    const text = typedByEvent(body)
    if (text !== null && text.trim() !== '') {
      typed.prints.add(printOf(text))
      typed.draftsSeen = drafts.length
    }
    const turns = asCount(body.num_turns, 0)
    if (body.type === 'thread_rolled_back' && turns > 0) {
      replies.close()
      drafts.push({ kind: 'rollback', turns })
    }
    if (body.type === 'turn_aborted') replies.abort()
    // No item says that a request failed.
    if (body.type === 'error') {
      replies.close()
      add('context', '', place)
      return true
    }
    if (body.type === 'task_started') replies.next()
    if (body.type === 'thread_name_updated') head = { ...head, title: asText(body.thread_name ?? body.name) }
    return body.type === 'token_count' && replies.tokenCount(body, place)
  }

  function meta(body: JsonObject): void {
    if (key !== '') return
    key = asText(body.id) || asText(body.session_id)
    head = metaHead(head, body)
    const source = asObject(body.source)
    if (source !== null && 'subagent' in source)
      parentKey = asText(body.parent_thread_id) || asText(body.forked_from_id) || null
  }

  /** True when the record is a part of an entry. */
  function record({ kind, body }: CodexRecord, place: Place): boolean {
    if (kind === 'item') item(body, place)
    else if (kind === 'compacted') {
      replies.compacted()
      const { detail } = add('checkpoint', '', place)
      if (!Array.isArray(body.replacement_history)) detail.keepsPrompts = true
      Object.assign(detail, replies.origin())
    } else if (kind === 'step') return replies.step(body, place)
    else if (kind === 'event') return event(body, place)
    else if (kind === 'usage') return replies.usageRecord(body, place)
    else {
      if (kind === 'context' || kind === 'filler') replies.next()
      return false
    }
    return true
  }

  return {
    take(value: JsonValue, place: Place) {
      shown = null
      const one = codexRecord(value)
      tally.count(one)
      if (one === null) return void asides.push(place)
      head = timedHead(head, one)
      if (one.kind === 'meta') meta(one.body)
      if (one.kind === 'context') {
        const id = asText(one.body.model)
        if (id !== '') head = { ...head, model: { provider: head.model?.provider ?? 'openai', id } }
        replies.writtenBy(head.model?.provider ?? 'openai', id)
      }
      if (one.kind === 'step' && one.body.type === 'thread.started') key ||= asText(one.body.thread_id)
      if (!record(one, place)) asides.push(place)
    },
    broken(place) {
      shown = null
      replies.close()
      add('broken', '', place)
    },
    *threads() {
      yield
      shown ??= [
        {
          key: key || 'session',
          head: { ...head, model: head.model?.id ? head.model : null },
          ...entriesOf(drafts, typed),
          parentKey,
          tally: tally.read(),
          asides: [...asides, ...replies.unused()],
        },
      ]
      return shown
    },
  }
}

const EMPTY_HEAD: TranscriptHead = {
  title: '',
  model: null,
  systemPrompt: '',
  tools: [],
  startedMs: null,
  endedMs: null,
  folder: '',
}

function metaHead(head: TranscriptHead, body: JsonObject): TranscriptHead {
  const provider = asText(body.model_provider) || 'openai'
  const base = asText(asObject(body.base_instructions)?.text)
  return {
    ...head,
    model: { provider, id: head.model?.id ?? '' },
    systemPrompt: base || asText(body.instructions),
    folder: asText(body.cwd),
    startedMs: head.startedMs ?? sourceTimeMs(body.timestamp),
  }
}

function timedHead(head: TranscriptHead, { timestamp }: CodexRecord): TranscriptHead {
  const at = sourceTimeMs(timestamp)
  return at === null ? head : { ...head, startedMs: head.startedMs ?? at, endedMs: at }
}

/** Text of the model, or its reasoning: behind results that is the next answer. */
function isText(body: JsonObject): boolean {
  return body.type === 'message' || body.type === 'reasoning'
}
