import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppNotice } from '../../shared/ipc/notices.ts'
import { useClient } from '../app/client-context.ts'
import { useToasts } from '../app/toasts-context.ts'

/** Says once what main found wrong with its own files, at the start and later. Each notice stays until it is closed. */
export function useNotices(): void {
  const client = useClient()
  const toasts = useToasts()
  const { t } = useTranslation('frame')
  const isAsked = useRef(false)
  useEffect(() => {
    const show = ({ code, path }: AppNotice) => {
      const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
      toasts.show({ kind: 'notice', text: t(`notice.${code}`, { name }) })
    }
    const stop = client.on('app.notice', show)
    if (isAsked.current) return stop
    isAsked.current = true
    client.request('app.notices').then(
      (notices) => notices.forEach(show),
      // Main that cannot even say this shows its trouble everywhere else.
      () => undefined,
    )
    return stop
  }, [client, toasts, t])
}
