import { useTranslation } from 'react-i18next'
import type { ExportFailure } from '../../shared/ipc/export.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { CircleAlert } from '../ui/icons.ts'

export interface FailureListProps {
  readonly failures: readonly ExportFailure[]
  readonly isCheckpoint?: boolean
}

/** Threads that could not be read or written, each with its reason. */
export function FailureList({ failures, isCheckpoint = false }: FailureListProps) {
  const { t } = useTranslation('export')
  const errorText = useErrorText()
  if (failures.length === 0) return null
  return (
    <div className="ex-failures" role="alert">
      <b>
        <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
        {isCheckpoint ? t('failed.checkpoint') : t('failed.title', { count: failures.length })}
      </b>
      <ul>
        {failures.map(({ thread, error }) => (
          <li key={thread}>
            <span className="ex-path">{thread}</span> {errorText(error)}
          </li>
        ))}
      </ul>
    </div>
  )
}
