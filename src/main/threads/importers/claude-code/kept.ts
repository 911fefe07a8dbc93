import type { Draft } from './line.ts'
import type { KeptMessages } from './node.ts'

/**
 * The same entries with every checkpoint before the messages it kept: what stands behind the last checkpoint is
 * then exactly what the model saw. Messages that it did not keep keep their order before it.
 */
export function moveKept(drafts: readonly Draft[]): readonly Draft[] {
  if (!drafts.some(isMoving)) return drafts
  const settled: Draft[] = []
  let visible: Draft[] = []
  for (const draft of drafts) {
    if (draft.kind !== 'checkpoint') {
      visible.push(draft)
      continue
    }
    const kept = keptOf(visible, keptBy(draft))
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

function keptOf(line: readonly Draft[], kept: KeptMessages | null): ReadonlySet<Draft> {
  if (kept === null) return new Set()
  const has = (draft: Draft, uuid: string) => draft.nodes.some((node) => node.uuid === uuid)
  if (kept.kind === 'list') {
    const uuids = new Set(kept.uuids)
    return new Set(line.filter((draft) => draft.nodes.some(({ uuid }) => uuids.has(uuid))))
  }
  const head = line.findLastIndex((draft) => has(draft, kept.head))
  if (head < 0) return new Set()
  const tail = line.findLastIndex((draft) => has(draft, kept.tail))
  return new Set(line.slice(head, tail < head ? line.length : tail + 1))
}
