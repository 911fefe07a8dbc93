import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { Place } from '../transcript.ts'
import type { Draft } from './draft.ts'

/**
 * Puts the model's items together to its answers. One answer is reasoning, text and calls up to the next request;
 * where that was, tell counts of tokens, turn contexts and results, as the version has them.
 */
export interface Replies {
  item(role: 'reply' | 'call', id: string, callId: string, place: Place, isText: boolean): void
  /** False when no call waits for this result. */
  result(callId: string, place: Place): boolean
  /** An item of `codex exec --json`; true when it is a part of an answer. */
  step(line: JsonObject, place: Place): boolean
  /** True when the record holds the count of an answer. */
  tokenCount(event: JsonObject, place: Place): boolean
  usageRecord(body: JsonObject, place: Place): boolean
  /** Another request was made: the model's next item begins an answer. */
  next(): void
  /** Somebody else spoke. */
  close(): void
  abort(): void
  compacted(): void
  writtenBy(provider: string, model: string): void
  /** Provider and model of the answers to come. */
  origin(): { readonly provider: string; readonly model: string } | null
  /** Counts that belong to no answer. */
  unused(): readonly Place[]
}

interface Reply {
  readonly draft: Draft
  hasUsage: boolean
  hasResults: boolean
}

/** Item types of `codex exec --json` that are a call with its result. */
const STEP_CALLS = /^(command_execution|file_change|mcp_tool_call|web_search|collab_tool_call)$/

/** Collects answers; `open` adds an entry for a new one. */
export function createReplies(open: (id: string, place: Place) => Draft): Replies {
  const waiting = new Map<string, Reply[]>()
  const steps = new Map<string, { readonly reply: Reply; readonly at: number }>()
  const replaced: Place[] = []
  let current: Reply | null = null
  /** Its items may still come. */
  let isOpen = false
  let pending: Place | null = null
  let totals = ''
  let hasRecords = false
  let origin: { readonly provider: string; readonly model: string } | null = null

  function begin(id: string, place: Place): Reply {
    const draft = open(id, place)
    const reply = { draft, hasUsage: false, hasResults: false }
    if (origin !== null) Object.assign(draft.detail, origin)
    current = reply
    isOpen = true
    if (pending !== null) assignCount(reply, pending)
    pending = null
    return reply
  }

  function part(id: string, place: Place, isText: boolean): Reply {
    if (current === null || !isOpen || (isText && current.hasResults)) return begin(id, place)
    current.draft.places.push(place)
    return current
  }

  function assignCount(reply: Reply, place: Place): void {
    reply.hasUsage = true
    reply.draft.places.push(place)
  }

  /** In old versions the count stands before its answer, later behind its items. */
  function counted(place: Place): true {
    if (current !== null && !current.hasUsage) assignCount(current, place)
    else {
      if (pending !== null) replaced.push(pending)
      pending = place
    }
    isOpen = false
    return true
  }

  return {
    item(role, id, callId, place, isText) {
      const reply = part(id, place, isText)
      if (role !== 'call') return
      const list = waiting.get(callId)
      if (list === undefined) waiting.set(callId, [reply])
      else list.push(reply)
    },
    result(callId, place) {
      const list = waiting.get(callId)
      const reply = list?.shift()
      if (reply === undefined) return false
      if (list?.length === 0) waiting.delete(callId)
      reply.draft.places.push(place)
      reply.hasResults = true
      return true
    },
    step(line, place) {
      const type = asText(line.type)
      const item = asObject(line.item)
      if (type === 'turn.completed' && current !== null && !current.hasUsage) {
        assignCount(current, place)
        isOpen = false
        return true
      }
      if (type === 'turn.started' || type === 'turn.failed') isOpen = false
      if (item === null || !type.startsWith('item.')) return false
      const id = asText(item.id)
      const known = steps.get(id)
      if (known !== undefined) {
        replaced.push(...known.reply.draft.places.splice(known.at, 1, place))
        return true
      }
      const itemType = asText(item.type)
      const reply = part(id, place, itemType === 'agent_message' || itemType === 'reasoning')
      steps.set(id, { reply, at: reply.draft.places.length - 1 })
      if (STEP_CALLS.test(itemType)) reply.hasResults = true
      return true
    },
    tokenCount(event, place) {
      const info = asObject(event.info)
      if (info === null || hasRecords) return false
      const now = JSON.stringify(info.total_token_usage ?? null)
      if (now === totals) return false
      totals = now
      return counted(place)
    },
    usageRecord(_body, place) {
      hasRecords = true
      return counted(place)
    },
    next() {
      isOpen = false
    },
    close() {
      isOpen = false
    },
    abort() {
      if (current !== null) current.draft.detail.ending = 'interrupted'
      isOpen = false
    },
    compacted() {
      // The count of the call that wrote the summary is no answer's.
      if (pending !== null) replaced.push(pending)
      pending = null
      isOpen = false
    },
    writtenBy(provider, model) {
      origin = { provider, model }
    },
    origin: () => origin,
    unused: () => (pending === null ? replaced : [...replaced, pending]),
  }
}
