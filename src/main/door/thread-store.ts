import type { Database } from 'better-sqlite3'
import { createEvents, type Events } from '../checkpoints/event-repository.ts'
import { createMarks, type Marks, type StoredMark } from '../checkpoints/mark-repository.ts'
import { createOverrides, type StoredOverride } from '../checkpoints/override-repository.ts'
import type { ClearedResults } from '../compaction/projection/clear-results.ts'
import { locateMessage, type MessageIds } from '../compaction/projection/locate-cutoff.ts'
import type { Override } from '../compaction/projection/override.ts'
import type { ContextStore } from '../compactor/in-place/ports.ts'

/** What is stored about one thread's context: the compactor's view of it, and the parts a person sees. */
export interface ThreadStore {
  readonly context: ContextStore
  readonly events: Events
  readonly marks: Marks
}

/** The store of one thread. `root` is the open workspace, null = none. */
export function openThreadStore(
  db: Database,
  root: string | null,
  thread: string,
  now: () => number,
): ThreadStore {
  const events = createEvents(db, root, thread, now)
  const decisions = createOverrides(db, root, thread)
  const marks = createMarks(db, root, thread)
  return {
    events,
    marks,
    context: {
      active: () => events.active(),
      append: (event, overrides = []) => {
        db.transaction(() => {
          events.append(event)
          decisions.add(event.id, overrides as readonly (StoredOverride & Override)[])
        }).immediate()
      },
      nextNumber: () => events.nextNumber(),
      // Written by `addOverrides` from values of that type.
      overrides: () => decisions.list(events.lineage()) as readonly (StoredOverride & Override)[],
      addOverrides: (overrides) => {
        decisions.add(events.active()?.id ?? '', overrides as readonly (StoredOverride & Override)[])
        events.touch()
      },
      marks: (facts) => {
        const placed = placeMarks(marks.list(), facts.ids)
        const of = (kind: StoredMark['kind']) =>
          new Set(placed.filter((mark) => mark.kind === kind).map(({ index }) => index))
        return { pins: of('pin'), excluded: of('exclude'), cleared: clearedOf(placed) }
      },
      changedMs: () => events.changedMs(),
    },
  }
}

function clearedOf(marks: readonly StoredMark[]): ClearedResults {
  const cleared = new Map<number, Set<number>>()
  for (const mark of marks)
    if (mark.kind === 'clear') cleared.set(mark.index, (cleared.get(mark.index) ?? new Set()).add(mark.call))
  return cleared
}

/** Marks where their messages stand now; one whose message is gone is left out. */
export function placeMarks(marks: readonly StoredMark[], ids: MessageIds): readonly StoredMark[] {
  return marks.flatMap((mark) => {
    const index = locateMessage(mark.messageId, mark.index, ids)
    return ids.idAt(index) === mark.messageId ? [{ ...mark, index }] : []
  })
}

/**
 * Writes marks to where their messages stand now, so that what is set or taken away by its place meets its own row.
 * One whose message is gone gives way.
 */
export function settleMarks(marks: Marks, ids: MessageIds): void {
  const stored = marks.list()
  const places = stored.map((mark) => locateMessage(mark.messageId, mark.index, ids))
  if (stored.every(({ index }, at) => index === places[at])) return
  const isHere = ({ index, messageId }: StoredMark) => Number(ids.idAt(index) === messageId)
  const settled = stored.map((mark, at) => ({ ...mark, index: places[at] ?? mark.index }))
  marks.replace(settled.toSorted((one, other) => isHere(one) - isHere(other)))
}
