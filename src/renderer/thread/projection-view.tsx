import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProjectionItem } from '../../shared/compact/preview.ts'
import { plainWords } from '../../shared/thread/plain-words.ts'
import { ProjectedCalls } from '../app/projected-calls.tsx'
import { languageOf } from '../app/text-language.ts'
import { useToasts } from '../app/toasts-context.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { formatBytes, formatNumber, formatTokens } from '../i18n/format.ts'
import { useJoined } from '../i18n/use-joined.ts'
import { Button } from '../ui/button.tsx'
import { Copy, EyeOff, Pin } from '../ui/icons.ts'
import { VirtualList } from '../ui/virtual-list.tsx'
import { LongTextDialog, type LongTextDialogProps } from './long-text-dialog.tsx'
import { useProjectionItems } from './projection-items.ts'
import { Gutter, type Layer } from './rows/gutter.tsx'
import { countedBeyond } from './runtime/meter-numbers.ts'
import { useAct, useRuntimeAccess, useRuntimeState } from './runtime/runtime-context.ts'
import { activeCheckpoint } from './runtime/strata.ts'
import { useThread } from './thread-context.ts'

const ITEM_ESTIMATE_PX = 64

/**
 * The next request item by item in its exact order, with the tokens of each. What is not sent is struck through.
 * Read-only; it is read again whenever the request changes.
 */
export function ProjectionView() {
  const { t, i18n } = useTranslation('runtime')
  const { runtime } = useRuntimeAccess()
  const errorText = useErrorText()
  const joined = useJoined()
  const revision = useRuntimeState((state) => state.revision)
  const { items, total, tokens, error, need, retry } = useProjectionItems(runtime, revision)
  const [shown, setShown] = useState<Pick<LongTextDialogProps, 'read' | 'title'> | null>(null)
  const show = (at: number, title: string) =>
    setShown({
      title,
      read: (offset, limit) =>
        runtime.client.request('projection.text', { thread: runtime.thread, at, offset, limit }),
    })
  if (total === null)
    return (
      <div className="ledger ledger-wait">
        {error === null ? (
          <div className="grey-bars" role="status" aria-label={t('context.reading')}>
            <span />
            <span />
            <span />
          </div>
        ) : (
          <div className="thread-problem" role="alert">
            <p>{joined(t('ledger.failed'), errorText(error))}</p>
            <div className="thread-problem-actions">
              <Button onClick={retry}>{t('ledger.retry')}</Button>
            </div>
          </div>
        )}
      </div>
    )
  return (
    <>
      <Heading count={total} tokens={formatNumber(tokens, i18n.language)} />
      <VirtualList
        className="ledger"
        count={total}
        estimatePx={() => ITEM_ESTIMATE_PX}
        onRange={need}
        paddingEndPx={24}
        outerProps={{ role: 'feed', 'aria-label': t('context.look'), tabIndex: 0 }}
        renderRow={(at) => {
          const item = items.get(at)
          return item === undefined ? (
            <UnreadItem number={at + 1} />
          ) : (
            <OneItem item={item} onShow={(title) => show(at, title)} />
          )
        }}
      />
      {shown === null ? null : <LongTextDialog {...shown} onClose={() => setShown(null)} />}
    </>
  )
}

function Heading({ count, tokens }: { readonly count: number; readonly tokens: string }) {
  const { t, i18n } = useTranslation(['runtime', 'thread'])
  const { runtime } = useRuntimeAccess()
  const toasts = useToasts()
  const act = useAct()
  const counted = useRuntimeState(({ report }) => (report === null ? null : countedBeyond(report)))
  const copy = () =>
    act(
      runtime.client.request('projection.copy', { thread: runtime.thread }).then(({ chars }) =>
        toasts.show({
          kind: 'done',
          text: t('runtime:ledger.copied', { size: formatBytes(chars, i18n.language) }),
        }),
      ),
    )
  return (
    <div className="ledger-heading">
      <span className="ledger-tokens">{t('thread:model.tokens')}</span>
      <span className="ledger-gap" />
      <div className="ledger-summary">
        <p className="grow">
          <b>{t('thread:model.title')}</b>{' '}
          <span>
            {t('thread:model.items', { count })} · {t('runtime:ledger.total', { tokens })}
            {counted === null ? null : (
              <> · {t('runtime:ledger.counted', { tokens: formatTokens(counted) })}</>
            )}
          </span>
        </p>
        <Button size="small" icon={<Copy size={14} strokeWidth={2} aria-hidden="true" />} onClick={copy}>
          {t('runtime:ledger.copy')}
        </Button>
      </div>
    </div>
  )
}

