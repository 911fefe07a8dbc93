import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import type { ErrorCode } from '../../shared/ipc/errors.ts'
import { useClient } from '../app/client-context.ts'
import { errorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { ClearResults } from './clear-results.tsx'
import { CopyDetails } from './copy-details.tsx'
import { Notice } from './notice.tsx'
import type { ReductionListProps } from './reduction-list.tsx'
import type { Run } from './run.ts'
import type { WizardEvent } from './wizard-event.ts'

export interface RunNoticeProps {
  readonly thread: string
  readonly plan: CompactPlan
  readonly run: Run
  readonly onReduced: ReductionListProps['onReduced']
  readonly send: (event: WizardEvent) => void
  readonly onOpenSettings: () => void
}

/** Failures that are mended where the provider is set up. */
const MENDED_IN_SETTINGS: ReadonlySet<ErrorCode> = new Set([
  'auth',
  'no-key',
  'provider-gone',
  'permission',
  'not-found',
  'protocol',
])

/** `text` ends with `sentence`, unless it says so already. */
function withSentence(text: string, sentence: string): string {
  return text.includes(sentence) ? text : `${text} ${sentence}`
}

/** The one thing that went wrong with a run, with what can be done about it. */
export function RunNotice(props: RunNoticeProps) {
  const { run, send, onOpenSettings } = props
  const { t } = useTranslation('wizard')
  const { t: tError } = useTranslation('errors')
  const client = useClient()

  async function saveElsewhere() {
    const folder = await client.request('compact.chooseFolder').catch(() => null)
    if (folder !== null) send({ kind: 'apply', folder })
  }

  switch (run.kind) {
    case 'streaming':
    case 'applying':
      return null
    case 'stopped':
      return (
        <Notice kind="stopped" title={t('state.stopped')} body={t('state.stoppedBody')}>
          <Button size="small" onClick={() => send({ kind: 'restart' })}>
            {t('action.startAgain')}
          </Button>
        </Notice>
      )
    case 'failed':
      return (
        <Notice
          kind="failed"
          title={t('state.failed')}
          body={withSentence(errorText(tError, run.error), t('state.unchanged'))}
        >
          <Button size="small" onClick={() => send({ kind: 'restart' })}>
            {t('action.retry')}
          </Button>
          {MENDED_IN_SETTINGS.has(run.error.code) ? (
            <Button size="small" onClick={onOpenSettings}>
              {t('action.openProviders')}
            </Button>
          ) : null}
          <Button size="small" onClick={() => send({ kind: 'back' })}>
            {t('action.otherSummarizer')}
          </Button>
          <ClearResults thread={props.thread} plan={props.plan} onReduced={props.onReduced} />
          <CopyDetails error={run.error} />
        </Notice>
      )
    case 'stale':
      return (
        <Notice kind="warning" title={t('state.stale')} body={t('state.staleBody')}>
          <Button size="small" onClick={() => send({ kind: 'restart' })}>
            {t('action.startAgain')}
          </Button>
        </Notice>
      )
    case 'ready':
      if (run.applyError?.code === 'preview-gone' || run.editError?.code === 'preview-gone')
        return (
          <Notice kind="warning" title={t('state.gone')} body={t('state.staleBody')}>
            <Button size="small" onClick={() => send({ kind: 'restart' })}>
              {t('action.startAgain')}
            </Button>
          </Notice>
        )
      if (run.applyError !== null)
        return (
          <Notice kind="failed" title={t('state.applyFailed')} body={errorText(tError, run.applyError)}>
            <Button size="small" onClick={() => void saveElsewhere()}>
              {t('action.saveElsewhere')}
            </Button>
            <Button size="small" onClick={() => send({ kind: 'apply', folder: run.folder })}>
              {t('action.tryAgain')}
            </Button>
            <CopyDetails error={run.applyError} />
          </Notice>
        )
      if (run.editError !== null)
        return (
          <Notice kind="failed" title={t('state.editFailed')} body={errorText(tError, run.editError)}>
            <Button size="small" onClick={() => send({ kind: 'edit', changes: [] })}>
              {t('action.tryAgain')}
            </Button>
            <CopyDetails error={run.editError} />
          </Notice>
        )
      return null
  }
}
