import { Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ERROR_CODES } from '../../shared/ipc/errors.ts'
import { formatDuration } from '../i18n/format.ts'
import { useSectionTitle } from '../i18n/section-title.ts'
import { sentencesOf } from '../i18n/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Run } from './run.ts'
import { useElapsed } from './use-elapsed.ts'
import type { WizardEvent } from './wizard-event.ts'

export interface ProgressLineProps {
  readonly run: Run
  readonly send: (event: WizardEvent) => void
}

/** Pass, elapsed time and Stop while a summary is written. */
export function ProgressLine({ run, send }: ProgressLineProps) {
  const { t, i18n } = useTranslation('wizard')
  const { t: tError } = useTranslation('errors')
  const sectionTitle = useSectionTitle()
  const rewriting = run.kind === 'ready' ? run.rewriting : null
  const progress = run.kind === 'streaming' ? run.progress : (rewriting?.progress ?? null)
  const elapsedMs = useElapsed(progress !== null)
  if (progress === null) return null
  const { pass, passes, retry } = progress
  const time = formatDuration(Math.floor(elapsedMs / 1000) * 1000, i18n.language)
  const reason = ERROR_CODES.find((code) => code === retry?.code)
  return (
    <div className="wz-progress">
      <Spinner />
      {retry === null ? (
        <span className="truncate">
          {rewriting === null
            ? t('progress.pass', { pass, passes })
            : passes === 1
              ? sectionTitle(rewriting.key)
              : t('progress.section', { section: sectionTitle(rewriting.key), pass, passes })}
        </span>
      ) : (
        <span className="truncate">
          {t('progress.retry', {
            time: formatDuration(retry.afterMs, i18n.language),
            // What to do about it is being done.
            reason: reason === undefined ? retry.code : (sentencesOf(tError(reason), i18n.language)[0] ?? ''),
          })}
        </span>
      )}
      {elapsedMs >= 1000 ? <span className="wz-meta">{time}</span> : null}
      <Button
        size="small"
        icon={<Square size={12} strokeWidth={2} aria-hidden="true" />}
        onClick={() => send({ kind: rewriting === null ? 'stop' : 'rewrite-stop' })}
      >
        {t('action.stop')}
      </Button>
    </div>
  )
}
