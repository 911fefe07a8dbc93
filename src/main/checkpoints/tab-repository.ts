import type { Database } from 'better-sqlite3'
import type { Tab, TabState } from '../../shared/ipc/workspace.ts'

/** Tabs per workspace, as they come back after a restart. */
export interface TabRepository {
  load(root: string | null): TabState
  /** Replaces all tabs of the workspace at once. */
  save(root: string | null, state: TabState): void
}

interface TabRow {
  readonly thread: string
  readonly is_pinned: number
  readonly message_index: number | null
  readonly offset_px: number | null
}

export function createTabRepository(db: Database): TabRepository {
  const read = db.prepare<[string], TabRow>(
    'select thread, is_pinned, message_index, offset_px from tab where root = ? order by position',
  )
  const readActive = db.prepare<[string], { readonly position: number }>(
    'select position from active_tab where root = ?',
  )
  const clear = db.prepare('delete from tab where root = ?')
  const write = db.prepare(
    'insert into tab (root, position, thread, is_pinned, message_index, offset_px) values (?, ?, ?, ?, ?, ?)',
  )
  const writeActive = db.prepare(
    'insert into active_tab (root, position) values (?, ?) on conflict do update set position = excluded.position',
  )
  const replace = db.transaction((root: string, state: TabState) => {
    clear.run(root)
    state.tabs.forEach(({ thread, isPinned, position }, index) => {
      write.run(root, index, thread, isPinned ? 1 : 0, position?.index ?? null, position?.offsetPx ?? null)
    })
    writeActive.run(root, state.active)
  })
  return {
    load(root) {
      const tabs = read.all(root ?? '').map(tabOf)
      const active = readActive.get(root ?? '')?.position ?? -1
      return { tabs, active: Math.min(active, tabs.length - 1) }
    },
    save(root, state) {
      replace.immediate(root ?? '', state)
    },
  }
}

function tabOf(row: TabRow): Tab {
  const position =
    row.message_index === null || row.offset_px === null
      ? null
      : { index: row.message_index, offsetPx: row.offset_px }
  return { thread: row.thread, isPinned: row.is_pinned === 1, position }
}
