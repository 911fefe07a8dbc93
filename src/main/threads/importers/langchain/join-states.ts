import type { Branch, Transcript } from '../transcript.ts'

/**
 * The states of a LangGraph history as one thread: each holds the whole list, the newest stands first. A state whose
 * messages are the beginning of the newest's says nothing new; one that goes another way is a branch. Lists of other
 * threads stay apart.
 */
export function joinStates(threads: readonly Transcript[]): readonly Transcript[] {
  const [newest, ...older] = threads
  if (newest === undefined || older.length === 0) return threads
  const branches: Branch[] = []
  const apart: Transcript[] = []
  const known = new Set<string>()
  const ids = newest.entries.map(({ id }) => id)
  for (const thread of older) {
    const own = thread.entries.map(({ id }) => id)
    let shared = 0
    while (shared < own.length && own[shared] === ids[shared]) shared += 1
    const key = own.at(-1) ?? ''
    if (shared === own.length || known.has(key)) continue
    // Messages without ids of their own are numbered: equal numbers prove nothing.
    if (shared === 0 || /^message-\d+$/.test(own[0] ?? '')) {
      apart.push(thread)
      continue
    }
    known.add(key)
    branches.push({ key, sharedEntries: shared, entries: thread.entries.slice(shared) })
  }
  return [{ ...newest, branches: [...newest.branches, ...branches] }, ...apart]
}
