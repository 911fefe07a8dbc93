import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { OpenedThread, TextPlace } from '../../shared/ipc/thread.ts'
import type { RowPart } from '../../shared/thread/row.ts'
import { useClient } from '../app/client-context.ts'
import { useCommand } from '../app/commands.ts'
import { type CompactWizardProps, useSlots } from '../app/slots.ts'
import { useToasts } from '../app/toasts-context.ts'
import { errorDetails, useErrorText } from '../i18n/error-text.ts'
import { formatBytes } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { ListPosition } from '../ui/virtual-list.tsx'
import { LongTextDialog } from './long-text-dialog.tsx'
import { ModelView } from './model-view.tsx'
import { OutsideNotice } from './outside-notice.tsx'
import { RawView } from './raw-view.tsx'
import { type ThreadActions, ThreadContext, useThreadState } from './thread-context.ts'
import { ThreadHeader } from './thread-header.tsx'
import { createThreadStore, type ThreadViewName } from './thread-store.ts'
import { Transcript } from './transcript.tsx'

export interface ThreadViewProps {
  readonly thread: string
  /** Only the active tab answers to commands. */
  readonly isActive: boolean
  readonly start: ListPosition
  readonly onPosition: (position: ListPosition) => void
  readonly onOpened: (opened: OpenedThread) => void
  /** It could not be opened, or not be opened again. */
  readonly onFailed: () => void
  readonly onOpenThread: (thread: string) => void
  /** A compacted copy of this thread was written. */
  readonly onApplied: CompactWizardProps['onApplied']
}

const NEXT_VIEW: Readonly<Record<ThreadViewName, ThreadViewName>> = {
  conversation: 'model',
  model: 'raw',
  raw: 'conversation',
}

/** One open thread: header and the chosen view. */
export function ThreadView(props: ThreadViewProps) {
  const { thread, isActive, onOpened, onFailed, onOpenThread, onApplied } = props
  const { t, i18n } = useTranslation(['thread', 'frame'])
  const client = useClient()
  const toasts = useToasts()
  const { CompactWizard } = useSlots()
  const store = useMemo(() => createThreadStore(client, thread), [client, thread])
  const phase = useStore(store, (state) => state.phase)
  const [text, setText] = useState<{ readonly place: TextPlace; readonly title: string } | null>(null)
  const [image, setImage] = useState<Extract<RowPart, { kind: 'image' }> | null>(null)
  const [rawStart, setRawStart] = useState<number | null>(null)
  const [isCompacting, setIsCompacting] = useState(false)
  const opened = phase.kind === 'ready' ? phase.opened : null

  useEffect(() => {
    void store.open()
    return store.close
  }, [store])
  useEffect(() => {
    if (opened !== null) onOpened(opened)
  }, [opened, onOpened])
  useEffect(() => {
    if (phase.kind === 'failed') onFailed()
  }, [phase.kind, onFailed])
  useEffect(
    () =>
      client.on('thread.changed', (event) => {
        if (event.thread === thread) store.setState({ outside: event.kind })
      }),
    [client, store, thread],
  )
  useEffect(
    () =>
      client.on('thread.measured', (event) => {
        if (event.thread === thread) store.setMeasured(event)
      }),
    [client, store, thread],
  )

  const openOriginal = useCallback(
    async (name: string) => {
      const original = await client.request('thread.original', { thread }).catch(() => null)
      if (original !== null) onOpenThread(original)
      else toasts.show({ kind: 'failed', text: t('thread:checkpoint.originalGone', { name }) })
    },
    [client, onOpenThread, t, thread, toasts],
  )
  const actions = useMemo<ThreadActions>(
    () => ({
      store,
      showText: (place, title) => setText({ place, title }),
      showImage: setImage,
      showRaw: (index) => {
        setRawStart(index)
        store.setView('raw')
      },
      openSource: (name) => void openOriginal(name),
    }),
    [store, openOriginal],
  )

  const canCompact = opened?.compaction.kind === 'available' && CompactWizard !== undefined
  const compact = useCallback(() => {
    if (canCompact) setIsCompacting(true)
  }, [canCompact])
  useCommand('compact', compact, isActive)
  const nextView = useCallback(() => store.setView(NEXT_VIEW[store.getState().view]), [store])
  useCommand('next-view', nextView, isActive)

  return (
    <ThreadContext value={actions}>
      {opened === null ? (
        <ThreadWaiting
          error={phase.kind === 'failed' ? phase.error : null}
          onRetry={() => void store.open()}
        />
      ) : (
        <>
          <ThreadHeader
            opened={opened}
            onCompact={compact}
            onReveal={() => void client.request('workspace.reveal', { path: thread })}
            onCopyPath={() => void client.request('clipboard.write', { text: thread })}
          />
          <OutsideNotice opened={opened} />
          <Body {...props} opened={opened} rawStart={rawStart} />
        </>
      )}
      {text === null ? null : (
        <LongTextDialog place={text.place} title={text.title} onClose={() => setText(null)} />
      )}
      <Dialog
        isOpen={image !== null}
        onClose={() => setImage(null)}
        title={t('thread:image.title')}
        subtitle={
          image === null ? undefined : `${image.mimeType}, ${formatBytes(image.bytes, i18n.language)}`
        }
        closeLabel={t('frame:common.close')}
        size="wizard"
        closesOnScrim
      >
        {image === null ? null : (
          <div className="picture-large">
            <img
              src={image.url}
              alt={t('thread:image.alt', {
                type: image.mimeType,
                size: formatBytes(image.bytes, i18n.language),
              })}
            />
          </div>
        )}
      </Dialog>
      {isCompacting && opened !== null && CompactWizard !== undefined ? (
        <Suspense>
          <CompactWizard
            thread={opened}
            onClose={() => setIsCompacting(false)}
            onApplied={(outcome) => {
              setIsCompacting(false)
              onApplied(outcome)
            }}
          />
        </Suspense>
      ) : null}
    </ThreadContext>
  )
}

