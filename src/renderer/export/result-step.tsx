import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/error-text.ts'
import { formatBytes } from '../i18n/format.ts'
import { Check } from '../ui/icons.ts'
import type { ExportState } from './export-state.ts'
import { FailureList } from './failure-list.tsx'

type Done = Extract<ExportState, { step: 'done' }>

export interface ResultStepProps {
  readonly state: Done
  readonly isCheckpoint?: boolean
}

/** How the export ended, in one sentence. */
export function resultWords(
  { ending, written }: Done,
  isCheckpoint: boolean,
  t: TFunction<'export'>,
): string {
  if (isCheckpoint && written.length > 0) return t('result.checkpoint')
  return isCheckpoint ? t('result.checkpointNot') : t(`result.${ending}`, { count: written.length })
}

/** What lies in the folder now. Files that are listed are whole, also after Stop. */
export function ResultStep({ state, isCheckpoint = false }: ResultStepProps) {
  const { t, i18n } = useTranslation('export')
  const errorText = useErrorText()
  const { error, folder, written, failures } = state
  return (
    <div className="ex-result">
      <p className="ex-sentence">{resultWords(state, isCheckpoint, t)}</p>
      <p className="ex-note ex-path">{folder}</p>
      {error === null ? null : (
        <p className="ex-failures" role="alert">
          {errorText(error)}
        </p>
      )}
      <FailureList failures={failures} isCheckpoint={isCheckpoint} />
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
