import { expect, test } from 'vitest'
import { runSteps } from '../../compaction/steps.ts'
import { answer, prompt } from '../../testing/thread-builder.ts'
import { startContext } from './testing/start-context.ts'
import { openContext } from './thread-context.ts'

const TURNS = Array.from({ length: 40 }, (_, at) => [
  prompt(`u${at}`, `Task ${at}`),
  answer(`a${at}`, `Part ${at} was mended. ${'Each record is read. '.repeat(40)}`),
]).flat()

test('a context that is read in steps is the one that is read at once, with an event too', async () => {
  const { context, compactor, options } = await startContext(TURNS, { windowTokens: 6_000 })
  const openAgain = () => runSteps(openContext(context.facts, context.ports))
  expect(openAgain().projection).toEqual(context.projection)
  expect(openAgain().pressure).toEqual(context.pressure)
  await compactor.compact(context, { focus: '', segmentFrom: null }, options)
  expect(context.event).not.toBeNull()
  expect(openAgain().projection).toEqual(context.projection)
})

test('others get their turn while a long thread is read', async () => {
  const { context } = await startContext(TURNS)
  const steps = openContext(context.facts, context.ports)
  let turns = 0
  while (steps.next().done !== true) turns += 1
  expect(turns).toBeGreaterThanOrEqual(TURNS.length / 8 - 1)
})
