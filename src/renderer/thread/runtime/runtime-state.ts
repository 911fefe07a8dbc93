import type { ContextReport } from '../../../shared/compact/context.ts'
import type { CompactionEvent } from '../../../shared/compact/event.ts'
import { IDLE_TURN } from '../../../shared/ipc/idle-turn.ts'
import type {
  CheckpointEntry,
  CompactionNotice,
  Mark,
  ThreadProvider,
  TurnDelta,
  TurnState,
} from '../../../shared/ipc/turn.ts'
import type { LiveText } from './live-text.ts'

/** The reply that is being written. Leaves the screen when its message is in the thread. */
export interface LiveReply {
  readonly index: number
  readonly request: number
  /** The last piece that is in it. */
  readonly seq: number
  readonly text: LiveText
  readonly thinking: string
  readonly calls: TurnDelta['calls']
}

/** What a thread is doing and what its next request is made of. Truth is in main; this follows its events. */
export interface RuntimeState {
  /** `absent` = this main cannot run turns: the thread is only read. */
  readonly presence: 'unknown' | 'present' | 'absent'
  readonly turn: TurnState
  readonly live: LiveReply | null
  readonly report: ContextReport | null
  readonly checkpoints: readonly CheckpointEntry[]
  readonly marks: readonly Mark[]
  readonly provider: ThreadProvider | null
  /** Notices a person has closed, by compaction id. */
  readonly closedNotices: ReadonlySet<string>
  /** Grows with everything that changes the next request: a view of it reads again. */
  readonly revision: number
}

export const FIRST_STATE: RuntimeState = {
  presence: 'unknown',
  turn: IDLE_TURN,
  live: null,
  report: null,
  checkpoints: [],
  marks: [],
  provider: null,
  closedNotices: new Set(),
  revision: 0,
}

/**
 * The state after main said what the thread is doing. A compaction that has just ended shows its checkpoint and
 * its tokens in the same commit, so that no frame shows neither notice nor divider, or the old number.
 */
export function withTurn(state: RuntimeState, turn: TurnState): RuntimeState {
  const isOver = turn.phase === 'idle' && state.turn.phase !== 'idle'
  const event = completedEvent(turn.notice)
  const isNew =
    event !== null &&
    completedEvent(state.turn.notice)?.id !== event.id &&
    !state.checkpoints.some(({ id }) => id === event.id)
  return {
    ...state,
    turn,
    live: isOver && isEmpty(state.live) ? null : state.live,
    ...(event !== null && isNew
      ? {
          checkpoints: withEvent(state.checkpoints, event),
          report: withTokens(state.report, event.tokensAfter),
          revision: state.revision + 1,
        }
      : {}),
  }
}

function isEmpty(live: LiveReply | null): boolean {
  return live === null || (live.text.settled.length === 0 && live.text.tail === '' && live.calls.length === 0)
}

function completedEvent(notice: CompactionNotice | null): CompactionEvent | null {
  return notice?.outcome?.kind === 'completed' ? notice.outcome.event : null
}

function withEvent(entries: readonly CheckpointEntry[], event: CompactionEvent): readonly CheckpointEntry[] {
  const { segment, restoration, filePath, ...rest } = event
  const entry: CheckpointEntry = {
    id: rest.id,
    number: rest.number,
    name: rest.name,
    createdMs: rest.createdMs,
    kind: rest.kind,
    state: rest.state,
    strategy: rest.strategy,
    tokensBefore: rest.tokensBefore,
    tokensAfter: rest.tokensAfter,
    summarizer: rest.summarizer,
    costUsd: rest.costUsd,
    isEdited: rest.isEdited,
    focus: rest.focus,
    cutoffIndex: rest.cutoffIndex,
    ...(segment === null ? {} : { fromIndex: segment.fromIndex }),
    summarizedMessages: rest.cutoffIndex - (segment?.fromIndex ?? 0),
    restoredFiles: restoration.files.map((file) => file.path),
    historyFile: filePath,
    // The list, which is read next, has counted them.
    secrets: 0,
    isDamaged: false,
  }
  return [
    entry,
    ...entries.map((other) =>
      other.state === 'active' ? { ...other, state: 'superseded' as const } : other,
    ),
  ]
}

function withTokens(report: ContextReport | null, usedTokens: number): ContextReport | null {
  if (report === null || report.usedTokens === usedTokens) return report
  const { triggerTokens, windowTokens } = report
  return {
    ...report,
    usedTokens,
    percent: triggerTokens === null ? null : (usedTokens / triggerTokens) * 100,
    isWindowSuspect: windowTokens !== null && usedTokens > windowTokens,
    // Their sum is the header's number, so the old ones leave until main has counted again.
    categories: [],
    biggest: [],
    nextCostUsd: null,
  }
}

/** True while something runs that Stop can end. */
export function isRunning(turn: TurnState): boolean {
  return turn.phase !== 'idle'
}

/** The notice that stands at the end of the conversation. A completed one stands as a divider instead (I6). */
export function shownNotice(state: RuntimeState): CompactionNotice | null {
  const { notice } = state.turn
  if (notice === null || state.closedNotices.has(notice.id)) return null
  return notice.outcome?.kind === 'completed' ? null : notice
}
