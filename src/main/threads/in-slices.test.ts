import { expect, test } from 'vitest'
import type { Steps } from '../compaction/steps.ts'
import { inSlices, SLICE_MS } from './in-slices.ts'

function* busySteps(count: number, stepMs: number): Steps<number> {
  for (let step = 0; step < count; step += 1) {
    const until = performance.now() + stepMs
    while (performance.now() < until);
    yield
  }
  return count
}

test('others have their turn while long work goes on, and its result arrives', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  expect(await inSlices(busySteps(40, SLICE_MS / 2))).toBe(40)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
})

test('work that is short is done at once', async () => {
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  expect(await inSlices(busySteps(3, 0))).toBe(3)
  expect(hadTurn).toBe(false)
})

test('stopping ends the work between two slices with the reason given', async () => {
  const abort = new AbortController()
  setImmediate(() => abort.abort(new Error('closed')))
  await expect(inSlices(busySteps(1_000, SLICE_MS), abort.signal)).rejects.toThrow('closed')
})

test('what the work throws reaches the one who waits', async () => {
  function* failing(): Steps<void> {
    yield
    throw new Error('damaged')
  }
  await expect(inSlices(failing())).rejects.toThrow('damaged')
})
