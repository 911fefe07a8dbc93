import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticeCode } from '../../../shared/ipc/notices.ts'
import { useClient } from '../../app/client-context.ts'
import { Button } from '../../ui/button.tsx'
import { TriangleAlert } from '../../ui/icons.ts'

/** The program runs without its database: what is no fact of a thread is gone at its end. */
const UNKEPT: readonly NoticeCode[] = ['database-newer', 'database-unavailable']

/** Above the field, before anything is written there: what of this run is kept, and what is not. */
export function UnkeptLine() {
  const { t } = useTranslation('runtime')
  const client = useClient()
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    let isCurrent = true
    client.request('app.notices').then(
      (notices) => isCurrent && setIsShown(notices.some(({ code }) => UNKEPT.includes(code))),
      // Main that cannot even say this shows its trouble everywhere else.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client])
  if (!isShown) return null
  return (
    <div className="composer-trouble" role="note">
      <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
      <span className="grow">{t('composer.unkept')}</span>
      <Button size="small" kind="quiet" onClick={() => setIsShown(false)}>
        {t('composer.understood')}
      </Button>
    </div>
  )
}
