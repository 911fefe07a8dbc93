import { CircleAlert, Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { CheckpointEditing } from './use-checkpoint-edit.ts'

export interface CompareFootProps {
  readonly edit: CheckpointEditing
  readonly onCancel: () => void
}

/** What storing an edit means, or why it was not stored. */
export function CompareFoot({ edit, onCancel }: CompareFootProps) {
  const { t } = useTranslation('wizard')
  const errorText = useErrorText()
  const { problem, isStoring, isChanged } = edit
  const words =
    problem === null
      ? t(isChanged ? 'stored.note' : 'stored.noteUnchanged')
      : problem.kind === 'block'
        ? t(`stored.block.${problem.block}`)
        : errorText(problem.error)
  const Icon = problem === null ? Info : CircleAlert
  return (
    <>
      <span className="wz-footer-note" role={problem === null ? undefined : 'alert'}>
        <Icon size={14} strokeWidth={2} aria-hidden="true" />
        <span id="cc-note">{words}</span>
      </span>
      <span className="grow" />
      <Button size="large" kind="quiet" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button
        size="large"
        kind="primary"
        disabled={!isChanged || isStoring}
        aria-describedby="cc-note"
        icon={isStoring ? <Spinner size={14} /> : null}
        onClick={() => void edit.store()}
      >
        {t('stored.store')}
      </Button>
    </>
  )
}
