import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan, WizardReduction } from '../../shared/compact/plan.ts'
import { useClient } from '../app/client-context.ts'
import { errorText } from '../i18n/error-text.ts'
import { formatTokens } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import type { ConfigureDraft } from './configure-draft.ts'

export interface ReductionListProps {
  readonly thread: string
  readonly plan: CompactPlan
  readonly draft: ConfigureDraft
  readonly onDraft: (draft: ConfigureDraft) => void
  /** The plan counts from before. */
  readonly onReduced: (sizes: { readonly tokensBefore: number; readonly tokensAfter: number }) => void
}

/** Before the summary: what code alone can shorten in this thread, each with what it frees. */
export function ReductionList({ thread, plan, draft, onDraft, onReduced }: ReductionListProps) {
  const { t } = useTranslation('wizard')
  const { t: tError } = useTranslation('errors')
  const client = useClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  if (!plan.inThread) return null
  const { savings } = plan.inThread
  const useful = savings.filter(({ step, tokens }) => tokens > 0 && draft.reductions.includes(step))

  function toggle(step: WizardReduction, isOn: boolean) {
    const others = draft.reductions.filter((one) => one !== step)
    onDraft({ ...draft, reductions: isOn ? [...others, step] : others })
  }
  async function reduce() {
    setIsBusy(true)
    setProblem(null)
    try {
      const reductions = useful.map(({ step }) => step)
      onReduced(await client.request('compact.reduce', { thread, reductions }))
    } catch (error) {
      setProblem(errorText(tError, error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section className="wz-block">
      <h3 className="wz-label">{t('reduce.label')}</h3>
      {draft.result === 'copy' ? (
        <p className="wz-meta">{t('reduce.notForCopy')}</p>
      ) : (
        <>
          {savings.map(({ step, tokens }) => (
            <div key={step} className="wz-line">
              <span className="grow">
                <Checkbox
                  isChecked={draft.reductions.includes(step)}
                  onChange={(isOn) => toggle(step, isOn)}
                  label={t(`reduce.${step}`)}
                />
              </span>
              <span className="wz-meta">
                {tokens > 0 ? t('reduce.saving', { tokens: formatTokens(tokens) }) : t('reduce.nothing')}
              </span>
            </div>
          ))}
          <Button size="small" disabled={useful.length === 0 || isBusy} onClick={() => void reduce()}>
            {t('reduce.only')}
          </Button>
          {problem === null ? null : (
            <p className="wz-meta" role="alert">
              {problem}
            </p>
          )}
        </>
      )}
    </section>
  )
}
