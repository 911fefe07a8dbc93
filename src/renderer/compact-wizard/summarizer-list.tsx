import { Plus } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan, SummarizerChoice } from '../../shared/compact/plan.ts'
import { formatCost } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import type { ConfigureDraft } from './configure-draft.ts'
import { formatRoughTime } from './rough-time.ts'
import { estimateSummarizer } from './summarizer-estimate.ts'

/** Stands for a price that nobody stated; its meaning is in the title. */
const UNKNOWN_COST = '—'

export interface SummarizerListProps {
  readonly plan: CompactPlan
  readonly draft: ConfigureDraft
  readonly onChoose: (id: string) => void
  readonly onOpenSettings: () => void
}

/** Who writes the summary: cost, time and passes of each, and why one cannot be used yet. */
export function SummarizerList(props: SummarizerListProps) {
  const { plan, draft, onChoose, onOpenSettings } = props
  const { t } = useTranslation('wizard')
  const labelId = useId()
  const name = useId()
  return (
    <section className="wz-block">
      <div className="wz-head">
        <h3 id={labelId} className="wz-label">
          {t('summarizer.label')}
        </h3>
        <Button
          kind="quiet"
          size="small"
          className="wz-link"
          icon={<Plus size={12} strokeWidth={2} aria-hidden="true" />}
          onClick={onOpenSettings}
        >
          {t('summarizer.add')}
        </Button>
      </div>
      <div role="radiogroup" aria-labelledby={labelId} className="wz-summarizers">
        {plan.summarizers.map((choice) => (
          <label
            key={choice.id}
            className={`choice radio-row ${choice.id === draft.summarizerId ? 'is-selected' : ''}`}
          >
            <span className="choice-box choice-round">
              <input
                type="radio"
                name={name}
                checked={choice.id === draft.summarizerId}
                onChange={() => onChoose(choice.id)}
              />
            </span>
            <SummarizerFacts plan={plan} draft={draft} choice={choice} />
          </label>
        ))}
      </div>
    </section>
  )
}

interface FactsProps {
  readonly plan: CompactPlan
  readonly draft: ConfigureDraft
  readonly choice: SummarizerChoice
}

function SummarizerFacts({ plan, draft, choice }: FactsProps) {
  const { t, i18n } = useTranslation('wizard')
  const isBuiltIn = choice.kind === 'built-in'
  const aside = isBuiltIn ? t('summarizer.noModel') : (choice.provider ?? '')
  const estimate = estimateSummarizer(plan, choice, draft, draft.detail)
  const cost =
    estimate.costUsd === null
      ? UNKNOWN_COST
      : isBuiltIn
        ? t('summarizer.free')
        : `≈${formatCost(estimate.costUsd, i18n.language)}`
  return (
    <>
      <span className="wz-summarizer-name truncate">
        {isBuiltIn ? t('summarizer.builtIn') : choice.label}
      </span>
      {aside === '' ? null : <span className="wz-meta truncate">{aside}</span>}
      <span className="grow" />
      {choice.isReady ? (
        <>
          <span
            className="wz-cost"
            {...(estimate.costUsd === null ? { title: t('summarizer.costUnknownLabel') } : {})}
          >
            {cost}
          </span>
          <span className="wz-time">{formatRoughTime(estimate.seconds, i18n.language)}</span>
          <span className={`wz-passes ${(estimate.passes ?? 1) > 1 ? 'is-warn' : ''}`}>
            {estimate.passes === null
              ? t('summarizer.windowUnknown')
              : estimate.passes === 1
                ? t('summarizer.onePass')
                : t('summarizer.passes', { count: estimate.passes })}
          </span>
        </>
      ) : (
        <span className="wz-passes is-warn">{t(`summarizer.${choice.reason ?? 'no-key'}`)}</span>
      )}
    </>
  )
}
