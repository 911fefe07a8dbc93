import { useCallback, useEffect, useReducer, useState } from 'react'
import type { ImportOptions } from '../../shared/ipc/import.ts'
import { useClient } from '../app/client-context.ts'
import { useStreamRun } from '../app/use-stream-run.ts'
import { advanceImport, PICK } from './import-state.ts'

/** Runs the dialog's streams, that of dropped paths at once; leaving the page stops them. Threads that were told of are whole. */
export function useImport(dropped: readonly string[] | null) {
  const client = useClient()
  const [state, send] = useReducer(advanceImport, PICK)
  /** The folder that was chosen; null = files. */
  const [folder, setFolder] = useState<string | null>(null)
  const { run, stop } = useStreamRun(send)

  const scan = useCallback(
    async (paths: readonly string[], signal: AbortSignal) => {
      send({ kind: 'scan' })
      for await (const frame of client.stream('import.scan', { paths: [...paths] }, signal))
        send({ kind: 'scan-frame', frame })
    },
    [client],
  )

  const pick = useCallback(
    (kind: 'files' | 'folder') =>
      run(async (signal) => {
        const paths = await client.request('import.choose', { kind })
        if (paths.length === 0 || signal.aborted) return
        setFolder(kind === 'folder' ? (paths[0] ?? null) : null)
        await scan(paths, signal)
      }),
    [client, run, scan],
  )
  useEffect(() => {
    if (dropped === null) return
    if (dropped.length === 0) return send({ kind: 'unplaced' })
    void run(async (signal) => {
      setFolder(null)
      await scan(dropped, signal)
    })
  }, [dropped, run, scan])

  const start = useCallback(
    (scanId: string, options: ImportOptions, isKept: boolean) => {
      return run(async (signal) => {
        send({ kind: 'import' })
        for await (const frame of client.stream('import.run', { scanId, options }, signal))
          send({ kind: 'import-frame', frame })
        const { toolOutput, images, branches } = options
        const include = { toolOutput, images, branches }
        if (isKept && folder !== null)
          await client.request('import.watch', { path: folder, folder: options.folder, include })
      })
    },
    [client, run, folder],
  )

  return { state, folder, send, pick, start, stop }
}
