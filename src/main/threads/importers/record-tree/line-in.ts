import type { Steps } from '../../../compaction/steps.ts'
import type { RecordNode } from './record-node.ts'

/** Records between two rests: well below a millisecond. */
export const STEP_RECORDS = 1024

/** Which record ends the active line: the last message, or the last record whatever it is. */
export type LeafKind = 'message' | 'record'

/** A part of a tree cut in two: one line of talk, and the subtrees that hang beside it, each sorted. */
export interface LineIn {
  /** Indexes of the line's records in its order. */
  readonly order: readonly number[]
  readonly rest: readonly (readonly number[])[]
}

/**
 * The line that ends in the latest message of a subtree. `part` holds the subtree's indexes, sorted. Beside its
 * chain the line takes in what belongs to it: blocks of the same message, results of its calls, and subtrees in
 * which nobody says anything (notes, progress, unreadable lines), each behind the record it hangs on.
 */
export function* lineIn(
  nodes: readonly RecordNode[],
  part: readonly number[],
  leaf: LeafKind,
): Steps<LineIn> {
  const anchors = yield* chainOf(nodes, part, leaf)
  const chain = [...anchors.keys()]
  const own = yield* ownOf(nodes, part, chain)
  const speaks = yield* speakingOf(nodes, part, own)
  const taken: number[] = []
  const rootOf = new Map<number, number[]>()
  const rest: number[][] = []
  for (const [at, index] of part.entries()) {
    if (at % STEP_RECORDS === 0) yield
    if (anchors.has(index)) continue
    const parent = nodes[index]?.parent ?? -1
    const subtree = rootOf.get(parent)
    if (subtree === undefined && (own.has(index) || !speaks.has(index))) {
      anchors.set(index, anchors.get(parent) ?? -1)
      taken.push(index)
      continue
    }
    const list = subtree ?? []
    if (subtree === undefined) rest.push(list)
    list.push(index)
    rootOf.set(index, list)
  }
  return { order: yield* orderOf(chain, taken, anchors), rest }
}

/** The chain from the first to the latest message, each with its position. */
function* chainOf(
  nodes: readonly RecordNode[],
  part: readonly number[],
  leaf: LeafKind,
): Steps<Map<number, number>> {
  const inside = new Set(part)
  const isMessage = (index: number) => {
    const role = nodes[index]?.role
    return role === 'user' || role === 'assistant' || role === 'boundary'
  }
  const chain: number[] = []
  const last = leaf === 'record' ? undefined : part.findLast(isMessage)
  let at = last ?? part.at(-1) ?? -1
  while (inside.has(at)) {
    chain.push(at)
    at = nodes[at]?.parent ?? -1
    if (chain.length % STEP_RECORDS === 0) yield
  }
  const positions = new Map<number, number>()
  for (const index of chain.reverse()) {
    positions.set(index, positions.size)
    if (positions.size % STEP_RECORDS === 0) yield
  }
  return positions
}

/** Records beside the chain that are blocks of its messages or results of its calls. */
function* ownOf(
  nodes: readonly RecordNode[],
  part: readonly number[],
  chain: readonly number[],
): Steps<ReadonlySet<number>> {
  const own = new Set(chain)
  const messages = new Set<string>()
  const calls = new Set<string>()
  for (const [at, index] of chain.entries()) {
    if (at % STEP_RECORDS === 0) yield
    messages.add(nodes[index]?.messageId ?? '')
    for (const id of nodes[index]?.calls ?? []) calls.add(id)
  }
  messages.delete('')
  for (const [at, index] of part.entries()) {
    if (at % STEP_RECORDS === 0) yield
    const node = nodes[index]
    if (node === undefined || own.has(index)) continue
    const isBlock = node.role === 'assistant' && messages.has(node.messageId)
    const isResult = node.role === 'user' && !node.hasOwn && node.results.every(({ id }) => calls.has(id))
    if (isBlock) for (const id of node.calls) calls.add(id)
    if (isBlock || isResult) own.add(index)
  }
  return own
}

/** Records at or below which somebody says something that is not the line's own. */
function* speakingOf(
  nodes: readonly RecordNode[],
  part: readonly number[],
  own: ReadonlySet<number>,
): Steps<ReadonlySet<number>> {
  const speaks = new Set<number>()
  for (const [at, index] of part.toReversed().entries()) {
    if (at % STEP_RECORDS === 0) yield
    const node = nodes[index]
    if (node === undefined) continue
    const isSaid = node.role === 'assistant' || (node.role === 'user' && node.hasOwn)
    if (isSaid && !own.has(index)) speaks.add(index)
    if (speaks.has(index)) speaks.add(node.parent)
  }
  return speaks
}

function* orderOf(
  chain: readonly number[],
  taken: readonly number[],
  anchors: ReadonlyMap<number, number>,
): Steps<readonly number[]> {
  const behind = new Map<number, number[]>()
  for (const [at, index] of taken.entries()) {
    if (at % STEP_RECORDS === 0) yield
    const anchor = anchors.get(index) ?? -1
    const list = behind.get(anchor)
    if (list === undefined) behind.set(anchor, [index])
    else list.push(index)
  }
  const order = [...(behind.get(-1) ?? [])]
  for (const [position, index] of chain.entries()) {
    if (position % STEP_RECORDS === 0) yield
    order.push(index)
    for (const beside of behind.get(position) ?? []) order.push(beside)
  }
  return order
}
