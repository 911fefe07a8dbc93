import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import type { RowPart } from '../../shared/thread/row.ts'
import { useClient } from '../app/client-context.ts'
import { useCommand, useCommands } from '../app/commands.ts'
import { type AskedRange, type CompactWizardProps, type OpenedHit, useSlots } from '../app/slots.ts'
import { useToasts } from '../app/toasts-context.ts'
import { useCopy } from '../app/use-copy.ts'
import { formatBytes } from '../i18n/format.ts'
import { afterPaint } from '../ui/after-paint.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { ListPosition } from '../ui/virtual-list.tsx'
import { CheckpointSlot, type OpenedCheckpoint } from './checkpoint-slot.tsx'
import { AwaitedComposer } from './composer/awaited-composer.tsx'
import { Composer, type ComposerHandle } from './composer/composer.tsx'
import { Dock } from './dock/dock.tsx'
import { EditBranchDialog } from './edit-branch-dialog.tsx'
import { LongTextDialog, type LongTextDialogProps } from './long-text-dialog.tsx'
import { OutsideNotice } from './outside-notice.tsx'
import { ProviderPicker } from './provider-picker.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { RuntimeCommands } from './runtime/runtime-commands.tsx'
import {
  type DockPanel,
  type Question,
  type RuntimeAccess,
  RuntimeContext,
  useAct,
} from './runtime/runtime-context.ts'
import { createRuntimeStore } from './runtime/runtime-store.ts'
import { type FindOpening, ThreadBody } from './thread-body.tsx'
import { type ThreadActions, ThreadContext } from './thread-context.ts'
import { ThreadHeader } from './thread-header.tsx'
import { createThreadStore, type ThreadViewName } from './thread-store.ts'
import { ThreadWaiting } from './thread-waiting.tsx'
import { TranscriptBar } from './transcript-bar.tsx'

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
  /** The panel shown at the right of all threads; null = none. */
  readonly dock: DockPanel | null
  readonly onDock: (panel: DockPanel | null) => void
  /** A turn can run here: the meter stands beside the composer. */
  readonly onRuntime: (isPresent: boolean) => void
  /** A message that was found in this thread and is to be shown; taken once it is. */
  readonly jump?: OpenedHit | null
  readonly onJumped?: () => void
}

const NEXT_VIEW: Readonly<Record<ThreadViewName, ThreadViewName>> = {
  conversation: 'model',
  model: 'raw',
  raw: 'conversation',
}

