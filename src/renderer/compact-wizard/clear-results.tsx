import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { useClient } from '../app/client-context.ts'
import { errorText } from '../i18n/error-text.ts'
import { formatTokens } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import type { ReductionListProps } from './reduction-list.tsx'

export interface ClearResultsProps {
  readonly thread: string
  readonly plan: CompactPlan
  readonly onReduced: ReductionListProps['onReduced']
}

/** A way on without any summary: clears stale results of this thread. Absent where there is nothing to clear. */
export function ClearResults({ thread, plan, onReduced }: ClearResultsProps) {
  const { t } = useTranslation('wizard')
  const { t: tError } = useTranslation('errors')
  const client = useClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const tokens = plan.inThread?.savings.find(({ step }) => step === 'microcompact')?.tokens ?? 0
  if (tokens <= 0) return null

  async function clear() {
    setIsBusy(true)
    setProblem(null)
    try {
      onReduced(await client.request('compact.reduce', { thread, reductions: ['microcompact'] }))
    } catch (error) {
      setProblem(errorText(tError, error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <Button
        size="small"
        disabled={isBusy}
        title={t('reduce.saving', { tokens: formatTokens(tokens) })}
        onClick={() => void clear()}
      >
        {t('action.onlyClear')}
      </Button>
      {problem === null ? null : (
        <span className="wz-meta" role="alert">
          {problem}
        </span>
      )}
    </>
  )
}
