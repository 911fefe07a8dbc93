import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/error-text.ts'
import { formatBytes } from '../i18n/format.ts'
import { Check } from '../ui/icons.ts'
import type { ExportState } from './export-state.ts'
import { FailureList } from './failure-list.tsx'

/** What lies in the folder now. Files that are listed are whole, also after Stop. */
export function ResultStep({ state }: { readonly state: Extract<ExportState, { step: 'done' }> }) {
  const { t, i18n } = useTranslation('export')
  const errorText = useErrorText()
  const { ending, error, folder, written, failures } = state
  return (
    <div className="ex-result">
      <p className="ex-sentence">{t(`result.${ending}`, { count: written.length })}</p>
      <p className="ex-note ex-path">{folder}</p>
      {error === null ? null : (
        <p className="ex-failures" role="alert">
          {errorText(error)}
        </p>
      )}
      <FailureList failures={failures} />
      <ul className="ex-written" aria-label={t('result.list')}>
        {written.map(({ thread, path, bytes, replaced }) => (
          <li key={thread}>
            <Check size={14} strokeWidth={2} aria-hidden="true" />
            <span className="truncate grow" title={path}>
              {path.startsWith(folder) ? path.slice(folder.length + 1) : path}
            </span>
            {replaced > 0 ? (
              <span className="ex-note">{t('result.replaced', { count: replaced })}</span>
            ) : null}
            <span className="ex-note ex-size">{formatBytes(bytes, i18n.language)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
