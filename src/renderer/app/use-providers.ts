import { useEffect, useState } from 'react'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { useClient } from './client-context.ts'

/** The person's providers; empty while unknown or unreadable. Kept up to date by what main tells. */
export function useProviders(): readonly ProviderSettings[] {
  const client = useClient()
  const [providers, setProviders] = useState<readonly ProviderSettings[]>([])
  useEffect(() => {
    let isCurrent = true
    let isTold = false
    const take = (list: readonly ProviderSettings[]) => isCurrent && setProviders(list)
    client.request('provider.list').then(
      // An event that came meanwhile is newer than the answer.
      (list) => isTold || take(list),
      // The settings dialog tells about it; the frame only shows a name.
      () => isTold || take([]),
    )
    const stop = client.on('providers.changed', (list) => {
      isTold = true
      take(list)
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [client])
  return providers
}
