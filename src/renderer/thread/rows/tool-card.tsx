import { memo, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallBody } from '../../../shared/ipc/thread.ts'
import type { CallCard } from '../../../shared/thread/row.ts'
import { useErrorText } from '../../i18n/error-text.ts'
import { formatTokens } from '../../i18n/format.ts'
import { useJoined } from '../../i18n/use-joined.ts'
import { Button } from '../../ui/button.tsx'
import { Check, ChevronDown, ChevronRight, CircleSlash, CircleX, Image as ImageIcon } from '../../ui/icons.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useRuntimeState } from '../runtime/runtime-context.ts'
import { useThread, useThreadState } from '../thread-context.ts'
import { saysNoMore } from './arguments-text.ts'
import { CallArguments } from './call-arguments.tsx'
import { MissingPicture, Picture, PlainText, ShowAll } from './parts.tsx'
import { ClearedTag, ResultClearing } from './result-clearing.tsx'
import { ToolIcon } from './tool-icon.tsx'

export interface ToolCardProps {
  readonly index: number
  readonly at: number
  readonly card: CallCard
}

/** A call and its result as one folded line. A failed one opens by itself. */
export const ToolCard = memo(function ToolCard({ index, at, card }: ToolCardProps) {
  const { t } = useTranslation('thread')
  const { store } = useThread()
  const bodyId = useId()
  const key = `call:${index}:${at}`
  const isOpen = useThreadState((state) => state.folds.get(key) ?? card.state === 'failed')
  const running = useRunning(index, at, card.state)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <button
        type="button"
        className={`tool tool-${card.state}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={() => store.toggleFold(key, !isOpen)}
      >
        <Chevron className="tool-chevron" size={14} strokeWidth={2} aria-hidden="true" />
        <ToolName card={card} />
        <ClearedTag index={index} at={at} />
        <span className="tool-numbers">
          {card.imageCount > 0 ? (
            <span className="tool-images">
              <ImageIcon size={14} strokeWidth={2} aria-hidden="true" />
              <span aria-hidden="true">{card.imageCount}</span>
              <span className="visually-hidden">{t('tool.images', { count: card.imageCount })}</span>
            </span>
          ) : null}
          <span>{formatTokens(card.tokens)}</span>
        </span>
        <ToolState state={card.state} running={running} />
      </button>
      {isOpen ? <ToolBody id={bodyId} index={index} at={at} card={card} /> : null}
    </>
  )
})

function ToolName({ card }: { readonly card: CallCard }) {
  return (
    <>
      <ToolIcon name={card.name} />
      <span className="tool-name">{card.name}</span>
      <span className="tool-summary truncate grow">{card.summary}</span>
    </>
  )
}

type Running = 'running' | 'asks' | null

/** A call without a result is running while its turn is: it is missing only afterwards. */
function useRunning(index: number, at: number, state: CallCard['state']): Running {
  return useRuntimeState(({ turn }) => {
    if (state !== 'missing' || (turn.phase !== 'tools' && turn.phase !== 'approval')) return null
    const { approval } = turn
    if (approval !== null && approval.index === index && approval.call === at) return 'asks'
    return turn.replyIndex === index || approval?.index === index ? 'running' : null
  })
}

interface ToolStateProps {
  readonly state: CallCard['state']
  readonly running: Running
}

function ToolState({ state, running }: ToolStateProps) {
  const { t } = useTranslation(['thread', 'runtime'])
  if (running !== null)
    return (
      <span className="tool-state">
        <Spinner />
        {t(`runtime:tool.${running}`)}
      </span>
    )
  if (state === 'ok')
    return (
      <span className="tool-state">
        <Check size={14} strokeWidth={2} aria-hidden="true" />
        <span className="visually-hidden">{t('thread:tool.ok')}</span>
      </span>
    )
  // Nobody said that it went well.
  if (state === 'answered') return <span className="visually-hidden">{t('thread:tool.answered')}</span>
  const Icon = state === 'failed' ? CircleX : CircleSlash
  return (
    <span className="tool-state">
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {t(`thread:tool.${state}`)}
    </span>
  )
}

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly body: CallBody }

function ToolBody({ id, index, at, card }: ToolCardProps & { readonly id: string }) {
  const { t } = useTranslation(['thread', 'frame'])
  const errorText = useErrorText()
  const joined = useJoined()
  const { store } = useThread()
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` only asks for the body once more.
  useEffect(() => {
    let isCurrent = true
    store.callBody(index, at).then(
      (body) => isCurrent && setLoaded({ kind: 'ready', body }),
      (error: unknown) => isCurrent && setLoaded({ kind: 'failed', error }),
    )
    return () => {
      isCurrent = false
    }
  }, [store, index, at, attempt])

  return (
    <div className="tool-body" id={id}>
      {loaded.kind === 'loading' ? (
        // The failure's first line is known already, so the card does not open on nothing.
        <p className="tool-waiting">{card.failure === '' ? <Spinner /> : card.failure}</p>
      ) : loaded.kind === 'failed' ? (
        <p className="tool-waiting">
          {joined(t('thread:tool.loadFailed'), errorText(loaded.error))}{' '}
          <Button size="small" onClick={() => setAttempt(attempt + 1)}>
            {t('frame:common.retry')}
          </Button>
        </p>
      ) : (
        <ToolContent index={index} at={at} card={card} body={loaded.body} />
      )}
    </div>
  )
}

function ToolContent({ index, at, card, body }: ToolCardProps & { readonly body: CallBody }) {
  const { t } = useTranslation('thread')
  return (
    <>
      {saysNoMore(body.arguments.text, card.summary) ? null : (
        <section className="tool-section tool-arguments" aria-label={t('tool.arguments')}>
          <CallArguments text={body.arguments.text} />
          <ShowAll body={body.arguments} place={{ kind: 'arguments', index, call: at }} title={card.name} />
        </section>
      )}
      <section className="tool-section" aria-label={t('tool.result')}>
        {body.output === null ? (
          <p className="tool-note">{t('tool.noResult')}</p>
        ) : body.output.length === 0 ? (
          <p className="tool-note">{t('tool.emptyResult')}</p>
        ) : (
          body.output.map((part, place) => {
            // Parts have no ids and never change their order.
            const key = `${index}-${at}-${place}`
            if (part.kind === 'image') return <Picture key={key} image={part} />
            if (part.kind === 'missing-image') return <MissingPicture key={key} text={t('image.missing')} />
            return (
              <div key={key}>
                <PlainText text={part.body.text} isFailed={body.isError} />
                <ShowAll
                  body={part.body}
                  place={{ kind: 'output', index, call: at, part: place }}
                  title={card.name}
                />
              </div>
            )
          })
        )}
        {body.output === null ? null : <ResultClearing index={index} at={at} />}
      </section>
    </>
  )
}
