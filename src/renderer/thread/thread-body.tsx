import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import type { ListPosition } from '../ui/virtual-list.tsx'
import { FindBar } from './find/find-bar.tsx'
import type { FindStart } from './find/use-find.ts'
import { OtherView } from './other-view.tsx'
import { placeOf, positionIn, type ReaderPlace } from './reader-place.ts'
import { useThreadState } from './thread-context.ts'
import { Transcript, type TranscriptHandle } from './transcript.tsx'

/** Find as it was opened; a new `key` begins it anew. */
export interface FindOpening extends FindStart {
  readonly key: number
  readonly focusKey: number
}

export interface ThreadBodyProps {
  readonly thread: string
  readonly isActive: boolean
  readonly start: ListPosition
  readonly onPosition: (position: ListPosition) => void
  readonly opened: OpenedThread
  readonly rawStart: number | null
  readonly goal: { readonly index: number } | null
  /** Messages sent and compactions asked for from here so far; each brings the end into view. */
  readonly ownMessages: number
  readonly find: FindOpening | null
  readonly onCloseFind: () => void
}

/** The chosen view of a thread, at the place where the reader was in it. */
export function ThreadBody(props: ThreadBodyProps) {
  const { opened, start, onPosition, thread, isActive, goal, ownMessages, find, onCloseFind } = props
  const { t } = useTranslation('thread')
  const isPart = opened.newest !== undefined
  const chosenView = useThreadState((state) => state.view)
  const view = isPart ? 'conversation' : chosenView
  // Changing the view and coming back returns to where the reader was.
  const position = useRef<ReaderPlace>(start === null ? null : { ...start, isFromEnd: false })
  const remember = useCallback(
    (next: ListPosition) => {
      position.current = placeOf(next, position.current, isPart ? opened.messages : null)
      if (!isPart) onPosition(next)
    },
    [onPosition, isPart, opened.messages],
  )
  const transcript = useRef<TranscriptHandle>(null)
  // The view has changed to the conversation in the same commit, so that its list is there.
  useEffect(() => {
    if (goal !== null) transcript.current?.goTo(goal.index)
  }, [goal])
  useEffect(() => {
    if (ownMessages > 0) transcript.current?.toEnd()
  }, [ownMessages])
  const topIndex = useCallback(() => transcript.current?.topIndex() ?? 0, [])
  const log = useCallback(() => transcript.current?.element() ?? null, [])
  const show = useCallback((index: number) => transcript.current?.show(index), [])
  const closeFind = useCallback(() => {
    onCloseFind()
    transcript.current?.element()?.focus()
  }, [onCloseFind])
  return (
    <>
      {isPart ? (
        <p className="reading-rest" role="status">
          {t('log.newest')}
        </p>
      ) : null}
      {/* It keeps its words and its place while another view is in front of the conversation. */}
      {find === null || isPart ? null : (
        <FindBar
          key={find.key}
          start={find}
          focusKey={find.focusKey}
          isShown={view === 'conversation'}
          paints={isActive && view === 'conversation'}
          messages={opened.messages}
          topIndex={topIndex}
          log={log}
          show={show}
          onClose={closeFind}
        />
      )}
      {view === 'conversation' ? (
        <Transcript
          // The whole has other numbers than its newest part, and begins where the reader is.
          key={opened.newest ?? thread}
          handle={transcript}
          opened={opened}
          start={positionIn(position.current, opened)}
          onPosition={remember}
        />
      ) : (
        <OtherView {...props} view={view} readAt={positionIn(position.current, opened)?.index ?? null} />
      )}
    </>
  )
}
