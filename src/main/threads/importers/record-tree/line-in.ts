import type { RecordNode } from './record-node.ts'

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
export function lineIn(nodes: readonly RecordNode[], part: readonly number[], leaf: LeafKind): LineIn {
  const anchors = chainOf(nodes, part, leaf)
  const chain = [...anchors.keys()]
  const own = ownOf(nodes, part, chain)
  const speaks = speakingOf(nodes, part, own)
  const taken: number[] = []
  const rootOf = new Map<number, number[]>()
  const rest: number[][] = []
  for (const index of part) {
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
  return { order: orderOf(chain, taken, anchors), rest }
}

/** The chain from the first to the latest message, each with its position. */
function chainOf(nodes: readonly RecordNode[], part: readonly number[], leaf: LeafKind): Map<number, number> {
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
  }
  return new Map(chain.reverse().map((index, position) => [index, position]))
}

/** Records beside the chain that are blocks of its messages or results of its calls. */
function ownOf(
  nodes: readonly RecordNode[],
  part: readonly number[],
  chain: readonly number[],
): ReadonlySet<number> {
  const own = new Set(chain)
  const messages = new Set(chain.map((index) => nodes[index]?.messageId ?? ''))
  messages.delete('')
  const calls = new Set(chain.flatMap((index) => nodes[index]?.calls ?? []))
  for (const index of part) {
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
function speakingOf(
  nodes: readonly RecordNode[],
  part: readonly number[],
  own: ReadonlySet<number>,
): ReadonlySet<number> {
  const speaks = new Set<number>()
  for (const index of part.toReversed()) {
    const node = nodes[index]
    if (node === undefined) continue
    const isSaid = node.role === 'assistant' || (node.role === 'user' && node.hasOwn)
    if (isSaid && !own.has(index)) speaks.add(index)
    if (speaks.has(index)) speaks.add(node.parent)
  }
  return speaks
}

function orderOf(
  chain: readonly number[],
  taken: readonly number[],
  anchors: ReadonlyMap<number, number>,
): readonly number[] {
  const behind = new Map<number, number[]>()
  for (const index of taken) {
    const anchor = anchors.get(index) ?? -1
    const list = behind.get(anchor)
    if (list === undefined) behind.set(anchor, [index])
    else list.push(index)
  }
  return [
    ...(behind.get(-1) ?? []),
    ...chain.flatMap((index, position) => [index, ...(behind.get(position) ?? [])]),
  ]
}
