import { useTranslation } from 'react-i18next'
import { useCommands } from '../app/commands.ts'
import { useErrorText } from '../i18n/error-text.ts'
import type { ImportState } from './import-state.ts'
import { ProblemList } from './problem-list.tsx'

export interface ResultStepProps {
  readonly state: Extract<ImportState, { step: 'done' }>
  /** Called before the person is taken to a thread. */
  readonly onLeave: () => void
}

/** How an import ended: the numbers, what went wrong, and every thread that is new or another one now. */
export function ResultStep({ state, onLeave }: ResultStepProps) {
  const { t } = useTranslation('import')
  const errorText = useErrorText()
  const commands = useCommands()
  const { counts, ending, error, failed, changed, unreadable } = state
  const more = counts.new + counts.updated + counts.copied - changed.length
  return (
    <div className="im-result">
      <p className="im-sentence">{t('result.counts', { ...counts })}</p>
      {counts.copied > 0 ? <p className="im-note">{t('result.copied', { count: counts.copied })}</p> : null}
      {unreadable === 0 ? null : (
        <p className="im-note" role="status">
          {t('result.unreadable', { count: unreadable })}
        </p>
      )}
      {ending === 'done' ? null : <p className="im-note">{t(`result.${ending}`)}</p>}
      {error === null ? null : (
        <p className="im-problems" role="alert">
          {errorText(error)}
        </p>
      )}
      <ProblemList problems={failed.map((one) => ({ name: one.title, error: one.error }))} />
      {changed.length === 0 ? null : (
        <ul className="im-threads" aria-label={t('result.list')}>
          {changed.map(({ thread, title, outcome, unreadable: lost = 0 }) => (
            <li key={thread}>
              <button
                type="button"
                className="im-open truncate grow"
                title={thread}
                onClick={() => {
                  commands.run('open-thread', thread)
                  onLeave()
                }}
              >
                {title}
              </button>
              {lost === 0 ? null : <span className="im-note">{t('found.unreadable', { count: lost })}</span>}
              <span className="im-note">{t(`outcome.${outcome}`)}</span>
            </li>
          ))}
          {more > 0 ? <li className="im-note">{t('found.more', { count: more })}</li> : null}
        </ul>
      )}
    </div>
  )
}
