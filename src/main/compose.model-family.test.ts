import { expect, test } from 'vitest'
import type { AppEvents } from '../shared/ipc/events.ts'
import { HELD_OUT_SAMPLES } from './testing/held-out-samples.ts'
import { context, startRuntime, THREAD } from './testing/start-runtime.ts'
import { answer, prompt } from './testing/thread-builder.ts'

const RUSSIAN = HELD_OUT_SAMPLES['russian-chat'] ?? ''
const MESSAGES = Array.from({ length: 10 }, (_, at) => [
  prompt(`u${at}`, RUSSIAN),
  answer(`a${at}`, RUSSIAN),
]).flat()

test('the meter and the trigger count in the tokens of the model that was chosen for the thread', async () => {
  const app = await startRuntime({ messages: MESSAGES, windowTokens: 8_000 })
  await app.handlers['provider.save'](
    {
      id: 'older',
      kind: 'openai-chat',
      name: 'Older one',
      baseUrl: app.provider.url,
      model: 'gpt-4',
      windowTokens: 8_000,
    },
    context,
  )
  await app.handlers['context.get']({ thread: THREAD }, context)
  const choose = async (providerId: string | null) => {
    await app.handlers['turn.setProvider']({ thread: THREAD, providerId }, context)
    const told = app.events.flatMap(({ name, payload }) =>
      name === 'context.changed' ? [(payload as AppEvents['context.changed']).report] : [],
    )
    const report = await app.handlers['context.get']({ thread: THREAD }, context)
    expect(told.at(-1)).toEqual(report)
    return report
  }
  const usual = await choose(null)
  const older = await choose('older')
  expect(usual.percent).toBeLessThan(100)
  expect(older.percent).toBeGreaterThan(100)
  expect(older.usedTokens / usual.usedTokens).toBeGreaterThan(1.3)
  expect(await choose(null)).toEqual(usual)
  await choose('older')
  await app.say('дальше')
  expect(await app.handlers['checkpoint.list']({ thread: THREAD }, context)).toHaveLength(1)
})
