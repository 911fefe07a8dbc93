import './composer.css'
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { SkipReason } from '../../../shared/compact/event.ts'
import { AppError, type ErrorCode } from '../../../shared/ipc/errors.ts'
import { keysOf, useCommands } from '../../app/commands.ts'
import { languageOf } from '../../app/text-language.ts'
import { useErrorText } from '../../i18n/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ArrowUp, CircleAlert, Slash, Square } from '../../ui/icons.ts'
import { isComposing, isSubmitKey } from '../../ui/is-submit-key.ts'
import { isProviderTrouble } from '../runtime/provider-trouble.ts'
import { useAct, useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'
import { isRunning } from '../runtime/runtime-state.ts'
import { AskBar } from './ask-bar.tsx'
import { ContextBar, ContextMeter } from './context-meter.tsx'
import { MissingProvider } from './missing-provider.tsx'
import { QueueList } from './queue-list.tsx'
import { readMeaning, SLASH_COMMANDS, type SlashName, slashOffers } from './slash.ts'
import { SlashList, slashOptionId } from './slash-list.tsx'
import { UnkeptLine } from './unkept-line.tsx'
import { useDraft } from './use-draft.ts'
import { useSlashActions } from './use-slash-actions.ts'

/** What the rest of the view may ask of the composer. */
export interface ComposerHandle {
  /** Puts text behind what stands there and gives the field the focus. */
  write(text: string): void
  focus(): void
}

export interface ComposerProps {
  readonly openModels: () => void
  /** An empty thread begins with writing. */
  readonly takesFocus: boolean
  /** A message that was written here has joined the conversation, or a compaction asked for here stands at its end. */
  readonly onStarted: () => void
  readonly handle?: Ref<ComposerHandle>
}

/** What the composer tells about its last attempt to send, or to compact. */
type Trouble =
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'unknown'; readonly word: string }
  /** A compaction that was asked for did not begin. */
  | { readonly kind: 'skipped'; readonly reason: SkipReason }

/** The policy keeps everything as it is; in the wizard a person can choose to fold more. */
const WIZARD_HELPS: readonly SkipReason[] = ['fits-budget', 'no-gain', 'only-a-summary']

/** What another program can make of a thread's file. */
const DAMAGED: readonly ErrorCode[] = [
  'file-empty',
  'file-truncated',
  'file-not-json',
  'file-not-thread',
  'file-encoding',
  'file-too-deep',
  'file-too-large',
]

/** Enter by itself: with Shift or Alt it is a line break, while an input method composes it is the method's. */
function isPlainEnter(event: KeyboardEvent): boolean {
  return isSubmitKey(event) && !event.shiftKey && !event.altKey
}

/**
 * Where a person writes. The text is a draft until main has accepted it: it leaves the field only then, and a
 * failure leaves it where it is.
 */
