import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/ipc/errors.ts'
import type { AppEvents, EventName } from '../../shared/ipc/events.ts'
import type { HostPort } from '../ports.ts'
import { type CoreLine, type CoreStart, connectCore } from './core-line.ts'

/** A core that is started again when its worker dies. */
export interface CoreWorker extends CoreLine {
  /** Asks the core to close, waits `graceMs`, then ends the worker. */
  stop(graceMs: number): Promise<void>
}

export interface CoreWorkerOptions {
  readonly script: URL
  readonly start: CoreStart
  readonly host: HostPort
  readonly onEvent: <K extends EventName>(event: K, payload: AppEvents[K]) => void
  /** The worker died. `isFinal` = it died too often and is not started again. */
  readonly onCrash: (error: AppError, isFinal: boolean) => void
  readonly now: () => number
}

/** More crashes than this within a minute and the core stays down: a loop helps nobody. */
const CRASHES_PER_MINUTE = 2
const MINUTE_MS = 60_000

/**
 * Starts the core's worker. When it dies, everything in flight rejects with `internal` and a new worker is
 * started, at most twice a minute, which is told that it follows a dead one. Files stay whole, since every write of the core is atomic.
 */
export function startCoreWorker(options: CoreWorkerOptions): CoreWorker {
  let isStopping = false
  const crashes: number[] = []
  let current = launch(options.start)

  function launch(start: CoreStart): {
    readonly worker: Worker
    readonly line: ReturnType<typeof connectCore>
  } {
    const worker = new Worker(options.script, { workerData: start })
    const line = connectCore(worker, options.host, options.onEvent)
    let cause: unknown = null
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', (exitCode) => {
      const details = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? exitCode)
      const error = new AppError('internal', 'The part that reads and writes threads stopped.', {
        cause,
        params: { exitCode },
        details,
      })
      line.fail(error)
      if (isStopping || current.worker !== worker) return
      const now = options.now()
      crashes.push(now)
      const recent = crashes.filter((time) => now - time < MINUTE_MS)
      const isFinal = recent.length > CRASHES_PER_MINUTE
      if (!isFinal) current = launch({ ...options.start, isRestart: true })
      options.onCrash(error, isFinal)
    })
    return { worker, line }
  }

  return {
    request: (route, input, signal) => current.line.request(route, input, signal),
    stream: (route, input, listener) => current.line.stream(route, input, listener),
    media: (path) => current.line.media(path),
    grantFiles: (paths) => current.line.grantFiles(paths),
    close: () => current.line.close(),
    async stop(graceMs) {
      isStopping = true
      const { worker, line } = current
      let timer: ReturnType<typeof setTimeout> | undefined
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs)
      })
      // A core that fails while closing is ended like one that does not answer.
      await Promise.race([line.close().catch(() => undefined), grace])
      clearTimeout(timer)
      await worker.terminate()
    },
  }
}
