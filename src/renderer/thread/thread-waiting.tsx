import { useTranslation } from 'react-i18next'
import { CopyButton } from '../app/copy-button.tsx'
import { asErrorValue, errorDetails, useErrorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'

interface ThreadWaitingProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Before the thread is there: grey bars after a moment, or what went wrong. */
export function ThreadWaiting({ error, onRetry }: ThreadWaitingProps) {
  const { t } = useTranslation(['thread', 'frame'])
  const errorText = useErrorText()
  if (error === null)
    return (
      <div className="thread-waiting appears-late" role="status" aria-label={t('thread:log.loading')}>
        <div className="grey-bars">
          <span />
          <span />
          <span />
        </div>
        <div className="grey-bars">
          <span />
          <span />
          <span />
        </div>
      </div>
    )
  const { line, position } = asErrorValue(error).params
  return (
    <div className="thread-problem" role="alert">
      <h1>{t('thread:log.failed')}</h1>
      <p>{errorText(error)}</p>
      {line === undefined || position === undefined ? null : (
        <p>{t('thread:log.failedAt', { line, position })}</p>
      )}
      <div className="thread-problem-actions">
        <Button onClick={onRetry}>{t('frame:common.retry')}</Button>
        <CopyButton kind="quiet" label={t('frame:common.copyDetails')} text={() => errorDetails(error)} />
      </div>
    </div>
  )
}
