import { errorText } from '../i18n/error-text.ts'
import './compact-wizard.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../app/client-context.ts'
import { fileBeside } from '../app/file-beside.ts'
import { useSettings } from '../app/settings-context.tsx'
import { type CompactWizardProps, useSlots } from '../app/slots.ts'
import { useToasts } from '../app/toasts-context.ts'
import { formatTokens } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type ConfigureDraft, draftFrom, optionsOf, startBlock } from './configure-draft.ts'
import { ConfigureStep } from './configure-step.tsx'
import { Confirm } from './confirm.tsx'
import { IntroductionStep } from './introduction-step.tsx'
import { Notice } from './notice.tsx'
import { PreviewStep } from './preview-step.tsx'
import type { ReductionListProps } from './reduction-list.tsx'
import { hasEdits } from './run.ts'
import { Steps } from './steps.tsx'
import { tokensBefore } from './tokens-before.ts'
import { usePlan } from './use-plan.ts'
import { useWizard } from './use-wizard.ts'
import { WizardFooter } from './wizard-footer.tsx'
import { canApply, closingLosesWork } from './wizard-state.ts'
import { WizardStatus } from './wizard-status.tsx'

type Sizes = Parameters<ReductionListProps['onReduced']>[0]

type Question = 'close' | 'regenerate' | 'start'

/**
 * Compact Conversation: introduction, configure, preview (screens.md section 7). Nothing is sent before
 * Start, nothing is written before Apply, and closing at any moment leaves the thread as it was.
 */
