import { PRESETS } from '../compaction/policy/presets.ts'
import { readNextRequest } from '../compactor/in-place/next-request.ts'
import {
  requestBody,
  requestSource,
  requestTarget,
  requestWindow,
} from '../compactor/in-place/request-body.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import type { ExportThread } from './export-thread.ts'

/** Stands in a request whose thread names no model. */
export const UNKNOWN_MODEL = 'unknown-model'

/** A thread of which only its file is known: no checkpoints beside it, no marks, the default preset. */
export function fileThread(
  thread: string,
  file: ThreadFile,
  clock: { readonly now: () => Date; readonly timeZone: string },
  /** Told of files that the next request points to and that nobody has written. */
  onUnwritten: (paths: readonly string[]) => void = () => undefined,
): ExportThread {
  const policy = PRESETS['ratio-75']
  return {
    thread,
    file,
    checkpoints: [],
    nextRequest: async (protocol, signal) => {
      const next = await readNextRequest(file, {
        policy,
        window: requestWindow(undefined, policy),
        now: clock.now(),
        timeZone: clock.timeZone,
        signal,
      })
      onUnwritten(next.unwritten)
      return requestBody(
        requestSource(file, next),
        requestTarget(file, next.facts, { protocol }, UNKNOWN_MODEL),
      )
    },
  }
}
