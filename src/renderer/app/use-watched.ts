import { useEffect, useState } from 'react'
import type { WatchedFolder } from '../../shared/ipc/import.ts'
import { useClient } from './client-context.ts'

/** Folders whose new transcripts are copied, and how it stands with each; null until main has answered. */
export function useWatched(): readonly WatchedFolder[] | null {
  const client = useClient()
  const [list, setList] = useState<readonly WatchedFolder[] | null>(null)
  useEffect(() => {
    const stop = client.on('import.watched', setList)
    client.request('import.watched').then(
      (answer) => setList((known) => known ?? answer),
      () => setList((known) => known ?? []),
    )
    return stop
  }, [client])
  return list
}
