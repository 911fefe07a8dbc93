import { FileStack, Layers } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { Segmented } from '../ui/segmented.tsx'
import type { ConfigureDraft } from './configure-draft.ts'

export interface ResultChoiceProps {
  readonly plan: CompactPlan
  readonly draft: ConfigureDraft
  readonly onDraft: (draft: ConfigureDraft) => void
}

/** Where the checkpoint goes: a copy beside the thread, or the thread itself where it can hold one. */
export function ResultChoice({ plan, draft, onDraft }: ResultChoiceProps) {
  const { t } = useTranslation('wizard')
  const copyLabel =
    plan.copyFolder === undefined ? t('result.copy') : t('result.copyInto', { folder: plan.copyFolder })
  const isCopy = draft.result === 'copy'
  const Icon = isCopy ? FileStack : Layers
  return (
    <section className="wz-block">
      <h3 className="wz-label">{t('result.label')}</h3>
      {plan.inThread ? (
        <Segmented
          label={t('result.label')}
          value={draft.result}
          options={(['copy', 'thread'] as const).map((value) => ({
            value,
            label: value === 'copy' ? copyLabel : t('result.thread'),
          }))}
          onChange={(result) => onDraft({ ...draft, result })}
        />
      ) : null}
      <div className="wz-result">
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <div className="grow">
          {isCopy ? (
            <>
              {plan.inThread ? null : <div>{copyLabel}</div>}
              <div className="wz-file mono" title={plan.copyName}>
                {plan.copyName}
              </div>
              <div className="wz-meta">{t('result.unchanged')}</div>
            </>
          ) : (
            <div className="wz-meta">{t('result.threadNote')}</div>
          )}
        </div>
      </div>
    </section>
  )
}