export function CompactWizard({ thread, range = null, onClose, onApplied }: CompactWizardProps) {
  const { t } = useTranslation('wizard')
  const { t: tError } = useTranslation('errors')
  const { t: tFrame } = useTranslation('frame')
  const client = useClient()
  const toasts = useToasts()
  const { settings, change } = useSettings()
  const { SettingsDialog } = useSlots()
  const { state: planState, reload } = usePlan(thread.thread)
  const file = fileBeside(thread.thread, thread.title)
  const [draft, setDraft] = useState<ConfigureDraft | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const [isSettingsOpen, setIsSettingsOpen] = useState(false)
  const [isApplyWaiting, setIsApplyWaiting] = useState(false)
  const [isSkipped, setIsSkipped] = useState(settings.skipIntroduction)
  const { state, send } = useWizard({
    thread: thread.thread,
    skipIntroduction: settings.skipIntroduction,
    onApplied,
    onClose,
    onSourceChanged: reload,
  })

  const plan = planState.kind === 'loaded' ? planState.plan : null
  useEffect(() => {
    if (plan === null) return
    let isCurrent = true
    const open = (before: number) =>
      setDraft((former) => draftFrom(plan, former, range === null ? null : { ...range, before }))
    if (range?.kind !== 'from') open(0)
    else
      void tokensBefore(client, thread.thread, plan, range.index).then((tokens) => {
        if (isCurrent) open(tokens)
      })
    return () => {
      isCurrent = false
    }
  }, [plan, range, client, thread.thread])
  const block = useMemo(
    () => (plan === null || draft === null ? null : startBlock(plan, draft)),
    [plan, draft],
  )

  const step = state.kind === 'open' ? state.step : 'preview'
  const run = state.kind === 'open' ? state.run : null
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step, or a new run of it, moves the focus.
  useEffect(() => {
    // The pressed button is gone with its step, so focus goes to what replaced it, not to nowhere.
    body.current?.focus()
  }, [step, run?.runId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that goes on takes buttons away.
  useEffect(() => {
    // Without a focus inside, Escape would reach nobody.
    if (document.activeElement === document.body) body.current?.focus()
  }, [run?.kind])

  useEffect(() => {
    if (!isApplyWaiting || run?.kind !== 'ready' || run.isCounting || run.rewriting !== null) return
    setIsApplyWaiting(false)
    if (canApply(run)) send({ kind: 'apply', folder: run.folder })
  }, [isApplyWaiting, run, send])

  function askClose() {
    if (run?.kind === 'applying') return
    if (closingLosesWork(state)) setQuestion('close')
    else send({ kind: 'close' })
  }
  function start() {
    if (draft !== null && block === null) send({ kind: 'start', options: optionsOf(draft) })
  }
  function answer() {
    const asked = question
    setQuestion(null)
    if (asked === 'close') send({ kind: 'close' })
    if (asked === 'regenerate') send({ kind: 'restart' })
    if (asked === 'start') start()
  }
  function onReduced({ tokensBefore, tokensAfter }: Sizes) {
    const sizes = { before: formatTokens(tokensBefore), after: formatTokens(tokensAfter) }
    toasts.show({ kind: 'done', text: tFrame('applied.toast', sizes) })
    send({ kind: 'close' })
  }
  function skip(next: boolean) {
    setIsSkipped(next)
    change({ skipIntroduction: next }).catch(() => setIsSkipped(!next))
  }

  const writer =
    plan?.summarizers.find((choice) => choice.id === run?.options.summarizerId)?.kind === 'model'
      ? 'model'
      : 'built-in'

  if (state.kind !== 'open') return null
  return (
    <>
      <Dialog
        isOpen
        size="wizard"
        className="wz"
        title={t('title')}
        subtitle={file === null ? thread.title : `${thread.title} · ${file}`}
        closeLabel={t('action.close')}
        headerExtra={<Steps step={step} />}
        onClose={askClose}
        footer={
          <WizardFooter
            step={step}
            run={run}
            plan={plan}
            draft={draft}
            block={block}
            onCancel={askClose}
            onBack={() => send({ kind: 'back' })}
            onNext={() => send({ kind: 'next' })}
            onStart={() => (hasEdits(run) ? setQuestion('start') : start())}
            onShowPreview={() => send({ kind: 'show-preview' })}
            onRegenerate={() => (hasEdits(run) ? setQuestion('regenerate') : send({ kind: 'restart' }))}
            onApply={() => {
              if (run?.kind === 'ready' && run.isCounting) setIsApplyWaiting(true)
              else send({ kind: 'apply', folder: run?.kind === 'ready' ? run.folder : null })
            }}
          />
        }
      >
        <div ref={body} tabIndex={-1} className={`wz-step wz-step-${step}`}>
          {step === 'introduction' ? (
            <IntroductionStep
              copyName={plan?.copyName ?? null}
              copyFolder={plan?.copyFolder ?? null}
              isSkipped={isSkipped}
              onSkip={skip}
            />
          ) : planState.kind === 'failed' ? (
            <Notice kind="failed" title={t('load.failed')} body={errorText(tError, planState.error)}>
              <Button size="small" onClick={reload}>
                {t('action.tryAgain')}
              </Button>
            </Notice>
          ) : plan === null || draft === null ? (
            <p className="wz-meta wz-pad" aria-live="polite">
              {t('load.busy')}
            </p>
          ) : step === 'configure' ? (
            <ConfigureStep
              thread={thread.thread}
              plan={plan}
              draft={draft}
              onDraft={setDraft}
              onOpenSettings={() => setIsSettingsOpen(true)}
              onReduced={onReduced}
            />
          ) : run === null ? null : (
            <PreviewStep
              key={run.runId}
              thread={thread.thread}
              plan={plan}
              run={run}
              writer={writer}
              onReduced={onReduced}
              send={send}
              onOpenSettings={() => setIsSettingsOpen(true)}
            />
          )}
        </div>
        <WizardStatus state={state} />
      </Dialog>
      <Confirm
        isOpen={question !== null}
        title={t(`ask.${question ?? 'close'}Title`)}
        body={t(
          question === 'close' && hasEdits(run) ? 'ask.closeEditsBody' : `ask.${question ?? 'close'}Body`,
        )}
        action={t(`ask.${question ?? 'close'}`)}
        onConfirm={answer}
        onCancel={() => setQuestion(null)}
      />
      {SettingsDialog === undefined ? null : (
        <SettingsDialog
          open={isSettingsOpen}
          section="providers"
          onOpenChange={(open) => {
            setIsSettingsOpen(open)
            if (!open) reload()
          }}
        />
      )}
    </>
  )
}
