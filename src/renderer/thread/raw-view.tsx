import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '../../shared/ipc/routes.ts'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import { useCopy } from '../app/use-copy.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { formatBytes } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Copy } from '../ui/icons.ts'
import { VirtualList } from '../ui/virtual-list.tsx'
import { useThread } from './thread-context.ts'

type Raw = Output<'thread.raw'>

const ITEM_ESTIMATE_PX = 180
/** Shown at first; the rest on demand, so that one huge message does not hide its neighbours. */
const SHORT_CHARS = 3000
/** A row has to stay this long before its bytes are read: fast scrolling asks for nothing. */
const REST_MS = 60
const MOST_KEPT = 60

export interface RawViewProps {
  readonly opened: OpenedThread
  /** Message to show first. */
  readonly startAt: number
}

/** Every message exactly as it stands in the file, with its place there. Read-only. */
export function RawView({ opened, startAt }: RawViewProps) {
  const { t } = useTranslation('thread')
  const cache = useRef(new Map<number, Raw>())
  const isReady = useFirstRead(opened, startAt, cache.current)
  if (opened.messages === 0)
    return (
      <div className="transcript">
        <p className="log-empty">{t('log.empty')}</p>
      </div>
    )
  if (!isReady) return <div className="transcript" />
  return (
    <VirtualList
      className="raw"
      count={opened.messages}
      estimatePx={() => ITEM_ESTIMATE_PX}
      overscan={2}
      start={{ index: startAt, offsetPx: 0 }}
      paddingEndPx={24}
      outerProps={{ role: 'feed', 'aria-label': t('view.raw'), tabIndex: 0 }}
      renderRow={(index) => <RawItem index={index} cache={cache.current} />}
    />
  )
}

/** Reads the first screen before the list opens, so that it opens where it should and stays there. */
function useFirstRead(opened: OpenedThread, startAt: number, cache: Map<number, Raw>): boolean {
  const { store } = useThread()
  const [isReady, setIsReady] = useState(false)
  const last = opened.messages - 1
  useEffect(() => {
    let isCurrent = true
    const around = [-3, -2, -1, 0, 1, 2].map((step) => startAt + step).filter((at) => at >= 0 && at <= last)
    const reads = around.map(async (index) => {
      cache.set(index, await store.client.request('thread.raw', { thread: store.thread, index }))
    })
    // A message that cannot be read says so in its own place.
    void Promise.allSettled(reads).then(() => isCurrent && setIsReady(true))
    return () => {
      isCurrent = false
    }
  }, [store, startAt, last, cache])
  return isReady
}

interface RawItemProps {
  readonly index: number
  readonly cache: Map<number, Raw>
}

const RawItem = memo(function RawItem({ index, cache }: RawItemProps) {
  const { t, i18n } = useTranslation(['thread', 'frame'])
  const errorText = useErrorText()
  const { store } = useThread()
  const copy = useCopy()
  const [raw, setRaw] = useState<Raw | null>(cache.get(index) ?? null)
  const [error, setError] = useState<unknown>(null)
  const [isLong, setIsLong] = useState(false)

  useEffect(() => {
    if (cache.has(index)) return
    let isCurrent = true
    const timer = setTimeout(() => {
      store.client.request('thread.raw', { thread: store.thread, index }).then(
        (answer) => {
          cache.set(index, answer)
          const oldest = cache.keys().next()
          if (cache.size > MOST_KEPT && oldest.done !== true) cache.delete(oldest.value)
          if (isCurrent) setRaw(answer)
        },
        (failure: unknown) => isCurrent && setError(failure),
      )
    }, REST_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [store, index, cache])

  const shown = raw === null ? '' : isLong ? raw.text : raw.text.slice(0, SHORT_CHARS)
  return (
    <article className="raw-item">
      <div className="raw-head">
        <b>{t('thread:raw.message', { number: index + 1 })}</b>
        {raw === null ? null : (
          <span>{t('thread:raw.bytes', { from: raw.offset, to: raw.offset + raw.length })}</span>
        )}
        <span className="grow" />
        {raw === null ? null : (
          <IconButton
            className="is-small"
            label={t('thread:raw.copy')}
            icon={<Copy size={14} strokeWidth={2} />}
            onClick={() => copy(raw.text)}
          />
        )}
      </div>
      {error !== null ? (
        <p className="row-problem">{errorText(error)}</p>
      ) : raw === null ? (
        <div className="grey-bars">
          <span />
          <span />
        </div>
      ) : (
        <pre className="raw-text">{shown}</pre>
      )}
      {raw !== null && shown.length < raw.text.length ? (
        <Button size="small" onClick={() => setIsLong(true)}>
          {t('thread:row.showAll', { size: formatBytes(raw.length, i18n.language) })}
        </Button>
      ) : null}
      {raw !== null && isLong && raw.text.length < raw.totalChars ? (
        <p className="raw-cut">
          {t('thread:raw.cut', {
            shown: formatBytes(raw.text.length, i18n.language),
            total: formatBytes(raw.length, i18n.language),
          })}
        </p>
      ) : null}
    </article>
  )
})