export function Composer({ openModels, takesFocus, onStarted, handle }: ComposerProps) {
  const { t } = useTranslation('runtime')
  const errorText = useErrorText()
  const { runtime, places } = useRuntimeAccess()
  const act = useAct()
  const commands = useCommands()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(runtime.client, runtime.thread)
  const runs = useRuntimeState((state) => isRunning(state.turn))
  const isUnsaved = useRuntimeState((state) => state.turn.isUnsaved)
  const unsavedCode = useRuntimeState((state) => state.turn.unsavedCode ?? null)
  const runSlash = useSlashActions(openModels, onStarted)
  const [isSending, setIsSending] = useState(false)
  const { openWizard } = places
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [chosen, setChosen] = useState(0)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const { text } = draft
  const offers = closedFor === text ? null : slashOffers(text)
  const at = offers === null ? 0 : Math.min(chosen, offers.length - 1)
  useGrowing(field, text)
  // Something runs, or there are other providers: what was told of the last attempt is over.
  const providerKey = useRuntimeState(({ provider }) => `${provider?.providerId} ${provider?.model}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: their change is the reason.
  useLayoutEffect(() => setTrouble((told) => (told?.kind === 'failed' ? null : told)), [runs, providerKey])
  const isFirst = useRef(takesFocus)
  useEffect(() => {
    // Once, and never out of something a person is in already.
    if (isFirst.current && document.activeElement === document.body) field.current?.focus()
    isFirst.current = false
  }, [])

  useImperativeHandle(handle, () => ({
    write(more) {
      const whole = text.trim() === '' ? more : `${text.trimEnd()}\n\n${more}`
      draft.save(whole).catch(() => draft.change(whole))
      field.current?.focus()
    },
    focus: () => field.current?.focus(),
  }))

  function change(next: string) {
    setTrouble(null)
    setChosen(0)
    if (closedFor !== null) setClosedFor(null)
    draft.change(next)
  }
  const shown = useRef(text)
  useLayoutEffect(() => {
    shown.current = text
  }, [text])
  async function run(name: SlashName, argument: string) {
    change('')
    const outcome = await runSlash(name, argument)
    if (outcome.kind === 'taken') return
    // Words that led nowhere come back, unless others stand there by now.
    if (argument !== '' && shown.current === '') draft.change(`/${name} ${argument}`)
    if (outcome.reason !== null) setTrouble({ kind: 'skipped', reason: outcome.reason })
  }
  function choose(name: SlashName) {
    const takesWords = SLASH_COMMANDS.some((command) => command.name === name && command.argument)
    if (!takesWords) {
      void run(name, '')
      return
    }
    change(`/${name} `)
    field.current?.focus()
  }
  async function sendText(message: string) {
    if (isSending) return
    setTrouble(null)
    setIsSending(true)
    const before = shown.current
    try {
      const { kind } = await runtime.send(message)
      if (kind === 'started') onStarted()
    } catch (error) {
      setTrouble({ kind: 'failed', error })
      setIsSending(false)
      return
    }
    setIsSending(false)
    // Accepted: from here on main has it, and a draft of it would be a second one (I9).
    const left = writtenSince(before, shown.current)
    await draft.save(left).catch(() => draft.change(left))
  }
  function submit() {
    const meaning = readMeaning(text)
    if (meaning.kind === 'command') void run(meaning.name, meaning.argument)
    else if (meaning.kind === 'unknown') setTrouble({ kind: 'unknown', word: meaning.word })
    else if (meaning.kind === 'message') void sendText(meaning.text)
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event)) return
    if (offers !== null && takesListKey(event)) return
    if (event.key === 'Escape') {
      if (trouble !== null) setTrouble(null)
      else if (runs) act(runtime.stop())
      else return
      event.preventDefault()
    } else if (isPlainEnter(event)) {
      event.preventDefault()
      submit()
    }
  }
  /** Keys that belong to the open list. Enter runs a name that is complete, and completes one that is not. */
  function takesListKey(event: KeyboardEvent): boolean {
    const list = offers ?? []
    const name = list[at]
    if (event.key === 'ArrowDown') setChosen((at + 1) % list.length)
    else if (event.key === 'ArrowUp') setChosen((at - 1 + list.length) % list.length)
    else if (event.key === 'Escape') setClosedFor(text)
    else if (name !== undefined && isPlainEnter(event) && text.toLowerCase() === `/${name}`)
      void run(name, '')
    else if (name !== undefined && ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab'))
      choose(name)
    else return false
    event.preventDefault()
    return true
  }

  const option = offers?.[at]
  return (
    <section className="composer" aria-label={t('composer.label')} data-region>
      <QueueList />
      <AskBar />
      <MissingProvider onChoose={openModels} />
      <UnkeptLine />
      {isUnsaved ? (
        <p className="composer-trouble" role="alert">
          <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
          <span className="grow">
            {unsavedCode !== null && DAMAGED.includes(unsavedCode)
              ? t('composer.unsavedDamaged', { reason: errorText(new AppError(unsavedCode, '')) })
              : t('composer.unsaved')}
          </span>
        </p>
      ) : null}
      {trouble === null ? null : (
        <div className={`composer-trouble ${trouble.kind === 'failed' ? 'is-failed' : ''}`} role="alert">
          <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
          <span className="grow">
            {trouble.kind === 'failed'
              ? t('composer.failed', { reason: errorText(trouble.error) })
              : trouble.kind === 'unknown'
                ? t('composer.unknown', { word: trouble.word })
                : t('notice.skipped', { reason: t(`skip.${trouble.reason}`) })}
          </span>
          {trouble.kind === 'skipped' && WIZARD_HELPS.includes(trouble.reason) && openWizard !== null ? (
            <Button
              size="small"
              onClick={() => {
                setTrouble(null)
                openWizard()
              }}
            >
              {t('context.compact')}
            </Button>
          ) : null}
          {trouble.kind === 'failed' && isProviderTrouble(trouble.error) ? (
            <Button size="small" onClick={() => void commands.run('settings', 'providers')}>
              {t('picker.settings')}
            </Button>
          ) : null}
          {trouble.kind === 'unknown' ? (
            <Button size="small" onClick={() => void sendText(text)}>
              {t('composer.sendAsText')}
            </Button>
          ) : null}
          <Button size="small" kind="quiet" onClick={() => setTrouble(null)}>
            {t('composer.goOnWriting')}
          </Button>
        </div>
      )}
      <div className="composer-anchor">
        {offers === null ? null : (
          <SlashList id={`${id}-slash`} names={offers} chosen={at} onChoose={choose} onPoint={setChosen} />
        )}
        <div className="composer-box">
          <ContextBar />
          <textarea
            ref={field}
            className="composer-field"
            rows={1}
            aria-label={t('composer.field')}
            placeholder={t(runs ? 'composer.placeholderQueue' : 'composer.placeholder')}
            lang={languageOf(text)}
            value={text}
            readOnly={isSending}
            aria-autocomplete="list"
            aria-controls={offers === null ? undefined : `${id}-slash`}
            aria-activedescendant={option === undefined ? undefined : slashOptionId(`${id}-slash`, option)}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <div className="composer-tools">
            <IconButton
              label={t('composer.commands')}
              icon={<Slash size={16} strokeWidth={1.75} />}
              onClick={() => {
                if (text === '') change('/')
                field.current?.focus()
              }}
            />
            <span className="grow" />
            <ContextMeter />
            {runs ? (
              <Button
                className="composer-stop"
                icon={<Square size={14} strokeWidth={2} aria-hidden="true" />}
                title={keysOf('stop')}
                onClick={() => act(runtime.stop())}
              >
                {t('composer.stop')}
              </Button>
            ) : null}
            <IconButton
              className="composer-send"
              label={t(runs ? 'composer.queue' : 'composer.send')}
              aria-disabled={text.trim() === '' || isSending || undefined}
              icon={<ArrowUp size={16} strokeWidth={2} />}
              onClick={submit}
            />
          </div>
        </div>
      </div>
    </section>
  )
}

/** What came into the field while its text was on its way, such as a quote: it was not sent. */
function writtenSince(sent: string, now: string): string {
  if (now === sent) return ''
  return now.startsWith(sent.trimEnd()) ? now.slice(sent.trimEnd().length).trimStart() : now
}

/** The field is as tall as its text, up to the limit in its style. */
function useGrowing(field: { readonly current: HTMLTextAreaElement | null }, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const element = field.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])
}
