import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { IDLE_TURN } from '../../../shared/ipc/idle-turn.ts'
import type { CompactionNotice } from '../../../shared/ipc/turn.ts'
import { FIRST_STATE, type RuntimeState } from './runtime-state.ts'
import { whenNoticed } from './when-noticed.ts'

function begin(former: string | null = null) {
  const store = createStore<RuntimeState>(() => FIRST_STATE)
  const tell = (id: string) => {
    const notice: CompactionNotice = {
      id,
      kind: 'manual',
      startedMs: 0,
      messageCount: 8,
      tokensBefore: 40_000,
      reason: 'manual',
      progress: null,
      outcome: null,
    }
    store.setState({ turn: { ...IDLE_TURN, notice } })
  }
  if (former !== null) tell(former)
  const run = vi.fn()
  const { promise, resolve } = Promise.withResolvers<void>()
  whenNoticed(store, promise, run)
  return { tell, run, promise, end: resolve }
}

test('the notice of a compaction is waited for, and told once', () => {
  const { tell, run } = begin()
  expect(run).not.toHaveBeenCalled()
  tell('a')
  tell('a')
  tell('b')
  expect(run).toHaveBeenCalledOnce()
})
test('a notice that stood there before is not the one', () => {
  const { tell, run } = begin('a')
  tell('a')
  expect(run).not.toHaveBeenCalled()
  tell('b')
  expect(run).toHaveBeenCalledOnce()
})
test('what is told after the compaction has ended is of another one', async () => {
  const { tell, run, promise, end } = begin()
  end()
  await promise
  tell('a')
  expect(run).not.toHaveBeenCalled()
})
