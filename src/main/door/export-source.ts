import type { CompactionEvent } from '../../shared/compact/event.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { COPY_CHECKPOINT } from '../../shared/ipc/turn.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { toolBox } from '../agent/tools/tool-box.ts'
import type { Events } from '../checkpoints/event-repository.ts'
import { readCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { requireCheckpoint } from '../compactor/copied-part.ts'
import { requestBody, requestTarget } from '../compactor/in-place/request-body.ts'
import type { ExportedCheckpoint, ExportThread } from '../export/export-thread.ts'
import { fileThread, UNKNOWN_MODEL } from '../export/file-thread.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { type CopyDoor, openCopy } from './copy-source.ts'
import type { OpenThreads } from './open-threads.ts'
import type { ThreadRuntime } from './thread-runtime.ts'
import type { ThreadRuntimes } from './thread-runtimes.ts'

export interface ExportSourceDoor {
  readonly threads: OpenThreads
  readonly paths: CopyDoor['paths']
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
  if (checkpoint === COPY_CHECKPOINT)
    return { ...source, only: checkpointOfCopy(await openCopy(door, thread)) }
  const events = door.eventsOf(thread)
  if (checkpoint !== null) {
    const event = events.list().find(({ id }) => id === checkpoint)?.event
    if (event == null) throw new AppError('not-found', 'This checkpoint is not there any more.')
    return { ...source, only: storedCheckpoint(event) }
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

function storedCheckpoint(event: CompactionEvent): ExportedCheckpoint {
  const { segment, cutoffIndex, summaryMessage, ...rest } = event
  return {
    ...rest,
    covers: { from: (segment?.fromIndex ?? 0) + 1, to: cutoffIndex },
    text: summaryMessage.text,
  }
}

/** A copy holds one checkpoint, however many were before it. */
function checkpointOfCopy(copy: ThreadFile): ExportedCheckpoint {
  const text = messageText(copy.readMessage(requireCheckpoint(copy)))
  const { origin } = copy
  const createdMs = Date.parse(origin?.createdAt ?? '')
  return {
    number: 1,
    name: '',
    covers: { count: origin?.summarizedMessages ?? 0, of: origin?.sourceName ?? '' },
    tokensBefore: origin?.tokensBefore ?? 0,
    tokensAfter: origin?.tokensAfter ?? 0,
    summarizer: origin?.summarizer ?? '',
    createdMs: Number.isNaN(createdMs) ? 0 : createdMs,
    text: readCheckpoint(text)?.body ?? text,
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
