import type { Answer, StreamMessage } from '../../shared/ipc/bridge.ts'
import { CHANNELS } from '../../shared/ipc/channels.ts'
import { AppError, type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import type { CoreLine } from '../rpc/core-line.ts'
import type { Door, Sender } from './door.ts'

/** The page's side of a message: where answers of streams go. */
export interface PageEvent extends Sender {
  readonly sender: {
    readonly id: number
    isDestroyed(): boolean
    send(channel: string, ...args: unknown[]): void
  }
}

/** The part of `ipcMain` that is used. */
export interface IpcPort {
  handle(channel: string, listener: (event: PageEvent, ...args: unknown[]) => Promise<unknown>): void
  on(channel: string, listener: (event: PageEvent, ...args: unknown[]) => void): unknown
}

export interface IpcServerOptions {
  readonly ipc: IpcPort
  readonly door: Door
  readonly core: Pick<CoreLine, 'request' | 'stream'>
  /** Takes keys out of the texts of an error before it goes to the page. */
  readonly redact: (text: string) => string
  /** Files were dropped on a window of ours; empty = the runtime does not tell where they lie. */
  readonly onDropped: (paths: readonly string[]) => void
  /** A page of ours is there and listens. Told with all it asks: where it begins its address may not be known yet. */
  readonly onPage: () => void
}

/** What a window has under way. */
interface PageWork {
  readonly abort: AbortController
  readonly streams: Map<string, () => void>
}

const MAX_STREAMS = 32
const MAX_DROPPED = 1000
const STREAM_ID = /^[A-Za-z0-9-]{1,64}$/

/**
 * Answers the pages: every message passes the door, then goes to the core. Answers are always `{ok: …}`.
 * A window that closes, or loads its page again, ends what it had asked for.
 */
export function serveIpc({ ipc, door, core, redact, onDropped, onPage }: IpcServerOptions): {
  closeWindow(contentsId: number): void
} {
  const works = new Map<number, PageWork>()

  function workOf(contentsId: number): PageWork {
    const known = works.get(contentsId)
    if (known !== undefined) return known
    const work: PageWork = { abort: new AbortController(), streams: new Map() }
    works.set(contentsId, work)
    return work
  }

  function closeWindow(contentsId: number): void {
    const work = works.get(contentsId)
    works.delete(contentsId)
    work?.abort.abort(new AppError('cancelled', 'Stopped.'))
    for (const cancel of [...(work?.streams.values() ?? [])]) cancel()
  }

  function clean(value: ErrorValue): ErrorValue {
    return {
      ...value,
      message: redact(value.message),
      details: value.details === null ? null : redact(value.details),
      params: Object.fromEntries(
        Object.entries(value.params).map(([name, param]) => [
          name,
          typeof param === 'string' ? redact(param) : param,
        ]),
      ),
    }
  }

  ipc.handle(CHANNELS.request, async (event, route, input): Promise<Answer<unknown>> => {
    try {
      const admitted = door.admit(event, 'request', route, input)
      onPage()
      const { signal } = workOf(event.sender.id).abort
      return { ok: true, data: await core.request(admitted.route, admitted.input, signal) }
    } catch (error) {
      return { ok: false, error: clean(toErrorValue(error)) }
    }
  })

  ipc.on(CHANNELS.stream, (event, streamId, route, input) => {
    // Without an id nobody could be answered, and a foreign page gets no answer at all.
    if (typeof streamId !== 'string' || !STREAM_ID.test(streamId) || !door.isOwnPage(event)) return
    const { streams } = workOf(event.sender.id)
    if (streams.has(streamId)) return
    let seq = 0
    const tell = (message: MessageBody): void => {
      if (event.sender.isDestroyed()) return
      event.sender.send(CHANNELS.message, streamId, { seq, ...message } satisfies StreamMessage<unknown>)
      seq += 1
    }
    try {
      const admitted = door.admit(event, 'stream', route, input)
      if (streams.size >= MAX_STREAMS)
        throw new AppError('bad-input', 'Too much at once.', { params: { field: 'streams' } })
      // Set before the core is asked: an ending may come at once.
      streams.set(streamId, () => undefined)
      const cancel = core.stream(admitted.route, admitted.input, {
        frames: (frames) => tell({ kind: 'frames', frames }),
        end(ending) {
          streams.delete(streamId)
          tell(ending.kind === 'failed' ? { kind: 'failed', error: clean(ending.error) } : ending)
        },
      })
      if (streams.has(streamId)) streams.set(streamId, cancel)
    } catch (error) {
      tell({ kind: 'failed', error: clean(toErrorValue(error)) })
    }
  })

  ipc.on(CHANNELS.cancel, (event, streamId) => {
    if (typeof streamId !== 'string' || !door.isOwnPage(event)) return
    works.get(event.sender.id)?.streams.get(streamId)?.()
  })

  ipc.on(CHANNELS.dropped, (event, paths) => {
    if (!door.isOwnPage(event) || !Array.isArray(paths) || paths.length > MAX_DROPPED) return
    if (paths.every((path) => typeof path === 'string' && path.length <= 4096)) onDropped(paths)
  })

  ipc.on(CHANNELS.page, (event) => {
    if (!door.isOwnPage(event)) return
    closeWindow(event.sender.id)
    onPage()
  })

  return { closeWindow }
}

type WithoutSeq<T> = T extends unknown ? Omit<T, 'seq'> : never
type MessageBody = WithoutSeq<StreamMessage<unknown>>
