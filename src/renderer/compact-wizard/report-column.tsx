import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import type { RetainedFact } from '../../shared/compact/retention.ts'
import { formatCost } from '../i18n/format.ts'
import { addToSummary } from './add-to-summary.ts'
import { EarlierList } from './earlier-list.tsx'
import { FactList, factId } from './fact-list.tsx'
import { Floors } from './floors.tsx'
import { PinnedList } from './pin-originals.tsx'
import { removeSecrets } from './remove-secrets.ts'
import { RetentionBar } from './retention-bar.tsx'
import { heldPreview, type Run } from './run.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { SecretList } from './secret-list.tsx'
import { ShrinkBars } from './shrink-bars.tsx'
import { UnsupportedList } from './unsupported-list.tsx'
import type { WizardEvent } from './wizard-event.ts'

export interface ReportColumnProps {
  readonly thread: string
  readonly run: Run
  readonly plan: CompactPlan
  readonly send: (event: WizardEvent) => void
  readonly onShow: (fact: RetainedFact) => void
}

/** What survived, beside the cards. It informs; it never blocks (retention.md). */
export function ReportColumn({ thread, run, plan, send, onShow }: ReportColumnProps) {
  const { t, i18n } = useTranslation('wizard')
  const [ignored, setIgnored] = useState<ReadonlySet<string>>(new Set())
  const preview = heldPreview(run)?.preview ?? null
  const isEditable = run.kind === 'ready'

  function ignore(fact: RetainedFact) {
    setIgnored((before) => new Set([...before, factId(fact)]))
  }

  return (
    <ScrollRegion
      className={`wz-report ${run.kind === 'ready' && run.isCounting ? 'is-counting' : ''}`}
      label={t('report.title')}
    >
      <header>
        <h3>{t('report.title')}</h3>
        {preview === null || preview.costUsd === null || preview.costUsd === 0 ? null : (
          <span className="wz-meta">
            {t('report.costTotal', { cost: formatCost(preview.costUsd, i18n.language) })}
          </span>
        )}
      </header>
      {preview === null ? (
        <ReportWaiting isStreaming={run.kind === 'streaming'} />
      ) : (
        <>
          <ShrinkBars preview={preview} plan={plan} />
          {preview.retention.factTotal === 0 ? (
            <p className="wz-meta wz-report-note">{t('report.none')}</p>
          ) : (
            <>
              <div className="wz-report-part">
                <RetentionBar counts={preview.retention.counts} />
              </div>
              {(['missing', 'changed'] as const).map((kind) => {
                const facts = preview.retention.notable.filter(
                  (fact) =>
                    (kind === 'missing' ? fact.state === 'missing' : isChanged(fact)) &&
                    !ignored.has(factId(fact)),
                )
                return (
                  <FactList
                    key={kind}
                    thread={thread}
                    kind={kind}
                    facts={facts}
                    total={preview.retention.factTotal}
                    isEditable={isEditable}
                    onAdd={(fact) => send({ kind: 'edit', changes: [addToSummary(preview.sections, fact)] })}
                    onPin={(fact) => send({ kind: 'pin', index: fact.messageIndex, isOn: true })}
                    onIgnore={ignore}
                    onShow={onShow}
                  />
                )
              })}
              <Floors floors={preview.retention.floors} />
            </>
          )}
          <EarlierList earlier={preview.retention.earlier} />
          <PinnedList
            preview={preview}
            windowTokens={plan.windowTokens}
            isEditable={isEditable}
            onUnpin={(index) => send({ kind: 'pin', index, isOn: false })}
          />
          <SecretList
            secrets={preview.secrets}
            // Places of a text that is still being counted are those before it.
            isEditable={run.kind === 'ready' && !run.isCounting && run.rewriting === null}
            onRemove={(secrets) => send({ kind: 'edit', changes: removeSecrets(preview.sections, secrets) })}
          />
          <UnsupportedList claims={preview.retention.unsupported} />
          <p className="wz-meta wz-report-note">{t('report.upperBound')}</p>
        </>
      )}
    </ScrollRegion>
  )
}

function isChanged(fact: RetainedFact): boolean {
  return fact.state === 'mutated' || fact.state === 'stale'
}

function ReportWaiting({ isStreaming }: { readonly isStreaming: boolean }) {
  const { t } = useTranslation('wizard')
  return (
    <>
      <p className="wz-meta wz-report-note">{t('report.waiting')}</p>
      {isStreaming ? (
        <div className="wz-skeleton" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </div>
      ) : null}
    </>
  )
}
