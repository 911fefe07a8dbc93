import { expect, test } from 'vitest'
import { PRESETS } from './compaction/policy/presets.ts'
import { context, startRuntime, THREAD, turns } from './testing/start-runtime.ts'

/** The program with a second provider, which answers in the thread. */
async function startWithSecond() {
  const app = await startRuntime({ messages: turns(24) })
  await app.handlers['provider.save'](
    {
      id: 'second',
      kind: 'openai-chat',
      name: 'Second one',
      baseUrl: app.provider.url,
      model: 'scripted-2',
      windowTokens: 16_000,
    },
    context,
  )
  return app
}

const gone = { code: 'provider-gone', params: { provider: 'Second one' } }

test('a thread whose provider was removed sends nothing to another one, says which is missing, and goes on with the next choice', async () => {
  const app = await startWithSecond()
  const choose = (providerId: string | null) =>
    app.handlers['turn.setProvider']({ thread: THREAD, providerId }, context)
  await choose('second')
  // Every window that shows the thread hears of it, with the meter's new numbers.
  const told = app.events.flatMap(({ name, payload }) => (name === 'turn.provider' ? [payload] : []))
  expect(told).toEqual([
    {
      thread: THREAD,
      provider: { providerId: 'second', model: 'scripted-2', isDefault: false, missing: null },
    },
  ])
  await app.handlers['provider.remove']({ id: 'second' }, context)
  await expect(app.handlers['turn.send']({ thread: THREAD, text: 'go on' }, context)).rejects.toMatchObject(
    gone,
  )
  await expect(app.handlers['turn.retry']({ thread: THREAD }, context)).rejects.toMatchObject(gone)
  await expect(app.handlers['projection.copy']({ thread: THREAD }, context)).rejects.toMatchObject(gone)
  expect(app.provider.requests).toEqual([])
  expect(app.file()).toHaveLength(48)
  await app.restart()
  const shown = () => app.handlers['turn.provider']({ thread: THREAD }, context)
  expect(await shown()).toEqual({ providerId: null, model: null, isDefault: false, missing: 'Second one' })
  await choose(null)
  expect(await shown()).toEqual({ providerId: 'p', model: 'scripted-1', isDefault: true, missing: null })
  await app.say('go on')
  expect(app.provider.requests.length).toBeGreaterThan(0)
})

test('a summarizer that was removed fails the compaction with its name, asks no other one, and adding it again mends it', async () => {
  const app = await startWithSecond()
  const policy = { ...PRESETS['ratio-75'], summarizerId: 'second' }
  await app.handlers['policy.save']({ scope: 'default', thread: null, policy }, context)
  const [second] = (await app.handlers['provider.list'](undefined, context)).filter(
    ({ id }) => id === 'second',
  )
  await app.handlers['provider.remove']({ id: 'second' }, context)
  const failed = { kind: 'failed', stage: 'summary', code: 'provider-gone', provider: 'Second one' }
  expect(await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)).toMatchObject(failed)
  expect(app.provider.requests).toEqual([])
  const get = () => app.handlers['policy.get']({ thread: THREAD }, context)
  expect((await get()).missingSummarizer).toBe('Second one')
  if (second === undefined) throw new Error('the second provider was saved')
  const { keyState: _, ...again } = second
  await app.handlers['provider.save'](again, context)
  expect((await get()).missingSummarizer).toBe(null)
})

test('the summary of a thread whose own model was removed is written by nobody else', async () => {
  const app = await startWithSecond()
  const policy = {
    ...PRESETS['ratio-75'],
    summarizerId: null,
    trigger: { kind: 'tokens', value: 4_000 },
    keep: { kind: 'tokens', value: 1_000, capOfTrigger: 0.5 },
  } as const
  await app.handlers['policy.save']({ scope: 'default', thread: null, policy }, context)
  await app.handlers['turn.setProvider']({ thread: THREAD, providerId: 'second' }, context)
  await app.handlers['provider.remove']({ id: 'second' }, context)
  expect(await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)).toMatchObject({
    kind: 'failed',
    code: 'provider-gone',
    provider: 'Second one',
  })
  expect(await app.handlers['checkpoint.list']({ thread: THREAD }, context)).toEqual([])
})
