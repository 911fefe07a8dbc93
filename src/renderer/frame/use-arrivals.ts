import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../app/client-context.ts'
import { useCommands } from '../app/commands.ts'
import { useToasts } from '../app/toasts-context.ts'
import { useWatched } from '../app/use-watched.ts'

/** Says that threads came out of a watched folder, and that one of these folders is gone. Updates stay quiet. */
export function useArrivals(): void {
  const client = useClient()
  const commands = useCommands()
  const toasts = useToasts()
  const { t } = useTranslation('import')
  const list = useWatched()
  const toldGone = useRef<ReadonlySet<string>>(new Set())

  useEffect(
    () =>
      client.on('import.arrived', ({ path, count, first }) => {
        toasts.show({
          kind: 'done',
          text: t('arrived', { count, name: lastName(path) }),
          action: { label: t('arrived.open'), run: () => void commands.run('open-thread', first) },
        })
      }),
    [client, commands, toasts, t],
  )
  useEffect(() => {
    if (list === null) return
    const gone = list.filter(({ state }) => state === 'gone').map(({ path }) => path)
    for (const path of gone)
      if (!toldGone.current.has(path))
        toasts.show({ kind: 'notice', text: t('keep.goneNotice', { name: lastName(path) }) })
    toldGone.current = new Set(gone)
  }, [list, toasts, t])
}

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
