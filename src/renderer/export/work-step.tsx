import { useTranslation } from 'react-i18next'
import type { ExportProgress } from '../../shared/ipc/export.ts'
import { Button } from '../ui/button.tsx'
import { Square } from '../ui/icons.ts'
import { Spinner } from '../ui/spinner.tsx'
import { WorkBar } from '../ui/work-bar.tsx'

export interface WorkStepProps {
  readonly work: 'reviewing' | 'writing'
  readonly progress: ExportProgress | null
  readonly onStop: () => void
}

/** Thread by thread, with Stop. */
export function WorkStep({ work, progress, onStop }: WorkStepProps) {
  const { t } = useTranslation('export')
  const total = progress?.total ?? 1
  const done = progress?.done ?? 0
  return (
    <div className="ex-work">
      <p className="ex-sentence">
        <Spinner />
        {t(`work.${work}`)}
      </p>
      <WorkBar label={t(`work.${work}`)} share={(done + (progress?.share ?? 0)) / total} />
      <p className="ex-note ex-work-line">
        <span className="truncate grow">{progress?.thread ?? ''}</span>
        <span>{t('work.at', { done: Math.min(total, done + 1), total })}</span>
        <Button size="small" icon={<Square size={12} strokeWidth={2} aria-hidden="true" />} onClick={onStop}>
          {t('action.stop')}
        </Button>
      </p>
    </div>
  )
}
