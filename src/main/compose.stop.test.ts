import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { context, startRuntime, THREAD } from './testing/start-runtime.ts'

test.each([0, 1, 5, 20, 60, 150])(
  'a held message that is sent and stopped %i ms after it stands in the thread ends like any other',
  { timeout: 60_000 },
  async (afterMs) => {
    const app = await startRuntime({
      windowTokens: 64_000,
      provider: {
        script: [
          { kind: 'hang', where: 'after-text' },
          { kind: 'answer', text: 'piece. '.repeat(400), delayMs: 120 },
        ],
      },
    })
    const state = () => app.handlers['turn.state']({ thread: THREAD }, context)
    await app.send('First.')
    await expect.poll(async () => (await state()).phase).toBe('streaming')
    await app.send('Second.')
    await app.handlers['turn.stop']({ thread: THREAD }, context)
    const { queue } = await state()
    await app.handlers['turn.sendNow']({ thread: THREAD, id: queue[0]?.id ?? '' }, context)
    await expect
      .poll(() => app.events.filter(({ name }) => name === 'thread.appended').length, { interval: 1 })
      .toBe(3)
    await setTimeout(afterMs)
    await app.handlers['turn.stop']({ thread: THREAD }, context)
    expect(await state()).toMatchObject({ phase: 'idle', failure: { code: 'cancelled' } })
  },
)
