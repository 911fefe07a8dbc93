import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { toErrorValue } from '../../shared/ipc/errors.ts'
import type { ImportOptions } from '../../shared/ipc/import.ts'
import { useClient } from '../app/client-context.ts'
import { advanceImport, PICK } from './import-state.ts'

/** Runs the dialog's streams, that of dropped paths at once; leaving the page stops them. Threads that were told of are whole. */
export function useImport(dropped: readonly string[] | null) {
  const client = useClient()
  const [state, send] = useReducer(advanceImport, PICK)
  /** The folder that was chosen; null = files. */
  const [folder, setFolder] = useState<string | null>(null)
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
        if (paths.length === 0) return
        setFolder(kind === 'folder' ? (paths[0] ?? null) : null)
        await scan(paths, signal)
      }),
    [client, run, scan],
  )
  const isBusy = useRef(false)
  isBusy.current = state.step === 'scanning' || state.step === 'importing'
  useEffect(() => {
    if (dropped === null || dropped.length === 0 || isBusy.current) return
    setFolder(null)
    void run((signal) => scan(dropped, signal))
  }, [dropped, run, scan])

  const start = useCallback(
    (scanId: string, options: ImportOptions, isKept: boolean) => {
      send({ kind: 'import' })
      return run(async (signal) => {
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

  const stop = useCallback(() => running.current?.abort(), [])
  return { state, folder, send, pick, start, stop }
}
