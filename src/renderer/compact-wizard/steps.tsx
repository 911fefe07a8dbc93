import { useTranslation } from 'react-i18next'
import { StepList } from '../ui/step-list.tsx'
import type { Step } from './wizard-event.ts'

const STEPS: readonly Step[] = ['introduction', 'configure', 'preview']

/** Where the person is: introduction, configure, preview. */
export function Steps({ step }: { readonly step: Step }) {
  const { t } = useTranslation('wizard')
  return (
    <StepList
      label={t('steps')}
      steps={STEPS.map((name) => t(`step.${name}`))}
      now={STEPS.indexOf(step)}
      doneLabel={t('step.done')}
    />
  )
}