interface BodyProps extends ThreadViewProps {
  readonly opened: OpenedThread
  readonly rawStart: number | null
}

function Body({ opened, rawStart, start, onPosition, thread }: BodyProps) {
  const view = useThreadState((state) => state.view)
  // Changing the view and coming back returns to where the reader was.
  const position = useRef<ListPosition>(start)
  const remember = useCallback(
    (next: ListPosition) => {
      position.current = next
      onPosition(next)
    },
    [onPosition],
  )
  if (view === 'model') return <ModelView opened={opened} />
  if (view === 'raw')
    return (
      <RawView
        key={rawStart}
        opened={opened}
        startAt={rawStart ?? position.current?.index ?? Math.max(0, opened.messages - 1)}
      />
    )
  return <Transcript key={thread} opened={opened} start={position.current} onPosition={remember} />
}

interface ThreadWaitingProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Before the thread is there: grey bars after a moment, or what went wrong. */
function ThreadWaiting({ error, onRetry }: ThreadWaitingProps) {
  const { t } = useTranslation(['thread', 'frame'])
  const errorText = useErrorText()
  const client = useClient()
  if (error === null)
    return (
      <div className="thread-waiting appears-late" role="status" aria-label={t('thread:log.loading')}>
        <div className="grey-bars">
          <span />
          <span />
          <span />
        </div>
        <div className="grey-bars">
          <span />
          <span />
          <span />
        </div>
      </div>
    )
  return (
    <div className="thread-problem" role="alert">
      <h1>{t('thread:log.failed')}</h1>
      <p>{errorText(error)}</p>
      <div className="thread-problem-actions">
        <Button onClick={onRetry}>{t('frame:common.retry')}</Button>
        <Button
          kind="quiet"
          onClick={() => void client.request('clipboard.write', { text: errorDetails(error) })}
        >
          {t('frame:common.copyDetails')}
        </Button>
      </div>
    </div>
  )
}
