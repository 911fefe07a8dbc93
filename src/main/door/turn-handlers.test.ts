import { expect, test } from 'vitest'
import { hang, reply, startRunner } from '../agent/testing/start-runner.ts'
import { context } from '../testing/start-core.ts'
import type { ThreadRuntime } from './thread-runtime.ts'
import { ThreadRuntimes } from './thread-runtimes.ts'
import { turnHandlers } from './turn-handlers.ts'

/** The runtimes of a program whose threads have this runner, and nothing else a door of turns would ask for. */
function runtimesOf(open: () => Promise<ThreadRuntime['runner']>): ThreadRuntimes {
  return new ThreadRuntimes({
    resolve: async (thread) => `/w/${thread}`,
    open: async () => {
      const runner = await open()
      return { runner, close: () => runner.close() } as ThreadRuntime
    },
  })
}

test('I8 B-61 two windows that open one thread at the same moment get one runner, and one turn', async () => {
  const run = startRunner({ steps: [hang('half'), reply('whole'), reply('second')] })
  let opened = 0
  const runners = runtimesOf(async () => {
    opened += 1
    return run.runner
  })
  const door = turnHandlers({ runnerOf: async (thread) => (await runners.get(thread)).runner })
  const thread = 'a.json'
  const sent = await Promise.all([
    door['turn.send']({ thread, text: 'one' }, context),
    door['turn.send']({ thread, text: 'two' }, context),
  ])
  expect([opened, sent.map(({ kind }) => kind)]).toEqual([1, ['started', 'queued']])
  const state = await door['turn.state']({ thread }, context)
  await door['turn.unqueue']({ thread, id: state.queue[0]?.id ?? '' }, context)
  await run.phase('streaming')
  await door['turn.stop']({ thread }, context)
  await door['turn.retry']({ thread }, context)
  await run.idle()
  expect(run.excluded).toEqual([1])
  expect(await door['context.compact']({ thread, focus: '' }, context)).toMatchObject({ kind: 'skipped' })
  await runners.close()
  await expect(door['turn.send']({ thread, text: 'late' }, context)).rejects.toThrow()
})

test('a thread that could not be opened can be opened another time; one let go is stopped', async () => {
  const run = startRunner({ steps: [hang('half')] })
  let fails = true
  const runners = runtimesOf(async () => {
    if (fails) throw new Error('the disk is away')
    return run.runner
  })
  await expect(runners.get('a')).rejects.toThrow('away')
  fails = false
  await (await runners.get('a')).runner.send('go')
  await run.phase('streaming')
  await runners.letGo('/w/a')
  expect(run.runner.state.phase).toBe('idle')
  expect(run.thread.messages[1]?.runtime?.ending).toBe('interrupted')
})
