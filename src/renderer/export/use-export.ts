import { useCallback, useReducer } from 'react'
import type { ExportChoices, ExportScope } from '../../shared/ipc/export.ts'
import { useClient } from '../app/client-context.ts'
import { useStreamRun } from '../app/use-stream-run.ts'
import { advanceExport, OPENED } from './export-state.ts'

/** Runs the dialog's streams; leaving the page stops them. What was written stays whole. */
export function useExport(scope: ExportScope) {
  const client = useClient()
  const [state, send] = useReducer(advanceExport, OPENED)
  const { run, stop } = useStreamRun(send)

  const review = useCallback(
    (choices: ExportChoices) => {
      void run(async (signal) => {
        send({ kind: 'review' })
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
    (reviewId: string, kept: readonly string[]): Promise<void> =>
      run(async (signal) => {
        const folder = await client.request('export.chooseFolder')
        // Whoever left the dialog while the folder was asked for wants nothing written.
        if (folder === null || signal.aborted) return
        send({ kind: 'write', folder })
        const input = { reviewId, folder, kept: [...kept] }
        for await (const frame of client.stream('export.write', input, signal))
          send({ kind: 'write-frame', frame })
      }),
    [client, run],
  )

  return { state, send, review, write, stop }
}

function plainScope(scope: ExportScope) {
  return scope.kind === 'threads' ? { kind: scope.kind, threads: [...scope.threads] } : scope
}
