import type { Message } from '../../shared/thread/message.ts'
import { callPaths } from '../compaction/facts/tool-paths.ts'

/** Newest calls that are looked at. */
const MAX_CALLS = 400

/**
 * Paths of files that were read or written last, newest first, each once (S-040). Calls that failed, and files that
 * were deleted since, do not count. The program's own records are never put back.
 */
export function recentPaths(messages: readonly Message[], maxPaths: number): readonly string[] {
  const found = new Set<string>()
  const gone = new Set<string>()
  let calls = 0
  for (const message of messages.toReversed()) {
    for (const call of message.toolCalls.toReversed()) {
      if (call.output === null || call.output.isError) continue
      calls += 1
      for (const { path, use } of callPaths(call)) {
        if (use === 'deleted') gone.add(path)
        else if (!gone.has(path) && !path.includes('.palimpsest/')) found.add(path)
      }
      if (found.size >= maxPaths || calls >= MAX_CALLS) return [...found].slice(0, maxPaths)
    }
  }
  return [...found]
}
