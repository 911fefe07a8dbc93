import { AppError } from '../../shared/ipc/errors.ts'
import { toolBox } from '../agent/tools/tool-box.ts'
import type { Events } from '../checkpoints/event-repository.ts'
import { requestBody, requestTarget } from '../compactor/in-place/request-body.ts'
import type { ExportThread } from '../export/export-thread.ts'
import { fileThread, UNKNOWN_MODEL } from '../export/file-thread.ts'
import type { OpenThreads } from './open-threads.ts'
import type { ThreadPaths } from './thread-paths.ts'
import type { ThreadRuntime } from './thread-runtime.ts'
import type { ThreadRuntimes } from './thread-runtimes.ts'

export interface ExportSourceDoor {
  readonly threads: OpenThreads
  readonly paths: Pick<ThreadPaths, 'resolve'>
  readonly runtimes: ThreadRuntimes
  readonly eventsOf: (thread: string) => Pick<Events, 'list' | 'lineage'>
  readonly now: () => number
  readonly timeZone: string
}

/** A thread with its checkpoints and with the request that the window would send next. Rejects with `file-*` codes. */
export async function exportSource(
  door: ExportSourceDoor,
  thread: string,
  checkpoint: string | null,
): Promise<ExportThread> {
  const path = await door.paths.resolve(thread)
  const file = await door.threads.current(path)
  const clock = { now: () => new Date(door.now()), timeZone: door.timeZone }
  const source = fileThread(thread, file, clock)
  // A transcript of another tool has no checkpoints, no marks and no turns of its own here.
  if (file.foreign !== null && checkpoint === null) return source
  const events = door.eventsOf(thread)
  if (checkpoint !== null) {
    const event = events.list().find(({ id }) => id === checkpoint)?.event
    if (event == null) throw new AppError('not-found', 'This checkpoint is not there any more.')
    return { ...source, only: event }
  }
  const lineage = events.lineage()
  const checkpoints = events
    .list()
    .flatMap(({ id, event }) => (event !== null && lineage.has(id) ? [event] : []))
    .toReversed()
  return {
    ...source,
    checkpoints,
    nextRequest: async (protocol) => {
      const isOpen = door.runtimes.at(path) !== null
      const runtime = await door.runtimes.get(thread)
      try {
        return await nextBody(runtime, protocol)
      } finally {
        // A window may have opened it meanwhile, and have a turn run in it.
        if (!isOpen) await door.runtimes.left(path)
      }
    },
  }
}

/** As "Copy request JSON" makes it, for a protocol of choice. Sends nothing, compacts nothing. */
async function nextBody(
  { upcoming, live, render }: ThreadRuntime,
  protocol: Parameters<ExportThread['nextRequest']>[0],
) {
  const projection = await upcoming()
  const rendered = await render(projection.map(({ message }) => message))
  return requestBody(
    {
      file: live.file,
      system: rendered.systemPrompt,
      tools: toolBox([]).schemas,
      messages: rendered.messages,
      placed: projection.flatMap(({ index, message }) => (index === null ? [] : [{ index, message }])),
    },
    requestTarget(live.file, rendered.messages, { protocol }, UNKNOWN_MODEL),
  )
}
