import { CircleAlert, Info, Lock, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { formatTokens } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type ConfigureDraft, chosenSummarizer, type StartBlock } from './configure-draft.ts'
import { heldPreview, type Run } from './run.ts'
import { tokensToSummarize } from './summarizer-estimate.ts'
import type { Step } from './wizard-event.ts'
import { canApply } from './wizard-state.ts'

export interface WizardFooterProps {
  readonly step: Step
  readonly run: Run | null
  readonly plan: CompactPlan | null
  readonly draft: ConfigureDraft | null
  readonly block: StartBlock | null
  readonly onCancel: () => void
  readonly onBack: () => void
  readonly onNext: () => void
  readonly onStart: () => void
  readonly onShowPreview: () => void
  readonly onRegenerate: () => void
  readonly onApply: () => void
}

/** Left: the one thing to know now, or the reason why the filled button is not offered. Right: buttons. */
export function WizardFooter(props: WizardFooterProps) {
  const { step, run, plan, draft, block } = props
  const { t } = useTranslation('wizard')
  return (
    <>
      <FooterNote {...props} />
      <span className="grow" />
      {step === 'preview' ? null : (
        <Button size="large" kind="quiet" onClick={props.onCancel}>
          {t('action.cancel')}
        </Button>
      )}
      {step === 'introduction' ? (
        <Button size="large" kind="primary" onClick={props.onNext}>
          {t('action.next')}
        </Button>
      ) : null}
      {step === 'configure' ? (
        <>
          <Button size="large" onClick={props.onBack}>
            {t('action.back')}
          </Button>
          {run === null ? null : (
            <Button size="large" onClick={props.onShowPreview}>
              {t('action.showPreview')}
            </Button>
          )}
          <Button
            size="large"
            kind="primary"
            disabled={plan === null || draft === null || block !== null}
            aria-describedby="wz-footer-note"
            onClick={props.onStart}
          >
            {t('action.start')}
          </Button>
        </>
      ) : null}
      {step === 'preview' && run !== null ? <PreviewButtons {...props} run={run} /> : null}
    </>
  )
}

function PreviewButtons(props: WizardFooterProps & { readonly run: Run }) {
  const { run } = props
  const { t } = useTranslation('wizard')
  const isBusy =
    run.kind === 'streaming' || run.kind === 'applying' || (run.kind === 'ready' && run.rewriting !== null)
  const isCounting = run.kind === 'ready' && run.isCounting
  return (
    <>
      <Button size="large" kind="quiet" disabled={run.kind === 'applying'} onClick={props.onBack}>
        {t('action.back')}
      </Button>
      <Button
        size="large"
        disabled={isBusy}
        icon={<RefreshCw size={14} strokeWidth={2} aria-hidden="true" />}
        onClick={props.onRegenerate}
      >
        {t('action.regenerate')}
      </Button>
      <Button
        size="large"
        kind="primary"
        disabled={isBusy || (!canApply(run) && !isCounting)}
        aria-describedby="wz-footer-note"
        onClick={props.onApply}
      >
        {t('action.apply')}
      </Button>
    </>
  )
}

function FooterNote(props: WizardFooterProps) {
  const { text, icon } = useNote(props)
  return (
    <span className="wz-footer-note" id="wz-footer-note">
      {icon}
      <span>{text}</span>
    </span>
  )
}

const INFO = <Info size={14} strokeWidth={2} aria-hidden="true" />
const ALERT = <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
const LOCK = <Lock size={14} strokeWidth={2} aria-hidden="true" />

function useNote(props: WizardFooterProps): { readonly text: string; readonly icon: ReactNode } {
  const { step, run, plan, draft, block } = props
  const { t } = useTranslation('wizard')
  if (step === 'introduction') return { text: t('footer.nothingSent'), icon: LOCK }
  if (step === 'configure') {
    if (block !== null) return { text: blockText(block, t), icon: ALERT }
    if (plan === null || draft === null) return { text: t('footer.nothingSent'), icon: LOCK }
    const choice = chosenSummarizer(plan, draft)
    if (choice?.kind === 'built-in') return { text: t('footer.builtIn'), icon: LOCK }
    if (choice?.host == null) return { text: t('footer.nothingSent'), icon: LOCK }
    const tokens = `≈${formatTokens(tokensToSummarize(plan, draft))}`
    return { text: t('footer.sends', { tokens, host: choice.host }), icon: INFO }
  }
  switch (run?.kind) {
    case 'streaming':
      return { text: t('footer.streaming'), icon: INFO }
    case 'stopped':
      return { text: t('footer.stopped'), icon: INFO }
    case 'failed':
    case 'stale':
    case undefined:
      return { text: t('footer.failed'), icon: INFO }
    case 'applying':
      return {
        text: t(run.options.result === 'thread' ? 'footer.applyingThread' : 'footer.applying'),
        icon: <Spinner />,
      }
    case 'ready': {
      if (run.rewriting !== null) return { text: t('footer.rewriting'), icon: INFO }
      if (run.isCounting) return { text: t('footer.counting'), icon: <Spinner /> }
      const [first] = run.preview.blocks
      if (first !== undefined) return { text: t(`block.${first}`), icon: ALERT }
      if (run.applyError !== null) return { text: t('footer.failed'), icon: INFO }
      if (run.options.result === 'thread') return { text: t('footer.readyThread'), icon: INFO }
      const name = heldPreview(run)?.preview.copyName ?? ''
      const folder = plan?.copyFolder
      const text =
        folder === undefined ? t('footer.ready', { name }) : t('footer.readyInto', { name, folder })
      return { text, icon: INFO }
    }
  }
}

function blockText(block: StartBlock, t: ReturnType<typeof useTranslation<'wizard'>>['t']): string {
  switch (block.kind) {
    case 'too-few-turns':
      return t('blocked.too-few-turns', { count: block.turns })
    case 'no-messages':
      return t('blocked.no-messages')
    case 'read-only-format':
      return t('blocked.read-only-format')
    case 'reading':
      return t('blocked.reading')
    case 'no-key':
      return t('blocked.no-key', { name: block.name })
    case 'no-model':
      return t('blocked.no-model', { name: block.name })
    case 'no-summarizer':
      return t('blocked.no-summarizer')
    case 'instructions-too-long':
      return t('blocked.instructions-too-long', { limit: block.limit })
  }
}
