import { useEffect, useState } from 'react'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { useClient } from './client-context.ts'

/** The person's providers; empty while unknown or unreadable. Read again whenever settings change. */
export function useProviders(): readonly ProviderSettings[] {
  const client = useClient()
  const [providers, setProviders] = useState<readonly ProviderSettings[]>([])
  useEffect(() => {
    let isCurrent = true
    const read = () =>
      client.request('provider.list').then(
        (list) => isCurrent && setProviders(list),
        // The settings dialog tells about it; the frame only shows a name.
        () => isCurrent && setProviders([]),
      )
    void read()
    const stop = client.on('settings.changed', () => void read())
    return () => {
      isCurrent = false
      stop()
    }
  }, [client])
  return providers
}