function UnreadItem({ number }: { readonly number: number }) {
  const { t } = useTranslation('runtime')
  return (
    <article className="ledger-item" aria-label={t('ledger.unread', { number })}>
      <span className="ledger-tokens" />
      <Gutter layer="kept" />
      <div className="ledger-body grey-bars">
        <span />
      </div>
    </article>
  )
}

const LAYERS = {
  system: 'system',
  tools: 'system',
  meta: 'kept',
  checkpoint: 'checkpoint',
  restored: 'checkpoint',
  user: 'kept',
  assistant: 'kept',
  draft: 'draft',
} as const satisfies Record<ProjectionItem['kind'], Layer>

const TITLES = {
  system: 'row.system',
  tools: 'row.tools',
  meta: 'role.meta',
  checkpoint: 'checkpoint.title',
  restored: 'role.restored',
  user: 'role.you',
  assistant: 'role.assistant',
  draft: 'role.draft',
} as const satisfies Record<ProjectionItem['kind'], string>

interface OneItemProps {
  readonly item: ProjectionItem
  /** Shows its whole text. */
  readonly onShow: (title: string) => void
}

/** Texts that may be longer than the two lines they have here. */
const TWO_LINES_CHARS = 140

function OneItem({ item, onShow }: OneItemProps) {
  const { t, i18n } = useTranslation(['thread', 'runtime'])
  const isPinned = useRuntimeState(({ marks }) =>
    marks.some((mark) => mark.kind === 'pin' && mark.index === item.index),
  )
  const active = useRuntimeState((state) => activeCheckpoint(state.checkpoints))
  const { kind, isSent, tokens } = item
  const layer = !isSent ? 'excluded' : isPinned ? 'pinned' : LAYERS[kind]
  const text = plainWords(item.text, item.text.length)
  const amount = formatNumber(tokens, i18n.language)
  const title =
    kind === 'checkpoint' && active !== null
      ? t('runtime:divider.title', { number: active.number })
      : t(`thread:${TITLES[kind]}`)
  return (
    <article className={`ledger-item ${isSent ? '' : 'is-unsent'}`}>
      <span className="ledger-tokens">{isSent ? amount : <s>{amount}</s>}</span>
      <Gutter layer={layer} />
      <div className="ledger-body">
        <p className="ledger-title">
          {kind === 'checkpoint' ? <span className="diamond mark" aria-hidden="true" /> : null}
          {isPinned ? <Pin size={14} strokeWidth={2} aria-hidden="true" /> : null}
          {isSent ? null : <EyeOff size={14} strokeWidth={2} aria-hidden="true" />}
          {isSent ? <b>{title}</b> : <s>{title}</s>}
          {kind === 'checkpoint' ? <span>{t('thread:model.checkpointIn')}</span> : null}
          {isPinned ? <span>{t('runtime:ledger.pinWord')}</span> : null}
          {item.callCount === 0 ? null : <span>{t('thread:model.calls', { count: item.callCount })}</span>}
          {isSent ? null : <span className="tag">{t('thread:model.notSent')}</span>}
        </p>
        {text === '' ? null : (
          <p className="ledger-text" lang={languageOf(text)}>
            {isSent ? text : <s>{text}</s>}
          </p>
        )}
        {item.isCut || item.text.length > TWO_LINES_CHARS ? (
          <Button size="small" kind="quiet" onClick={() => onShow(title)}>
            {t('runtime:ledger.showText')}
          </Button>
        ) : null}
        <ProjectedCalls item={item} />
        {kind === 'checkpoint' && active !== null ? <Beneath count={active.summarizedMessages} /> : null}
      </div>
    </article>
  )
}

function Beneath({ count }: { readonly count: number }) {
  const { t } = useTranslation('runtime')
  const { store } = useThread()
  return (
    <div className="ledger-beneath hatch mark">
      <span>{t('ledger.beneath', { count })}</span>
      <Button size="small" kind="quiet" onClick={() => store.setView('conversation')}>
        {t('ledger.show')}
      </Button>
    </div>
  )
}
