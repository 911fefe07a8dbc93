import { useEffect, useState } from 'react'
import type { IndexProgress } from '../../shared/search/answer.ts'
import { useClient } from './client-context.ts'

/** How far the index of all threads is; null = not known yet. */
export function useIndexProgress(): IndexProgress | null {
  const client = useClient()
  const [progress, setProgress] = useState<IndexProgress | null>(null)
  useEffect(() => {
    let isCurrent = true
    client.request('search.progress').then(
      (now) => isCurrent && setProgress((told) => told ?? now),
      // Without it nothing is said about the index; searching says what is wrong.
      () => undefined,
    )
    const off = client.on('search.progress', setProgress)
    return () => {
      isCurrent = false
      off()
    }
  }, [client])
  return progress
}
