import type { Steps } from '../../../compaction/steps.ts'
import type { Entry, EntryKind, Place } from '../transcript.ts'
import { moveKept } from './kept.ts'
import { STEP_RECORDS } from './line-in.ts'
import type { RecordNode } from './record-node.ts'

/** Entries of a line of talk, with the position in it at which each one begins. */
export interface Line {
  readonly entries: readonly Entry[]
  readonly starts: readonly number[]
}

/** An entry while it is put together. */
export interface Draft {
  id: string
  kind: EntryKind
  readonly places: Place[]
  readonly start: number
  /** Position of its last record, apart from results. */
  end: number
  readonly nodes: RecordNode[]
  isEmpty: boolean
  nested: number[]
}

/**
 * Entries of the records of one line, in its order. Records of one message of the provider are one reply; results
 * go into their calls, paired by id, the n-th result of an id with its n-th call; a compaction boundary and its
 * summary are one checkpoint, placed before the messages that stay visible.
 */
export function* lineOf(nodes: readonly RecordNode[]): Steps<Line> {
  const calls = yield* callsOf(nodes)
  const drafts: Draft[] = []
  const replies = new Map<string, Draft>()
  let boundary: Draft | null = null
  for (const [start, node] of nodes.entries()) {
    if (start % STEP_RECORDS === 0) yield
    if (node.role === 'link') continue
    const known = node.messageId === '' ? undefined : replies.get(node.messageId)
    if (node.role === 'assistant' && known !== undefined) {
      known.places.push(node.place)
      known.nodes.push(node)
      known.end = start
      continue
    }
    const draft = draftOf(node, start)
    if (node.role === 'boundary') boundary = draft
    else if (node.role === 'user' && node.kind === 'checkpoint' && boundary !== null) {
      boundary.places.push(node.place)
      boundary.nodes.push(node)
      boundary.end = start
      boundary.kind = 'checkpoint'
      boundary.id = node.id
      boundary = null
      continue
    } else if (node.role === 'user') {
      draft.nested = nestedOf(node, calls)
      if (!node.hasOwn && draft.nested.length === node.results.length) continue
    }
    if (node.role === 'assistant' && node.messageId !== '') replies.set(node.messageId, draft)
    drafts.push(draft)
  }
  yield* addResults(drafts, calls)
  const moved = moveKept(drafts, nodes)
  const entries: Entry[] = []
  for (const draft of moved) {
    entries.push(entryOf(draft))
    if (entries.length % STEP_RECORDS === 0) yield
  }
  return { entries, starts: moved.map(({ start }) => start) }
}

interface CallUse {
  readonly node: RecordNode
  /** The record that answers it. */
  result: RecordNode | null
}

/** Calls by id, each with the record that answers it. */
function* callsOf(nodes: readonly RecordNode[]): Steps<ReadonlyMap<string, readonly CallUse[]>> {
  const calls = new Map<string, CallUse[]>()
  for (const [at, node] of nodes.entries()) {
    if (at % STEP_RECORDS === 0) yield
    for (const id of node.calls) {
      const uses = calls.get(id)
      if (uses === undefined) calls.set(id, [{ node, result: null }])
      else uses.push({ node, result: null })
    }
  }
  const answered = new Map<string, number>()
  // Parallel results hang beside the chain: which came first, the file says.
  for (const [step, node] of nodes.toSorted(byPlace).entries()) {
    if (step % STEP_RECORDS === 0) yield
    for (const { id } of node.results) {
      const at = answered.get(id) ?? 0
      const use = calls.get(id)?.[at]
      if (use === undefined) continue
      use.result = node
      answered.set(id, at + 1)
    }
  }
  return calls
}

function byPlace({ place: one }: RecordNode, { place: two }: RecordNode): number {
  return one.file - two.file || one.from - two.from
}

/** Blocks of the record that stand in calls. */
function nestedOf(node: RecordNode, calls: ReadonlyMap<string, readonly CallUse[]>): number[] {
  const left = new Map<string, number>()
  return node.results.flatMap(({ id, block }) => {
    const own = left.get(id) ?? (calls.get(id) ?? []).filter(({ result }) => result === node).length
    left.set(id, own - 1)
    return own > 0 ? [block] : []
  })
}

function* addResults(drafts: readonly Draft[], calls: ReadonlyMap<string, readonly CallUse[]>): Steps<void> {
  const uses = new Map<RecordNode, CallUse[]>()
  let step = 0
  for (const list of calls.values()) {
    step += 1
    if (step % STEP_RECORDS === 0) yield
    for (const use of list) {
      const known = uses.get(use.node)
      if (known === undefined) uses.set(use.node, [use])
      else known.push(use)
    }
  }
  for (const [at, draft] of drafts.entries()) {
    if (at % STEP_RECORDS === 0) yield
    if (draft.kind !== 'reply') continue
    const results = new Set<RecordNode>()
    for (const node of draft.nodes)
      for (const { result } of uses.get(node) ?? []) if (result !== null) results.add(result)
    for (const result of results) draft.places.push(result.place)
  }
}

function draftOf(node: RecordNode, start: number): Draft {
  const kind = node.role === 'boundary' ? 'context' : node.kind
  return {
    id: node.id,
    kind,
    places: [node.place],
    start,
    end: start,
    nodes: [node],
    isEmpty: kind === 'prompt' && node.isEmpty,
    nested: [],
  }
}

function entryOf({ id, kind, places, isEmpty, nested }: Draft): Entry {
  return {
    id,
    kind,
    places,
    ...(isEmpty ? { isEmpty } : {}),
    ...(nested.length > 0 ? { detail: { nested } } : {}),
  }
}
