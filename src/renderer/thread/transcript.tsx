import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import { matchShortcut } from '../../shared/shortcuts.ts'
import { isMacPlatform } from '../app/commands.ts'
import { Button } from '../ui/button.tsx'
import { ArrowDown } from '../ui/icons.ts'
import { type ListHandle, type ListPosition, VirtualList } from '../ui/virtual-list.tsx'
import { ApprovalCard } from './live/approval-card.tsx'
import { EndingRow, UnansweredRow } from './live/ending-row.tsx'
import { LiveRow } from './live/live-row.tsx'
import { NoticeRow } from './live/notice-row.tsx'
import { type TailRow, tailRows } from './live/tail.ts'
import { PromptRail } from './prompt-rail.tsx'
import { promptAfter, promptBefore, railMarksOf } from './prompt-steps.ts'
import { RowView } from './rows/row-view.tsx'
import { useRowCommands } from './rows/use-row-commands.ts'
import { useRuntimeState } from './runtime/runtime-context.ts'
import { standingCheckpoints } from './runtime/strata.ts'
import { useThread, useThreadState } from './thread-context.ts'

export interface TranscriptProps {
  readonly opened: OpenedThread
  readonly start: ListPosition
  readonly onPosition: (position: ListPosition) => void
  readonly handle?: Ref<TranscriptHandle>
}

export interface TranscriptHandle {
  goTo(index: number): void
  /** Like `goTo`, but the focus stays where it is. */
  show(index: number): void
  toEnd(): void
  /** First visible message. */
  topIndex(): number
  element(): HTMLElement | null
}

/** Height of a row that was not measured yet. Close is good enough: reading does not move when it changes. */
const ROW_ESTIMATE_PX = 132

