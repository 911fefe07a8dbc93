import { expect, test } from 'vitest'
import type { SummarizerChoice } from '../../shared/compact/plan.ts'
import { estimateSummarizer, expectCheckpointTokens, tokensToSummarize } from './summarizer-estimate.ts'
import { keeping, planOf } from './testing/values.ts'

const MODEL: SummarizerChoice = {
  id: 'm',
  label: 'model',
  kind: 'model',
  windowTokens: 16_000,
  isReady: true,
  reason: null,
  pricePerMillionInput: 3,
  pricePerMillionOutput: 15,
}

test('S-189 what is read includes the checkpoint before', () => {
  expect(tokensToSummarize(planOf(8, { checkpointTokens: 700 }), keeping(3))).toBe(5700)
})

test('a small window needs more passes, and keeping more turns needs fewer', () => {
  const plan = planOf(50)
  expect(estimateSummarizer(plan, MODEL, keeping(3), 'standard').passes).toBe(5)
  expect(estimateSummarizer(plan, MODEL, keeping(41), 'standard').passes).toBe(1)
})

test('an unknown price or window is not invented', () => {
  const unknown = { ...MODEL, windowTokens: null, pricePerMillionOutput: null }
  expect(estimateSummarizer(planOf(50), unknown, keeping(3), 'standard')).toMatchObject({
    passes: null,
    costUsd: null,
  })
})

test('the built-in summarizer costs nothing', () => {
  const builtIn = planOf(8).summarizers[0]
  if (builtIn === undefined) throw new Error('The plan has no built-in summarizer.')
  expect(estimateSummarizer(planOf(8), builtIn, keeping(3), 'standard')).toEqual({
    passes: 1,
    costUsd: 0,
    seconds: 1,
  })
})

test('more detail makes a larger checkpoint and a dearer call', () => {
  const plan = planOf(50)
  const expected = (detail: 'short' | 'detailed') => expectCheckpointTokens(plan, detail, keeping(3))
  expect(expected('short')).toBeLessThan(expected('detailed'))
  const short = estimateSummarizer(plan, MODEL, keeping(3), 'short').costUsd ?? 0
  expect(estimateSummarizer(plan, MODEL, keeping(3), 'detailed').costUsd ?? 0).toBeGreaterThan(short)
})

test('a short stretch is not expected to fill the whole checkpoint, a long one is', () => {
  const plan = planOf(50)
  const expected = (keepTurns: number) => expectCheckpointTokens(plan, 'standard', keeping(keepTurns))
  expect(expected(49)).toBe(370)
  expect(expected(3)).toBe(plan.expectedCheckpointTokens)
  const updated = planOf(50, { checkpointTokens: 1_000 })
  expect(expectCheckpointTokens(updated, 'standard', keeping(49))).toBe(770)
})
