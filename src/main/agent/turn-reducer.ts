import type { ErrorCode, ErrorValue } from '../../shared/ipc/errors.ts'
import type { ApprovalRequest, CompactionNotice, QueuedMessage, TurnState } from '../../shared/ipc/turn.ts'

/** What happens in a thread, as far as its state is concerned. */
export type TurnEvent =
  | { readonly kind: 'started'; readonly operation: 'turn' | 'compact'; readonly atMs: number }
  /** The context is checked before a call. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'requested'; readonly replyIndex: number }
  | { readonly kind: 'streaming' }
  | { readonly kind: 'tools-started' }
  | { readonly kind: 'asked'; readonly approval: ApprovalRequest }
  | { readonly kind: 'answered'; readonly id: string }
  | { readonly kind: 'noticed'; readonly notice: CompactionNotice }
  | { readonly kind: 'asks-to-compact'; readonly isOn: boolean }
  | { readonly kind: 'queued'; readonly queue: readonly QueuedMessage[] }
  | { readonly kind: 'saved'; readonly isUnsaved: boolean; readonly code: ErrorCode | null }
  /** The thread was opened and its last turn had not come to its end. */
  | { readonly kind: 'found-open'; readonly failure: ErrorValue }
  | { readonly kind: 'ended'; readonly failure: ErrorValue | null }

/**
 * The next state. What comes late, after the end, changes no phase: an idle thread becomes busy by `started`
 * alone. There is an approval exactly in phase `approval`, and a start time exactly while something runs.
 */
export function reduceTurn(state: TurnState, event: TurnEvent): TurnState {
  switch (event.kind) {
    case 'started':
      if (state.phase !== 'idle') return state
      return {
        ...state,
        phase: event.operation === 'compact' ? 'compacting' : 'preparing',
        startedMs: event.atMs,
        failure: null,
        notice: isOver(state.notice) ? null : state.notice,
      }
    case 'checking':
      return move(state, { phase: 'preparing', replyIndex: null, approval: null })
    case 'requested':
      return move(state, { phase: 'waiting', replyIndex: event.replyIndex, approval: null })
    case 'streaming':
      return state.phase === 'waiting' ? { ...state, phase: 'streaming' } : state
    case 'tools-started':
      return move(state, { phase: 'tools', replyIndex: null, approval: null })
    case 'asked':
      return move(state, { phase: 'approval', replyIndex: null, approval: event.approval })
    case 'answered':
      return state.approval?.id === event.id ? { ...state, phase: 'tools', approval: null } : state
    case 'noticed':
      return withNotice(state, event.notice)
    case 'asks-to-compact':
      return state.asksToCompact === event.isOn ? state : { ...state, asksToCompact: event.isOn }
    case 'queued':
      return { ...state, queue: event.queue }
    case 'saved':
      return state.isUnsaved === event.isUnsaved && (state.unsavedCode ?? null) === event.code
        ? state
        : { ...state, isUnsaved: event.isUnsaved, unsavedCode: event.code }
    case 'found-open':
      return state.phase === 'idle' ? { ...state, failure: event.failure } : state
    case 'ended':
      if (state.phase === 'idle') return state
      return {
        ...state,
        phase: 'idle',
        startedMs: null,
        replyIndex: null,
        approval: null,
        failure: event.failure,
      }
  }
}

function move(
  state: TurnState,
  change: { readonly [K in 'phase' | 'replyIndex' | 'approval']?: TurnState[K] },
): TurnState {
  return state.phase === 'idle' ? state : { ...state, ...change }
}

/** It ended without a checkpoint: what comes next is another matter. A completed one is a row of the thread. */
function isOver(notice: CompactionNotice | null): boolean {
  return notice !== null && notice.outcome !== null && notice.outcome.kind !== 'completed'
}

/** A settled notice is settled: news of the same id that come late do not make it run again (I6). */
function withNotice(state: TurnState, notice: CompactionNotice): TurnState {
  const old = state.notice
  if (old !== null && old.id === notice.id && old.outcome !== null) return state
  const next = { ...state, notice }
  if (notice.outcome === null) return move(next, { phase: 'compacting', replyIndex: null, approval: null })
  return next.phase === 'compacting' ? { ...next, phase: 'preparing' } : next
}
