import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import { plainWords } from '../../shared/thread/plain-words.ts'
import type { Row } from '../../shared/thread/row.ts'
import { rowText } from '../app/row-text.ts'
import { languageOf } from '../app/text-language.ts'
import { formatNumber } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { Gutter, type Layer } from './rows/gutter.tsx'
import { ShowAll } from './rows/parts.tsx'
import { WHO } from './rows/who.ts'
import { useThread, useThreadState } from './thread-context.ts'

/** Items before the first message: the heading, the system prompt, the tools. */
const HEAD_ITEMS = 3
const ITEM_ESTIMATE_PX = 56
const SHOWN_CHARS = 400

/** The next request in its order, as a ledger with the tokens of every item. */
export function ModelView({ opened }: { readonly opened: OpenedThread }) {
  const { t } = useTranslation('thread')
  const { store } = useThread()
  const { messages, indexAt } = sentMessages(opened)
  const onRange = useCallback(
    (first: number, last: number) => {
      const { indexAt: at } = sentMessages(opened)
      store.need(at(Math.max(0, first - HEAD_ITEMS)), at(Math.max(0, last - HEAD_ITEMS)))
    },
    [store, opened],
  )
  return (
    <VirtualList
      className="ledger"
      count={messages + HEAD_ITEMS}
      estimatePx={() => ITEM_ESTIMATE_PX}
      onRange={onRange}
      paddingEndPx={24}
      outerProps={{ role: 'feed', 'aria-label': t('view.model'), tabIndex: 0 }}
      renderRow={(item) => {
        if (item === 0) return <LedgerHeading items={messages + 2} />
        if (item === 1) return <SystemItem opened={opened} />
        if (item === 2) return <ToolsItem opened={opened} />
        return <MessageItem index={indexAt(item - HEAD_ITEMS)} />
      }}
    />
  )
}

/** What is sent of a thread's messages, and where the one at each place of the request stands. */
function sentMessages({ messages, sentFrom = 0, metaPromptIndex = null }: OpenedThread) {
  const meta = metaPromptIndex !== null && metaPromptIndex < sentFrom ? metaPromptIndex : null
  const before = meta === null ? 0 : 1
  return {
    messages: messages - sentFrom + before,
    indexAt: (place: number) => (meta !== null && place === 0 ? meta : sentFrom + place - before),
  }
}

function LedgerHeading({ items }: { readonly items: number }) {
  const { t } = useTranslation('thread')
  return (
    <div className="ledger-heading">
      <span className="ledger-tokens">{t('model.tokens')}</span>
      <span className="ledger-gap" />
      <p>
        <b>{t('model.title')}</b> <span>{t('model.items', { count: items })}</span>
      </p>
    </div>
  )
}

interface ItemProps {
  readonly tokens: number | null
  readonly layer: Layer
  readonly title: string
  readonly aside?: string
  readonly text: string
  readonly isSent?: boolean
  readonly extra?: React.ReactNode
}

function Item({ tokens, layer, title, aside = '', text, isSent = true, extra }: ItemProps) {
  const { t, i18n } = useTranslation('thread')
  return (
    <article className={`ledger-item ${isSent ? '' : 'is-unsent'}`}>
      <span className="ledger-tokens">
        {tokens === null ? (
          ''
        ) : isSent ? (
          formatNumber(tokens, i18n.language)
        ) : (
          <s>{formatNumber(tokens, i18n.language)}</s>
        )}
      </span>
      <Gutter layer={layer} />
      <div className="ledger-body">
        <p className="ledger-title">
          <b>{title}</b>
          {aside === '' ? null : <span>{aside}</span>}
          {isSent ? null : <span className="tag">{t('model.notSent')}</span>}
        </p>
        {text === '' ? null : (
          <p className="ledger-text" lang={languageOf(text)}>
            {text}
          </p>
        )}
        {extra}
      </div>
    </article>
  )
}

function SystemItem({ opened }: { readonly opened: OpenedThread }) {
  const { t } = useTranslation('thread')
  const { showText } = useThread()
  const prompt = opened.systemPrompt
  return (
    <Item
      tokens={opened.systemTokens - (opened.toolTokens ?? 0)}
      layer="system"
      title={t('row.system')}
      text={prompt === null ? t('row.systemEmpty') : prompt.text.slice(0, SHOWN_CHARS)}
      extra={
        prompt === null ? null : prompt.isCut ? (
          <ShowAll body={prompt} place={{ kind: 'system' }} title={t('row.system')} />
        ) : prompt.text.length > SHOWN_CHARS ? (
          <Button size="small" onClick={() => showText({ kind: 'system' }, t('row.system'))}>
            {t('row.showMore')}
          </Button>
        ) : null
      }
    />
  )
}

function ToolsItem({ opened }: { readonly opened: OpenedThread }) {
  const { t, i18n } = useTranslation('thread')
  return (
    <Item
      tokens={opened.toolTokens ?? null}
      layer="system"
      title={t('row.tools')}
      text={opened.toolNames.length === 0 ? '—' : new Intl.ListFormat(i18n.language).format(opened.toolNames)}
    />
  )
}

const MessageItem = memo(function MessageItem({ index }: { readonly index: number }) {
  const row = useThreadState((state) => state.rows.get(index))
  if (row === undefined)
    return (
      <article className="ledger-item">
        <span className="ledger-tokens" />
        <Gutter layer="kept" />
        <div className="ledger-body grey-bars">
          <span />
        </div>
      </article>
    )
  return <RowItem row={row} />
})

function RowItem({ row }: { readonly row: Row }) {
  const { t } = useTranslation('thread')
  if (row.kind === 'broken')
    return <Item tokens={row.tokens} layer="draft" title={t('row.broken')} text={row.reason} isSent={false} />
  const text = plainWords(rowText(row), SHOWN_CHARS)
  if (row.kind === 'checkpoint')
    return (
      <Item
        tokens={row.tokens}
        layer="checkpoint"
        title={t('checkpoint.title')}
        aside={t('model.checkpointIn')}
        text={text}
      />
    )
  const turn = row.turn === null ? '' : t('role.turn', { number: row.turn })
  if (row.kind === 'assistant')
    return (
      <Item
        tokens={row.tokens}
        layer="kept"
        title={t('role.assistant')}
        aside={turn}
        text={text}
        extra={
          row.calls.length === 0 ? null : (
            <p className="ledger-calls mono truncate">
              {row.calls.map((call) => `${call.name} ${call.summary}`).join(' · ')}
            </p>
          )
        }
      />
    )
  const isDraft = row.role === 'draft'
  return (
    <Item
      tokens={row.tokens}
      layer={isDraft ? 'draft' : 'kept'}
      title={t(WHO[row.role])}
      aside={row.role === 'prompt' ? turn : ''}
      text={text}
      isSent={!isDraft}
    />
  )
}
