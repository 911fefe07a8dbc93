import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../app/client-context.ts'
import { useToasts } from '../app/toasts-context.ts'

/** Says once what main found wrong with its own files at the start. Each notice stays until it is closed. */
export function useNotices(): void {
  const client = useClient()
  const toasts = useToasts()
  const { t } = useTranslation('frame')
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    client.request('app.notices').then(
      (notices) => {
        for (const { code, path } of notices) {
          const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
          toasts.show({ kind: 'notice', text: t(`notice.${code}`, { name }) })
        }
      },
      // Main that cannot even say this shows its trouble everywhere else.
      () => undefined,
    )
  }, [client, toasts, t])
}
