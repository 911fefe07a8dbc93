import './import.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportOptions } from '../../shared/ipc/import.ts'
import { useCommands } from '../app/commands.ts'
import type { ImportDialogProps } from '../app/slots.ts'
import { useFolders } from '../app/use-folders.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CircleAlert, Lock, Square } from '../ui/icons.ts'
import { Spinner } from '../ui/spinner.tsx'
import { StepList } from '../ui/step-list.tsx'
import { WorkBar } from '../ui/work-bar.tsx'
import type { ImportState } from './import-state.ts'
import { OptionsStep } from './options-step.tsx'
import { PickStep } from './pick-step.tsx'
import { ResultStep } from './result-step.tsx'
import { useImport } from './use-import.ts'

const STEP_OF: Readonly<Record<ImportState['step'], number>> = {
  pick: 0,
  scanning: 0,
  options: 1,
  importing: 2,
  done: 2,
}
const OPTIONS: ImportOptions = {
  folder: '',
  toolOutput: true,
  images: true,
  branches: true,
  changed: 'update',
}

/** Import: pick and scan, options, result (screens.md section 12). Sources are only read. */
export function ImportDialog({ dropped = null, onClose }: ImportDialogProps) {
  const { t } = useTranslation('import')
  const { state, folder, send, pick, start, stop } = useImport(dropped)
  const [isKept, setIsKept] = useState(false)
  const [options, setOptions] = useState(OPTIONS)
  const folders = useFolders()
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step takes the pressed button away.
  useEffect(() => body.current?.focus(), [state.step])
  const isBusy = state.step === 'scanning' || state.step === 'importing'
  return (
    <Dialog
      isOpen
      size="wizard"
      className="im"
      title={t('title')}
      closeLabel={t('action.close')}
      headerExtra={
        <StepList
          label={t('steps')}
          steps={[t('step.pick'), t('step.options'), t('step.result')]}
          now={STEP_OF[state.step]}
          doneLabel={t('step.done')}
        />
      }
      // While something runs, Escape stops it first.
      onClose={isBusy ? stop : onClose}
      footer={
        <Footer
          state={state}
          onClose={onClose}
          onBack={() => send({ kind: 'back' })}
          onImport={() => {
            if (state.step === 'options') void start(state.scanId, options, isKept)
          }}
        />
      }
    >
      <div ref={body} tabIndex={-1} className="im-body">
        {state.step === 'pick' ? (
          <PickStep isUnknown={dropped?.length === 0} onPick={(kind) => void pick(kind)} />
        ) : null}
        {state.step === 'options' ? (
          <OptionsStep
            scanned={state.scanned}
            options={options}
            folders={folders}
            onOptions={setOptions}
            keep={folder === null ? null : { isKept, onKept: setIsKept }}
          />
        ) : null}
        {isBusy ? <Work state={state} onStop={stop} /> : null}
        {state.step === 'done' ? <ResultStep state={state} onLeave={onClose} /> : null}
      </div>
      <p className="visually-hidden" role="status">
        {state.step === 'done' ? t('result.counts', { ...state.counts }) : ''}
      </p>
    </Dialog>
  )
}

interface WorkProps {
  readonly state: Extract<ImportState, { step: 'scanning' | 'importing' }>
  readonly onStop: () => void
}

function Work({ state, onStop }: WorkProps) {
  const { t } = useTranslation('import')
  const at = state.step === 'scanning' ? state.at : state.progress
  const name = state.step === 'scanning' ? state.at?.source : state.progress?.title
  const within = state.step === 'importing' ? (state.progress?.share ?? 0) : 0
  const total = Math.max(1, at?.total ?? 1)
  const done = at?.done ?? 0
  return (
    <div className="im-work">
      <p className="im-sentence">
        <Spinner />
        {t(`work.${state.step}`)}
      </p>
      <WorkBar label={t(`work.${state.step}`)} share={(done + within) / total} />
      <p className="im-note im-line">
        <span className="truncate grow">{name ?? ''}</span>
        <span>{t('work.at', { done: Math.min(total, done + 1), total })}</span>
        <Button size="small" icon={<Square size={12} strokeWidth={2} aria-hidden="true" />} onClick={onStop}>
          {t('action.stop')}
        </Button>
      </p>
    </div>
  )
}

interface FooterProps {
  readonly state: ImportState
  readonly onClose: () => void
  readonly onBack: () => void
  readonly onImport: () => void
}

function Footer({ state, onClose, onBack, onImport }: FooterProps) {
  const { t } = useTranslation('import')
  const commands = useCommands()
  const errorText = useErrorText()
  const error = state.step === 'pick' ? state.error : null
  const isEmpty = state.step === 'options' && state.scanned.threads.length === 0
  const Icon = error === null ? Lock : CircleAlert
  const note = state.step === 'done' ? 'footer.done' : isEmpty ? 'footer.empty' : 'footer.readOnly'
  const first = state.step === 'done' ? (state.changed[0]?.thread ?? null) : null
  return (
    <>
      <span className="im-footer-note">
        <Icon size={14} strokeWidth={2} aria-hidden="true" />
        <span id="im-footer-note">{error === null ? t(note) : errorText(error)}</span>
      </span>
      <span className="grow" />
      {state.step === 'pick' ? (
        <Button size="large" kind="quiet" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      ) : null}
      {state.step === 'options' ? (
        <>
          <Button size="large" kind="quiet" onClick={onBack}>
            {t('action.back')}
          </Button>
          <Button
            size="large"
            kind="primary"
            disabled={isEmpty}
            aria-describedby="im-footer-note"
            onClick={onImport}
          >
            {t('action.import')}
          </Button>
        </>
      ) : null}
      {state.step === 'done' ? (
        <>
          {first === null ? null : (
            <Button
              size="large"
              onClick={() => {
                commands.run('open-thread', first)
                onClose()
              }}
            >
              {t('action.openFirst')}
            </Button>
          )}
          <Button size="large" kind="primary" onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
      ) : null}
    </>
  )
}
