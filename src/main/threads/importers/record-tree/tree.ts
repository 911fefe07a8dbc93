import type { Steps } from '../../../compaction/steps.ts'
import type { Branch, Entry, Place } from '../transcript.ts'
import { type Line, lineOf } from './line.ts'
import { type LeafKind, lineIn, STEP_RECORDS } from './line-in.ts'
import type { RecordNode } from './record-node.ts'

/** A thread's records as lines of talk. */
export interface RecordTree {
  readonly entries: readonly Entry[]
  readonly branches: readonly Branch[]
  /** Records that no line shows. */
  readonly unseen: readonly Place[]
}

/** A tree may be made of nothing but forks: what goes beyond these is left to Raw. */
const MAX_BRANCHES = 2_000
const WORK_PER_RECORD = 10

/** A line with where its records stand in it, and what comes before it beside the active line's entries. */
interface Placed {
  readonly line: Line
  readonly prefix: readonly Entry[]
  /** Position on the active line that it goes on from. */
  readonly fork: number
}

/**
 * The active line of a thread and the lines beside it. Active is the chain from the latest message back to a root;
 * what does not belong to it are branches, cut into lines in the same way.
 */
export function* treeOf(nodes: readonly RecordNode[], leaf: LeafKind = 'message'): Steps<RecordTree> {
  const placed = new Map<number, { readonly on: Placed; readonly position: number }>()
  const unseen: Place[] = []
  const branches: Branch[] = []
  function* place(order: readonly number[], prefix: readonly Entry[], fork: number): Steps<Placed> {
    const line = yield* lineOf(order.flatMap((index) => nodes[index] ?? []))
    const on = { line, prefix, fork }
    for (const [position, index] of order.entries()) {
      if (position % STEP_RECORDS === 0) yield
      placed.set(index, { on, position })
      const node = nodes[index]
      if (node?.role === 'link') unseen.push(node.place)
    }
    return on
  }
  const first = yield* lineIn(nodes, [...nodes.keys()], leaf)
  const active = yield* place(first.order, [], -1)
  const isMoved = active.line.starts.some((start, index, all) => start < (all[index - 1] ?? 0))
  const queue = [...first.rest]
  let work = WORK_PER_RECORD * nodes.length
  for (let at = 0; at < queue.length; at += 1) {
    const part = queue[at] ?? []
    const from = placed.get(nodes[part[0] ?? 0]?.parent ?? -1)
    const isActive = from === undefined || from.on === active
    const fork = isActive ? (from?.position ?? -1) : from.on.fork
    const shared = sharedBy(active.line.starts, fork, isMoved)
    const prefix = isActive ? (isMoved ? sharedBehind(active.line, shared, fork) : []) : prefixOf(from)
    work -= part.length + prefix.length + (isMoved ? active.line.entries.length : 0)
    if (work < 0 || branches.length === MAX_BRANCHES) {
      for (const index of part) unseen.push(...(nodes[index] === undefined ? [] : [nodes[index].place]))
      continue
    }
    const cut = yield* lineIn(nodes, part, leaf)
    const { line } = yield* place(cut.order, prefix, fork)
    const key = line.entries.at(-1)?.id
    if (key !== undefined)
      branches.push({ key, sharedEntries: shared, entries: [...prefix, ...line.entries] })
    for (const rest of cut.rest) queue.push(rest)
  }
  return { entries: active.line.entries, branches, unseen }
}

/** What a branch of a branch shares with that one alone. */
function prefixOf({ on, position }: { readonly on: Placed; readonly position: number }): readonly Entry[] {
  return [...on.prefix, ...on.line.entries.slice(0, sharedBy(on.line.starts, position, true))]
}

/** Entries that a checkpoint was moved before, and that a branch shares all the same. */
function sharedBehind({ entries, starts }: Line, shared: number, fork: number): readonly Entry[] {
  return entries.filter((_, one) => one >= shared && (starts[one] ?? 0) <= fork)
}

/** How many entries from the first on begin at or before the position. */
function sharedBy(starts: readonly number[], position: number, isMoved: boolean): number {
  if (isMoved) {
    const behind = starts.findIndex((start) => start > position)
    return behind < 0 ? starts.length : behind
  }
  let from = 0
  let to = starts.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((starts[middle] ?? 0) > position) to = middle
    else from = middle + 1
  }
  return from
}