/** The conversation: everything in order, read page by page, opening at its end. */
export function Transcript({ opened, start, onPosition, handle }: TranscriptProps) {
  const { t } = useTranslation('thread')
  const { store } = useThread()
  const rowCommands = useRowCommands()
  const lastRow = useThreadState((state) => state.rows.get(opened.messages - 1))
  const tailText = useRuntimeState((state) => tailRows(state, opened.messages, lastRow))
  const tail = useMemo(() => readTail(tailText), [tailText])
  // Another function would have the list measure all its rows anew, at every rendering.
  const keyOf = useCallback(
    (index: number) => keyOfRow(index, opened.messages, tail),
    [opened.messages, tail],
  )
  const isBusy = useRuntimeState((state) => state.turn.phase === 'streaming')
  const checkpoints = useRuntimeState((state) => state.checkpoints)
  const marks = useRuntimeState((state) => state.marks)
  const railMarks = useMemo(
    () => railMarksOf(opened.checkpointIndex, standingCheckpoints(checkpoints), marks),
    [opened.checkpointIndex, checkpoints, marks],
  )
  const list = useRef<ListHandle>(null)
  const [isAtEnd, setIsAtEnd] = useState(start === null)
  const [topIndex, setTopIndex] = useState(start?.index ?? opened.messages - 1)

  const onRange = useCallback(
    (first: number, last: number) => {
      store.need(first, last)
    },
    [store],
  )
  const onMove = useCallback(
    (position: ListPosition) => {
      setIsAtEnd(position === null)
      setTopIndex(list.current?.topIndex() ?? 0)
      onPosition(position)
    },
    [onPosition],
  )
  const goTo = useCallback((index: number) => {
    list.current?.scrollTo(index, 'start')
    list.current?.focusRow(index)
  }, [])
  useImperativeHandle(
    handle,
    () => ({
      goTo,
      show: (index) => list.current?.scrollTo(index, 'start'),
      toEnd: () => list.current?.scrollToEnd(),
      topIndex: () => list.current?.topIndex() ?? 0,
      element: () => list.current?.element ?? null,
    }),
    [goTo],
  )

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || isTyping(event.target)) return
    const here = rowOf(event.target) ?? list.current?.topIndex() ?? 0
    const isInRow = rowOf(event.target) !== null
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const to =
        event.key === 'ArrowUp' ? promptBefore(opened.prompts, here) : promptAfter(opened.prompts, here)
      if (to !== null) goTo(to)
    } else if (!event.altKey && event.key.toLowerCase() === 'j')
      list.current?.focusRow(Math.min(opened.messages - 1, isInRow ? here + 1 : here))
    else if (!event.altKey && event.key.toLowerCase() === 'k')
      list.current?.focusRow(Math.max(0, isInRow ? here - 1 : here))
    else if (isInRow && !event.altKey && runsOnRow(event, here)) return
    else if (!event.altKey && event.key === 'End') list.current?.scrollToEnd()
    else if (!event.altKey && event.key === 'Home') list.current?.scrollTo(0, 'start')
    else return
    event.preventDefault()
  }

  /** Keys of the row that has the focus. */
  function runsOnRow(event: KeyboardEvent, index: number): boolean {
    const match = matchShortcut(event.nativeEvent, 'transcript', isMacPlatform())
    switch (match?.command) {
      case 'row-pin':
        rowCommands.toggle(index, 'pin')
        break
      case 'row-exclude':
        rowCommands.toggle(index, 'exclude')
        break
      case 'row-star':
        rowCommands.toggle(index, 'star')
        break
      case 'row-fork':
        rowCommands.fork(index)
        break
      case 'row-menu':
        store.setMenuRow(index)
        break
      default:
        return false
    }
    event.preventDefault()
    return true
  }

  const count = opened.messages + tail.length
  if (count === 0)
    return (
      <div className="transcript">
        <p className="log-empty">{t('log.empty')}</p>
      </div>
    )
  return (
    <div className="transcript">
      <VirtualList
        handle={list}
        className="log"
        count={count}
        keyOf={keyOf}
        estimatePx={estimateRow}
        start={start}
        followsEnd
        onRange={onRange}
        onPosition={onMove}
        paddingStartPx={0}
        paddingEndPx={24}
        outerProps={{
          role: 'log',
          'aria-label': t('log.label', { title: opened.title }),
          'aria-live': 'off',
          'aria-busy': isBusy,
          tabIndex: 0,
          onKeyDown,
        }}
        renderRow={(index) =>
          index < opened.messages ? (
            <RowView index={index} total={opened.messages} checkpointIndex={opened.checkpointIndex} />
          ) : (
            <Tail kind={tail[index - opened.messages]} hasPartial={lastRow?.kind === 'assistant'} />
          )
        }
      />
      <PromptRail
        prompts={opened.prompts}
        total={opened.messages}
        marks={railMarks}
        topIndex={isAtEnd ? opened.messages - 1 : topIndex}
        onJump={goTo}
      />
      {isAtEnd ? null : (
        <Button
          size="small"
          className="to-end"
          icon={<ArrowDown size={14} strokeWidth={2} aria-hidden="true" />}
          onClick={() => list.current?.scrollToEnd()}
        >
          {t('log.toEnd')}
        </Button>
      )}
    </div>
  )
}

interface TailProps {
  readonly kind: TailRow | undefined
  readonly hasPartial: boolean
}

function Tail({ kind, hasPartial }: TailProps) {
  switch (kind) {
    case 'live':
      return <LiveRow />
    case 'approval':
      return <ApprovalCard />
    case 'notice':
      return <NoticeRow />
    case 'ending':
      return <EndingRow hasPartial={hasPartial} />
    case 'unanswered':
      return <UnansweredRow />
    case undefined:
      return null
  }
}

function readTail(text: string): readonly TailRow[] {
  // Only `tailRows` makes this text, of these words.
  return text === '' ? [] : (text.split(' ') as TailRow[])
}

/** The live reply has the key its message will have, so that the row stays where it is when it is stored. */
function keyOfRow(index: number, messages: number, tail: readonly TailRow[]): string | number {
  // A list of 100,000 asks for each: an index below zero would be looked up by its name.
  if (index < messages) return index
  const kind = tail[index - messages]
  return kind === undefined || kind === 'live' ? index : kind
}

function estimateRow(): number {
  return ROW_ESTIMATE_PX
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role="menu"]') !== null
}

/** Index of the row that an event happened in; null outside rows. */
function rowOf(target: EventTarget): number | null {
  if (!(target instanceof HTMLElement)) return null
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? null : Number(index)
}
