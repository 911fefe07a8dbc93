import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Step } from './wizard-event.ts'

const STEPS: readonly Step[] = ['introduction', 'configure', 'preview']

/** Where the person is: introduction, configure, preview. */
export function Steps({ step }: { readonly step: Step }) {
  const { t } = useTranslation('wizard')
  const now = STEPS.indexOf(step)
  return (
    <ol className="wz-steps" aria-label={t('steps')}>
      {STEPS.map((name, at) => (
        <li
          key={name}
          className={at === now ? 'is-now' : at < now ? 'is-done' : ''}
          aria-current={at === now ? 'step' : undefined}
        >
          <span className="wz-step-number" aria-hidden="true">
            {at < now ? <Check size={12} strokeWidth={2} /> : at + 1}
          </span>
          <span className="wz-step-name">{t(`step.${name}`)}</span>
          {at < now ? <span className="visually-hidden">{t('step.done')}</span> : null}
        </li>
      ))}
    </ol>
  )
}
