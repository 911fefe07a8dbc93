import type { Draft } from './line.ts'
import type { KeptMessages, RecordNode } from './record-node.ts'

/**
 * The same entries with every checkpoint before the messages it kept: what stands behind the last checkpoint is
 * then exactly what the model saw. Messages that it did not keep keep their order before it.
 */
export function moveKept(drafts: readonly Draft[], nodes: readonly RecordNode[]): readonly Draft[] {
  if (!drafts.some(isMoving)) return drafts
  const positions = new Map(nodes.map(({ uuid }, position) => [uuid, position]))
  positions.delete('')
  const settled: Draft[] = []
  let visible: Draft[] = []
  for (const draft of drafts) {
    if (draft.kind !== 'checkpoint') {
      visible.push(draft)
      continue
    }
    const kept = keptOf(visible, keptBy(draft), positions)
    for (const one of visible) if (!kept.has(one)) settled.push(one)
    visible = [draft, ...kept]
  }
  return [...settled, ...visible]
}

function isMoving(draft: Draft): boolean {
  return draft.kind === 'checkpoint' && keptBy(draft) !== null
}

function keptBy(draft: Draft): KeptMessages | null {
  return draft.nodes.find(({ kept }) => kept !== null)?.kept ?? null
}

/** Which of the visible messages stay visible. Never a former checkpoint: its text is in the new one. */
function keptOf(
  visible: readonly Draft[],
  kept: KeptMessages | null,
  positions: ReadonlyMap<string, number>,
): ReadonlySet<Draft> {
  const messages = visible.filter(({ kind }) => kind !== 'checkpoint')
  if (kept === null) return new Set()
  if (kept.kind === 'list') {
    const uuids = new Set(kept.uuids)
    return new Set(messages.filter(({ nodes }) => nodes.some(({ uuid }) => uuids.has(uuid))))
  }
  const head = positions.get(kept.head)
  const tail = positions.get(kept.tail) ?? Number.POSITIVE_INFINITY
  return new Set(messages.filter(({ start, end }) => head !== undefined && end >= head && start <= tail))
}
