import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import type { RetainedFact } from '../../shared/compact/retention.ts'
import { ChangesTab } from './changes-tab.tsx'
import { CompareTab } from './compare-tab.tsx'
import { ModelTab } from './model-tab.tsx'
import { type PreviewTab, PreviewTabs } from './preview-tabs.tsx'
import { ProgressLine } from './progress-line.tsx'
import type { ReductionListProps } from './reduction-list.tsx'
import { ReportColumn } from './report-column.tsx'
import { heldPreview, type Run } from './run.ts'
import { RunNotice } from './run-notice.tsx'
import { SummaryTab } from './summary-tab.tsx'
import type { WizardEvent } from './wizard-event.ts'

export interface PreviewStepProps {
  readonly thread: string
  readonly plan: CompactPlan
  readonly run: Run
  readonly writer: 'model' | 'built-in'
  readonly send: (event: WizardEvent) => void
  readonly onOpenSettings: () => void
  readonly onReduced: ReductionListProps['onReduced']
}

/** The checkpoint as it is written, then as it will be applied. */
export function PreviewStep(props: PreviewStepProps) {
  const { thread, plan, run, writer, send, onOpenSettings } = props
  const { t } = useTranslation('wizard')
  const id = useId()
  const [tab, setTab] = useState<PreviewTab>('summary')
  const [focus, setFocus] = useState<RetainedFact | null>(null)
  const held = heldPreview(run)
  const before = held?.preview.updates ?? null
  const shown = held === null || (tab === 'changes' && before === null) ? 'summary' : tab
  const willUpdate = plan.hasCheckpoint && (run.options.fromIndex ?? null) === null
  const updates = held === null ? willUpdate : held.preview.updatesCheckpoint

  return (
    <div className="wz-preview">
      <div className="wz-tabs-row">
        <PreviewTabs
          id={id}
          value={shown}
          hasPreview={held !== null}
          hasChanges={held === null ? willUpdate : before !== null}
          onChange={(next) => {
            setFocus(null)
            setTab(next)
          }}
        />
        {updates ? (
          <span className="tag tag-accent">
            {before?.number == null
              ? t('progress.updates')
              : t('progress.updatesNumber', { number: before.number })}
          </span>
        ) : null}
        <span className="grow" />
        <ProgressLine run={run} send={send} />
      </div>
      <RunNotice
        thread={thread}
        plan={plan}
        run={run}
        onReduced={props.onReduced}
        send={send}
        onOpenSettings={onOpenSettings}
      />
      <div className="wz-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {shown === 'summary' || held === null ? (
          <div className="wz-summary">
            <SummaryTab run={run} writer={writer} send={send} />
            <ReportColumn
              thread={thread}
              run={run}
              plan={plan}
              send={send}
              onShow={(fact) => {
                setFocus(fact)
                setTab('compare')
              }}
            />
          </div>
        ) : shown === 'changes' && before !== null ? (
          <ChangesTab preview={held.preview} updates={before} />
        ) : shown === 'compare' ? (
          <CompareTab
            key={`${focus?.messageIndex ?? ''}${focus?.text ?? ''}`}
            thread={thread}
            plan={plan}
            preview={held.preview}
            fromIndex={run.options.fromIndex ?? null}
            isEditable={run.kind === 'ready'}
            focus={focus}
            send={send}
          />
        ) : (
          <ModelTab
            preview={held.preview}
            version={run.kind === 'ready' && run.isCounting ? held.edits - 1 : held.edits}
          />
        )}
      </div>
    </div>
  )
}
