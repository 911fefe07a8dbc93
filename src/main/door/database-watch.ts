import type { AppNotice } from '../../shared/ipc/notices.ts'
import type { AppDatabase } from '../checkpoints/database.ts'
import type { EventListener } from './observation-door.ts'

/**
 * Looks at the database's file whenever a turn or a checkpoint changed, and tells once when it was deleted or replaced.
 * From then on each checkpoint is written anew at once: nobody knows how the program will end.
 */
export function watchDatabase(
  database: Pick<AppDatabase, 'rescue'>,
  path: string,
  tell: (notice: AppNotice) => void,
): EventListener {
  let isTold = false
  return (event) => {
    if (event !== 'checkpoints.changed' && (event !== 'turn.changed' || isTold)) return
    const notice = lookAt(database, path)
    if (notice === null || isTold) return
    isTold = true
    tell(notice)
  }
}

function lookAt(database: Pick<AppDatabase, 'rescue'>, path: string): AppNotice | null {
  try {
    const target = database.rescue()
    return target === null ? null : { code: 'database-gone', path: target }
  } catch {
    // What is kept in memory is all there is then: that is what the person has to know.
    return { code: 'database-unavailable', path }
  }
}
