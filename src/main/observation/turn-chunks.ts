import { compactionEventName } from '../../shared/compact/event-name.ts'
import type { CompactionNotice, TurnState } from '../../shared/ipc/turn.ts'
import type { Chunk, DataChunk } from './chunk.ts'
import { compactionEnd, compactionStart, contextUpdate } from './nova-events.ts'
import type { ObservedCall, ObservedEvent } from './ports.ts'

/** Tells events of one thread as chunks. */
export interface TurnTeller {
  /** True when the turn is over and nothing more will be told. */
  tell(event: ObservedEvent): boolean
}

/**
 * Tells a thread's events as an AI SDK UI message stream, beginning with `start`. The turn is over when the thread
 * is idle after it was not; a failure ends it with `error`. The numbers of Nova come as data parts (S-157).
 */
export function createTurnTeller(messageId: string, emit: (chunk: Chunk | DataChunk) => void): TurnTeller {
  const notices = new Map<string, 'started' | 'ended'>()
  const calls = new Map<string, 'input' | 'output'>()
  let open: { readonly kind: 'text' | 'reasoning'; readonly id: string } | null = null
  let parts = 0
  let wasBusy = false
  emit({ type: 'start', messageId })

  function close(): void {
    if (open !== null) emit({ type: open.kind === 'text' ? 'text-end' : 'reasoning-end', id: open.id })
    open = null
  }

  function write(kind: 'text' | 'reasoning', delta: string): void {
    if (delta === '') return
    if (open?.kind !== kind) {
      close()
      open = { kind, id: `${kind}-${parts++}` }
      emit({ type: kind === 'text' ? 'text-start' : 'reasoning-start', id: open.id })
    }
    emit({ type: kind === 'text' ? 'text-delta' : 'reasoning-delta', id: open.id, delta })
  }

  function tellCall(call: ObservedCall): void {
    const { key: toolCallId, name: toolName, input, output } = call
    const told = calls.get(toolCallId)
    if (told === undefined) {
      close()
      emit({ type: 'tool-input-available', toolCallId, toolName, input, dynamic: true })
      calls.set(toolCallId, 'input')
    }
    if (output === null || told === 'output') return
    calls.set(toolCallId, 'output')
    if (output.isError) emit({ type: 'tool-output-error', toolCallId, errorText: output.text, dynamic: true })
    else emit({ type: 'tool-output-available', toolCallId, output: output.text, dynamic: true })
  }

  function tellNotice(notice: CompactionNotice): void {
    if (!notices.has(notice.id)) {
      close()
      notices.set(notice.id, 'started')
      emit(compactionStart(notice))
    }
    if (compactionEventName(notice.outcome) === 'compaction_started' || notices.get(notice.id) === 'ended')
      return
    notices.set(notice.id, 'ended')
    emit(compactionEnd(notice))
  }

  function tellState(state: TurnState): boolean {
    if (state.notice !== null) tellNotice(state.notice)
    const isIdle = state.phase === 'idle' && state.queue.every(({ waitsFor }) => waitsFor === 'person')
    if (!isIdle) wasBusy = true
    if (!isIdle || !wasBusy) return false
    close()
    if (state.failure !== null && state.failure.code !== 'cancelled')
      emit({ type: 'error', errorText: state.failure.message })
    emit(state.failure?.code === 'cancelled' ? { type: 'abort' } : { type: 'finish' })
    return true
  }

  return {
    tell(event) {
      switch (event.kind) {
        case 'context':
          emit(contextUpdate(event.report))
          return false
        case 'delta':
          write('reasoning', event.delta.thinking)
          write('text', event.delta.text)
          return false
        case 'calls':
          for (const call of event.calls) tellCall(call)
          return false
        case 'turn':
          return tellState(event.state)
      }
    },
  }
}
