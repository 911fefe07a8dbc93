import { FileStack, Layers } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { formatTokens } from '../i18n/format.ts'
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
  const isCopy = draft.result === 'copy'
  const Icon = isCopy ? FileStack : Layers
  return (
    <section className="wz-block">
      <h3 className="wz-label">{t('result.label')}</h3>
      {plan.inThread ? (
        <Segmented
          label={t('result.label')}
          value={draft.result}
          options={(['copy', 'thread'] as const).map((value) => ({ value, label: t(`result.${value}`) }))}
          onChange={(result) => onDraft({ ...draft, result })}
        />
      ) : null}
      <div className="wz-result">
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <div className="grow">
          {isCopy ? (
            <>
              {plan.inThread ? null : <div>{t('result.copy')}</div>}
              <div className="wz-file mono" title={plan.copyName}>
                {plan.copyName}
              </div>
              <div className="wz-meta">{t('result.unchanged')}</div>
            </>
          ) : (
            <>
              <div className="wz-meta">{t('result.threadNote')}</div>
              <ThreadNow plan={plan} />
            </>
          )}
        </div>
      </div>
    </section>
  )
}

/** Where a checkpoint holds already, the next request is smaller than the thread that the band shows. */
function ThreadNow({ plan }: { readonly plan: CompactPlan }) {
  const { t } = useTranslation('wizard')
  const used = plan.inThread?.usedTokens ?? plan.totalTokens
  if (!plan.inThread || used >= plan.totalTokens) return null
  return <div className="wz-meta">{t('result.threadNow', { tokens: formatTokens(used) })}</div>
}
