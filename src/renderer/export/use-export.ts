import { useCallback, useEffect, useReducer, useRef } from 'react'
import { toErrorValue } from '../../shared/ipc/errors.ts'
import type { ExportChoices, ExportScope } from '../../shared/ipc/export.ts'
import { useClient } from '../app/client-context.ts'
import { advanceExport, OPENED } from './export-state.ts'

/** Runs the dialog's streams; leaving the page stops them. What was written stays whole. */
export function useExport(scope: ExportScope) {
  const client = useClient()
  const [state, send] = useReducer(advanceExport, OPENED)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = useCallback(async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const control = new AbortController()
    running.current = control
    try {
      await work(control.signal)
      send({ kind: 'settled' })
    } catch (error) {
      send({ kind: 'broken-off', error: toErrorValue(error) })
    }
  }, [])

  const review = useCallback(
    (choices: ExportChoices) => {
      send({ kind: 'review' })
      void run(async (signal) => {
        for await (const frame of client.stream(
          'export.review',
          { scope: plainScope(scope), choices },
          signal,
        ))
          send({ kind: 'review-frame', frame })
      })
    },
    [client, run, scope],
  )

  const write = useCallback(
    async (reviewId: string, kept: readonly string[]): Promise<void> => {
      const folder = await client.request('export.chooseFolder').catch((error: unknown) => {
        send({ kind: 'broken-off', error: toErrorValue(error) })
        return null
      })
      if (folder === null) return
      send({ kind: 'write', folder })
      await run(async (signal) => {
        const input = { reviewId, folder, kept: [...kept] }
        for await (const frame of client.stream('export.write', input, signal))
          send({ kind: 'write-frame', frame })
      })
    },
    [client, run],
  )

  const stop = useCallback(() => running.current?.abort(), [])
  return { state, send, review, write, stop }
}

function plainScope(scope: ExportScope) {
  return scope.kind === 'folder' ? scope : { kind: scope.kind, threads: [...scope.threads] }
}
