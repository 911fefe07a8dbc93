import { useTranslation } from 'react-i18next'
import type { ErrorValue } from '../../shared/ipc/errors.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'

/** Whether main says that it has no such settings at all, so that asking again is no use. */
export function isAbsence({ code }: ErrorValue): boolean {
  return code === 'not-found' || code === 'unknown-route'
}

export interface ReadFailureProps {
  readonly error: ErrorValue
  readonly onRetry: () => void
}

/** Settings that could not be read: why, and the way to ask again. */
export function ReadFailure({ error, onRetry }: ReadFailureProps) {
  const { t } = useTranslation('settings')
  const errorText = useErrorText()
  return (
    <p className="st-failed" role="alert">
      {errorText(error)}{' '}
      <Button size="small" onClick={onRetry}>
        {t('providers.retry')}
      </Button>
    </p>
  )
}
