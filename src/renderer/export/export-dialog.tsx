import './export.css'
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportChoices, ExportScope } from '../../shared/ipc/export.ts'
import { useClient } from '../app/client-context.ts'
import type { ExportDialogProps } from '../app/slots.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CircleAlert, Lock } from '../ui/icons.ts'
import { StepList } from '../ui/step-list.tsx'
import { ChoicesStep } from './choices-step.tsx'
import type { ExportState } from './export-state.ts'
import { ResultStep, resultWords } from './result-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { useExport } from './use-export.ts'
import { WorkStep } from './work-step.tsx'

const STEP_OF: Readonly<Record<ExportState['step'], number>> = {
  choose: 0,
  reviewing: 1,
  review: 1,
  writing: 2,
  done: 2,
}

const FOOTER_NOTES = {
  choose: 'footer.nothing',
  reviewing: 'footer.nothing',
  review: 'footer.review',
  writing: 'footer.writing',
  done: 'footer.done',
} as const

/**
 * Export: form, review, result (screens.md section 12). Nothing is written before the person has seen every suspected
 * secret and pressed the button that says so.
 */
export function ExportDialog({ scope, name = null, onClose }: ExportDialogProps) {
  const { t, i18n } = useTranslation('export')
  const { state, send, review, write, stop } = useExport(scope)
  const [choices, setChoices] = useState<ExportChoices>({
    format: 'markdown',
    toolCalls: true,
    thinking: true,
    checkpoints: true,
    emails: false,
    language: i18n.language === 'zh-CN' ? 'zh-CN' : 'en',
  })
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step takes the pressed button away.
  useEffect(() => body.current?.focus(), [state.step])
  const isCheckpoint = scope.kind === 'checkpoint'
  const isBusy = state.step === 'reviewing' || state.step === 'writing'
  return (
    <Dialog
      isOpen
      size="wizard"
      className="ex"
      title={t('title')}
      subtitle={name ?? nameOf(scope, t)}
      closeLabel={t('action.close')}
      headerExtra={
        <StepList
          label={t('steps')}
          steps={[t('step.choose'), t('step.review'), t('step.result')]}
          now={STEP_OF[state.step]}
          doneLabel={t('step.done')}
        />
      }
      // While something runs, Escape stops it first.
      onClose={isBusy ? stop : onClose}
      footer={
        <Footer
          state={state}
          isCheckpoint={isCheckpoint}
          onClose={onClose}
          onBack={() => send({ kind: 'back' })}
          onReview={() => review(choices)}
          onWrite={() => {
            if (state.step === 'review') void write(state.review.reviewId, [...state.kept])
          }}
        />
      }
    >
      <div ref={body} tabIndex={-1} className="ex-body">
        {state.step === 'choose' ? (
          <ChoicesStep choices={choices} isCheckpoint={isCheckpoint} onChoices={setChoices} />
        ) : null}
        {state.step === 'reviewing' || state.step === 'writing' ? (
          <WorkStep work={state.step} progress={state.progress} onStop={stop} />
        ) : null}
        {state.step === 'review' ? (
          <ReviewStep state={state} isCheckpoint={isCheckpoint} send={send} />
        ) : null}
        {state.step === 'done' ? <ResultStep state={state} isCheckpoint={isCheckpoint} /> : null}
      </div>
      <p className="visually-hidden" role="status">
        {state.step === 'review'
          ? t('review.found', { count: state.review.findings.length + state.review.more })
          : ''}
        {state.step === 'done' ? resultWords(state, isCheckpoint, t) : ''}
      </p>
    </Dialog>
  )
}

/** What is exported, as far as the scope says it. */
function nameOf(scope: ExportScope, t: TFunction<'export'>): string {
  switch (scope.kind) {
    case 'folder':
      return scope.folder === '' ? t('scope.all') : scope.folder
    case 'checkpoint':
      return scope.thread
    case 'threads':
      return scope.threads.length === 1
        ? (scope.threads[0] ?? '')
        : t('count.threads', { count: scope.threads.length })
  }
}

interface FooterProps {
  readonly state: ExportState
  readonly isCheckpoint: boolean
  readonly onClose: () => void
  readonly onBack: () => void
  readonly onReview: () => void
  readonly onWrite: () => void
}

function Footer({ state, isCheckpoint, onClose, onBack, onReview, onWrite }: FooterProps) {
  const { t } = useTranslation('export')
  const client = useClient()
  const errorText = useErrorText()
  const [revealError, setRevealError] = useState<unknown>(null)
  const error = state.step === 'choose' ? state.error : state.step === 'done' ? revealError : null
  const isEmpty = state.step === 'review' && state.review.threads === 0
  return (
    <>
      <span className="ex-footer-note">
        {error === null ? (
          <Lock size={14} strokeWidth={2} aria-hidden="true" />
        ) : (
          <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
        )}
        <span id="ex-footer-note">
          {error !== null
            ? errorText(error)
            : isEmpty
              ? t(isCheckpoint ? 'footer.emptyCheckpoint' : 'footer.empty')
              : t(FOOTER_NOTES[state.step])}
        </span>
      </span>
      <span className="grow" />
      {state.step === 'done' ? (
        <>
          <Button
            size="large"
            onClick={() => {
              setRevealError(null)
              client.request('export.reveal', { folder: state.folder }).catch(setRevealError)
            }}
          >
            {t('action.reveal')}
          </Button>
          <Button size="large" kind="primary" onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
      ) : null}
      {state.step === 'choose' ? (
        <>
          <Button size="large" kind="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button size="large" kind="primary" onClick={onReview}>
            {t('action.review')}
          </Button>
        </>
      ) : null}
      {state.step === 'review' ? (
        <>
          <Button size="large" kind="quiet" onClick={onBack}>
            {t('action.back')}
          </Button>
          <Button
            size="large"
            kind="primary"
            disabled={isEmpty}
            aria-describedby="ex-footer-note"
            onClick={onWrite}
          >
            {t('action.write', { count: state.review.threads })}
          </Button>
        </>
      ) : null}
    </>
  )
}