/** One open thread: header and the chosen view. */
export function ThreadView(props: ThreadViewProps) {
  const { thread, isActive, onOpened, onFailed, onOpenThread, onApplied, dock, onDock, onRuntime } = props
  const { t, i18n } = useTranslation(['thread', 'frame'])
  const client = useClient()
  const toasts = useToasts()
  const { CompactWizard, CheckpointCompare } = useSlots()
  const store = useMemo(() => createThreadStore(client, thread), [client, thread])
  const runtime = useMemo(() => createRuntimeStore(client, thread), [client, thread])
  const phase = useStore(store, (state) => state.phase)
  // Nobody talks in a transcript of another tool.
  const isOwn = phase.kind !== 'ready' || phase.opened.transcript == null
  const isPart = phase.kind === 'ready' && phase.opened.newest !== undefined
  // Marks and turns count messages from the first one: not before it is known.
  const presence = useStore(runtime, (state) => state.presence)
  const isPresent = presence === 'present' && isOwn && !isPart
  const [text, setText] = useState<Pick<LongTextDialogProps, 'read' | 'title'> | null>(null)
  const [image, setImage] = useState<Extract<RowPart, { kind: 'image' }> | null>(null)
  const [rawStart, setRawStart] = useState<number | null>(null)
  const [isCompacting, setIsCompacting] = useState(false)
  const [range, setRange] = useState<AskedRange | null>(null)
  const opened = phase.kind === 'ready' ? phase.opened : null

  useEffect(() => {
    void store.open()
    return store.close
  }, [store])
  useEffect(() => {
    if (opened !== null) onOpened(opened)
  }, [opened, onOpened])
  useEffect(() => {
    if (opened !== null) runtime.settle(opened.messages)
  }, [opened, runtime])
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
  useEffect(
    () =>
      client.on('thread.read', (event) => {
        if (event.thread === thread) void store.open()
      }),
    [client, store, thread],
  )

  const isWaiting = phase.kind === 'loading'
  // The rows stand first: what main does for the runtime would keep them waiting.
  useEffect(() => (isWaiting ? undefined : afterPaint(runtime.start)), [isWaiting, runtime])
  useEffect(() => onRuntime(isPresent), [onRuntime, isPresent])
  useEffect(
    () =>
      client.on('thread.appended', (event) => {
        if (event.thread === thread) void store.append(event.from, event.total)
      }),
    [client, store, thread],
  )

  const openOriginal = useCallback(
    async (name: string, isFirst: boolean) => {
      const original = await client.request('thread.original', { thread, isFirst }).catch(() => null)
      if (original !== null) onOpenThread(original)
      else toasts.show({ kind: 'failed', text: t('thread:checkpoint.originalGone', { name }) })
    },
    [client, onOpenThread, t, thread, toasts],
  )
  const actions = useMemo<ThreadActions>(
    () => ({
      store,
      showText: (place, title) => {
        // The place counts under the id of the rows it was opened from.
        const from = store.address()
        setText({
          title,
          read: (offset, limit) => client.request('thread.text', { thread: from, place, offset, limit }),
        })
      },
      showImage: setImage,
      showRaw: (index) => {
        setRawStart(index)
        store.setView('raw')
      },
      openSource: (name, isFirst) => void openOriginal(name, isFirst),
    }),
    [client, store, openOriginal],
  )

  const act = useAct()
  const copy = useCopy()
  const canCompact = opened?.compaction.kind === 'available' && CompactWizard !== undefined
  const compact = useCallback(() => {
    if (!canCompact) return
    setRange(null)
    setIsCompacting(true)
  }, [canCompact])
  useCommand('compact', compact, isActive)
  const nextView = useCallback(() => store.setView(NEXT_VIEW[store.getState().view]), [store])
  useCommand('next-view', nextView, isActive)

  const [goal, setGoal] = useState<{ readonly index: number } | null>(null)
  const [find, setFind] = useState<FindOpening | null>(null)
  const openFind = useCallback(() => {
    store.setView('conversation')
    setFind((open) =>
      open === null
        ? { text: '', index: null, key: 0, focusKey: 0 }
        : { ...open, focusKey: open.focusKey + 1 },
    )
  }, [store])
  useCommand('find', openFind, isActive && opened !== null)
  const closeFind = useCallback(() => setFind(null), [])
  const { jump = null, onJumped } = props
  useEffect(() => {
    if (jump === null || opened === null || opened.newest !== undefined || !isActive) return
    const { index, find: text } = jump
    onJumped?.()
    if (index === null) return
    store.setView('conversation')
    if (text === '') setGoal({ index })
    else setFind((open) => ({ text, index, key: (open?.key ?? 0) + 1, focusKey: 0 }))
  }, [jump, opened, isActive, onJumped, store])

  const composer = useRef<ComposerHandle>(null)
  // A person sees what was just said, wherever they were reading.
  const [ownMessages, setOwnMessages] = useState(0)
  const onStarted = useCallback(() => setOwnMessages((count) => count + 1), [])
  const [question, setQuestion] = useState<Question | null>(null)
  const [edited, setEdited] = useState<{ readonly index: number; readonly text: string } | null>(null)
  const [checkpoint, setCheckpoint] = useState<OpenedCheckpoint | null>(null)
  const hasCompare = CheckpointCompare !== undefined
  const [isPicking, setIsPicking] = useState(false)
  const commands = useCommands()
  const access = useMemo<RuntimeAccess | null>(
    () =>
      isPresent
        ? {
            runtime,
            places: {
              writeText: (words) => composer.current?.write(words),
              goTo: (index) => {
                store.setView('conversation')
                setGoal({ index })
              },
              openThread: onOpenThread,
              openWizard: canCompact ? compact : null,
              openWizardAt: canCompact
                ? (asked) => {
                    setRange(asked)
                    setIsCompacting(true)
                  }
                : null,
              openCheckpoint: hasCompare ? (entry, purpose) => setCheckpoint({ entry, purpose }) : null,
              openDock: onDock,
              openPolicy: () => void commands.run('settings', 'compaction'),
              editMessage: (index, words) => setEdited({ index, text: words }),
              ask: setQuestion,
            },
          }
        : null,
    [isPresent, runtime, store, onOpenThread, canCompact, compact, hasCompare, onDock, commands],
  )

  return (
    <ThreadContext value={actions}>
      <RuntimeContext value={access}>
        <div className="thread-split">
          {opened === null ? (
            <div className="thread-body">
              <ThreadWaiting
                error={phase.kind === 'failed' ? phase.error : null}
                onRetry={() => void store.open()}
              />
            </div>
          ) : (
            <>
              <div className="thread-top">
                <ThreadHeader
                  opened={opened}
                  onCompact={compact}
                  onFind={openFind}
                  onReveal={() => act(client.request('workspace.reveal', { path: thread }))}
                  onCopyPath={() => copy(thread)}
                  picker={
                    access === null ? null : <ProviderPicker isOpen={isPicking} onOpenChange={setIsPicking} />
                  }
                  dock={
                    access === null
                      ? null
                      : { isOpen: dock !== null, onToggle: () => onDock(dock === null ? 'context' : null) }
                  }
                />
                <OutsideNotice opened={opened} />
              </div>
              <div className="thread-body">
                <ThreadBody
                  {...props}
                  opened={opened}
                  rawStart={rawStart}
                  goal={goal}
                  ownMessages={ownMessages}
                  find={find}
                  onCloseFind={closeFind}
                />
              </div>
            </>
          )}
          {opened === null ? null : (
            <div className="thread-foot">
              {opened.transcript == null ? null : (
                <TranscriptBar thread={thread} transcript={opened.transcript} onOpenThread={onOpenThread} />
              )}
              {access === null ? (
                isOwn && presence !== 'absent' ? (
                  <AwaitedComposer />
                ) : null
              ) : (
                <>
                  <Composer
                    handle={composer}
                    openModels={() => setIsPicking(true)}
                    takesFocus={isActive && opened.messages === 0}
                    onStarted={onStarted}
                  />
                  <RuntimeCommands isActive={isActive} onDock={onDock} composer={composer} />
                </>
              )}
            </div>
          )}
          {access === null || opened === null || dock === null ? null : (
            <Dock panel={dock} onPanel={onDock} />
          )}
        </div>
        {question === null ? null : <QuestionDialog question={question} onClose={() => setQuestion(null)} />}
        {checkpoint === null || access === null ? null : (
          <CheckpointSlot opened={checkpoint} onClose={() => setCheckpoint(null)} />
        )}
        {edited === null ? null : <EditBranchDialog {...edited} onClose={() => setEdited(null)} />}
      </RuntimeContext>
      {text === null ? null : <LongTextDialog {...text} onClose={() => setText(null)} />}
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
            range={range}
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
