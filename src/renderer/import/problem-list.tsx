import { useTranslation } from 'react-i18next'
import type { ErrorValue } from '../../shared/ipc/errors.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { CircleAlert } from '../ui/icons.ts'

export interface ProblemListProps {
  readonly problems: readonly { readonly name: string; readonly error: ErrorValue }[]
}

/** Files and threads that are left out, each with its reason. The rest goes on. */
export function ProblemList({ problems }: ProblemListProps) {
  const { t } = useTranslation('import')
  const errorText = useErrorText()
  if (problems.length === 0) return null
  return (
    <div className="im-problems" role="alert">
      <b>
        <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
        {t('problems', { count: problems.length })}
      </b>
      <ul>
        {problems.slice(0, 50).map(({ name, error }) => (
          <li key={name}>
            <span className="im-path">{name}</span> {errorText(error)}
          </li>
        ))}
      </ul>
    </div>
  )
}
