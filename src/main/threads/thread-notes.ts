import type { ThreadStats } from './thread-index.ts'

/** Something odd the reader found. Never fatal. */
export interface ThreadNote {
  readonly code:
    | 'duplicate-keys'
    | 'missing-blobs'
    | 'unused-blobs'
    | 'pending-calls'
    | 'repeated-call-ids'
    | 'broken-messages'
    | 'invalid-utf8'
  readonly count: number
}

/** The notes that apply, from the counts over a thread. */
export function collectNotes(
  stats: ThreadStats,
  duplicateKeys: number,
  isValidUtf8: boolean,
): readonly ThreadNote[] {
  const all: readonly ThreadNote[] = [
    { code: 'duplicate-keys', count: duplicateKeys },
    { code: 'missing-blobs', count: stats.missingBlobs },
    { code: 'unused-blobs', count: stats.unusedBlobs },
    { code: 'pending-calls', count: stats.pendingCalls },
    { code: 'repeated-call-ids', count: stats.repeatedCallIds },
    { code: 'broken-messages', count: stats.broken },
    { code: 'invalid-utf8', count: isValidUtf8 ? 0 : 1 },
  ]
  return all.filter((note) => note.count > 0)
}
