import { expect, test } from 'vitest'
import type { RecordedRequest, ScriptedProviderOptions } from '../../e2e/provider/types.ts'
import { estimateTextTokens } from './compaction/tokens/estimate-text.ts'
import { context, ledger, startRuntime, THREAD, turns } from './testing/start-runtime.ts'
import { answer, call, prompt } from './testing/thread-builder.ts'

const isSummary = ({ text }: RecordedRequest) => text.includes('You write checkpoints.')

const willing: ScriptedProviderOptions = {
  script: (request) => (isSummary(request) ? { kind: 'answer' } : { kind: 'answer', text: 'Yes.' }),
}

type App = Awaited<ReturnType<typeof startRuntime>>

const activity = (app: App) =>
  app.handlers['activity.list']({ thread: THREAD, before: null, limit: 100 }, context)

const calls = (app: App) => app.provider.requests.filter(({ protocol }) => protocol !== null)

test('S-036 the next request holds the narrative of what was summarized and the newest evidence word for word', async () => {
  const evidence = answer('read', 'I look.', [
    call('c', 'read_file', { path: 'src/last.ts' }, 'export const answer = 4217\n'),
  ])
  const app = await startRuntime({
    messages: [...turns(40), prompt('u', 'Read src/last.ts.'), evidence, answer('end', 'It exports 4217.')],
    provider: willing,
  })
  await app.say('And now?')
  const [request] = calls(app)
  expect(request?.text).toContain('# Context checkpoint')
  expect(request?.text).toContain('Never touch the lock file.')
  expect(request?.text).not.toContain('Part 0 was mended.')
  expect(request?.text).toContain('export const answer = 4217')
  expect(request?.text).toContain('It exports 4217.')
})

test('S-094 the record tells an ordinary answer, a call for a summary and a failed compaction apart', async () => {
  let isBroken = false
  const app = await startRuntime({
    messages: turns(40),
    windowTokens: 64_000,
    policy: { summarizerId: 'p' },
    provider: {
      script: (request) => {
        if (!isSummary(request)) return { kind: 'answer', text: 'Yes.' }
        return isBroken ? { kind: 'answer', text: '' } : { kind: 'answer' }
      },
    },
  })
  await app.say('And now?')
  const ordinary = await activity(app)
  expect(ordinary.map(({ kind, result }) => `${kind} ${result}`)).toEqual(['request completed'])
  await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const summarized = (await activity(app)).slice(0, -ordinary.length)
  expect(summarized.map(({ kind, result }) => `${kind} ${result}`).sort()).toEqual([
    'compaction completed',
    'summary completed',
  ])
  const [entry] = await app.handlers['checkpoint.list']({ thread: THREAD }, context)
  await app.handlers['checkpoint.undo']({ thread: THREAD, id: entry?.id ?? '' }, context)
  isBroken = true
  const before = (await activity(app)).length
  const failed = await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const after = (await activity(app)).slice(0, -before)
  if (failed.kind !== 'failed') throw new Error(`not failed: ${JSON.stringify(failed)}`)
  expect(after).toMatchObject([
    { kind: 'compaction', result: 'failed', details: { event: 'compaction_failed', stage: 'summary' } },
  ])
})

test('S-098 layer 1 asks no model, layer 2 does', async () => {
  const reads = Array.from({ length: 30 }, (_, at) =>
    answer(`r${at}`, '', [
      call(`c${at}`, 'read_file', { path: `src/f${at}.ts` }, 'const x = 1\n'.repeat(120)),
    ]),
  )
  const light = await startRuntime({
    messages: [prompt('u', 'Look around.'), ...reads, answer('done', 'Done.'), ...turns(8)],
    windowTokens: 19_000,
    policy: { summarizerId: 'p' },
    provider: willing,
  })
  await light.say('Next?')
  expect((await activity(light)).map(({ kind }) => kind).sort()).toEqual(['reduction', 'request'])
  expect(calls(light)).toHaveLength(1)
  expect(calls(light).some(isSummary)).toBe(false)
  const heavy = await startRuntime({
    messages: turns(60),
    policy: { summarizerId: 'p' },
    provider: willing,
  })
  await heavy.say('Next?')
  expect(calls(heavy).map(isSummary).at(-1)).toBe(false)
  expect(calls(heavy).filter(isSummary).length).toBeGreaterThanOrEqual(1)
  expect((await activity(heavy)).some(({ kind }) => kind === 'summary')).toBe(true)
})

test('S-132 a summary is asked for with role and content of each older message, in their order', async () => {
  const app = await startRuntime({
    messages: turns(40),
    windowTokens: 64_000,
    policy: { summarizerId: 'p' },
    provider: willing,
  })
  const outcome = await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const cutoff = outcome.kind === 'completed' ? outcome.event.cutoffIndex : 0
  expect(cutoff).toBeGreaterThan(10)
  const text = calls(app)
    .map((request) => request.text)
    .join('\n')
  const messages = [...text.matchAll(/<msg n="\d+" from="(user|assistant)">\s*([\s\S]*?)\s*<\/msg>/g)].map(
    ([, role, content]) => ({ role, content: content?.slice(0, 30) }),
  )
  expect(messages).toEqual(
    Array.from({ length: cutoff }, (_, index) =>
      index % 2 === 0
        ? {
            role: 'user',
            content: `Task ${index / 2}: mend src/part-${index / 2}.ts. Never touch`.slice(0, 30),
          }
        : {
            role: 'assistant',
            content: `Part ${(index - 1) / 2} was mended. The header is read first`.slice(0, 30),
          },
    ),
  )
})

test('S-141 at the threshold of the reserve the summary request and its answer fit the window', async () => {
  const app = await startRuntime({
    kind: 'anthropic',
    messages: turns(320),
    windowTokens: 128_000,
    policy: {
      summarizerId: 'p',
      preset: 'reserve',
      trigger: { kind: 'reserve', outputTokens: 16_000, summaryTokens: 8_000, capRatio: 0.5 },
    },
    provider: { ...willing, windowTokens: 128_000 },
  })
  const { usedTokens, triggerTokens } = await app.handlers['context.get']({ thread: THREAD }, context)
  expect(triggerTokens).toBe(104_000)
  expect(usedTokens).toBeGreaterThan(90_000)
  const outcome = await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  expect(outcome.kind).toBe('completed')
  const requests = calls(app).filter(isSummary)
  expect(requests.length).toBeGreaterThan(0)
  for (const request of requests) {
    const limit = Number(request.body?.max_tokens)
    expect(limit).toBeGreaterThan(0)
    expect(limit).toBeLessThanOrEqual(8_000)
    expect(estimateTextTokens(request.text) + limit).toBeLessThanOrEqual(128_000)
  }
})

test('B-59 I9 what is sent while a summary is written waits, is stored once and goes out in order, also after a failure', async () => {
  for (const text of [undefined, '']) {
    const app = await startRuntime({
      messages: turns(40),
      policy: { summarizerId: 'p' },
      provider: {
        script: (request) =>
          isSummary(request)
            ? // An answer without text has few pieces to wait between.
              {
                kind: 'answer',
                deltaChars: 40,
                ...(text === undefined ? { delayMs: 12 } : { text, delayMs: 500 }),
              }
            : { kind: 'answer', text: 'Yes.' },
      },
    })
    const compacting = app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
    await expect.poll(() => calls(app).filter(isSummary).length, { interval: 5 }).toBeGreaterThan(0)
    for (const one of ['m1', 'm2', 'm3']) expect((await app.send(one)).kind).toBe('queued')
    const state = await app.handlers['turn.state']({ thread: THREAD }, context)
    expect(state.queue.map((one) => one.text)).toEqual(['m1', 'm2', 'm3'])
    expect((await compacting).kind).toBe(text === undefined ? 'completed' : 'failed')
    await expect
      .poll(
        async () => {
          const { phase, queue } = await app.handlers['turn.state']({ thread: THREAD }, context)
          return phase === 'idle' && queue.length === 0
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    const said = app
      .file()
      .slice(80)
      .filter(({ role }) => role === 'user')
      .map((one) => JSON.stringify(one))
    expect(said.map((one) => /m[123]/.exec(one)?.[0])).toEqual(['m1', 'm2', 'm3'])
  }
})

test('B-30 a fixed part above the trigger: nothing is compacted, and the turn is sent since it fits', async () => {
  const app = await startRuntime({
    messages: [],
    windowTokens: 4_000,
    policy: { trigger: { kind: 'ratio', value: 0.3 } },
  })
  await app.say('Hello?')
  const report = await app.handlers['context.get']({ thread: THREAD }, context)
  expect(report.usedTokens).toBeGreaterThan(1_200)
  expect(report.usedTokens).toBeLessThan(4_000)
  expect(calls(app)).toHaveLength(1)
  expect(await app.handlers['checkpoint.list']({ thread: THREAD }, context)).toEqual([])
})

test('B-26 usage that is absent, zero or far too small hides nothing of what is really sent', async () => {
  for (const usage of ['none', { input: 0, output: 0 }, { input: 985, output: 20 }] as const) {
    const app = await startRuntime({
      messages: turns(40),
      windowTokens: 64_000,
      provider: { script: () => ({ kind: 'answer', text: 'Yes.', usage }) },
    })
    const before = await app.handlers['context.get']({ thread: THREAD }, context)
    await app.say('And now?')
    const after = await app.handlers['context.get']({ thread: THREAD }, context)
    expect(after.usedTokens).toBeGreaterThan(before.usedTokens * 0.94)
    expect(after.percent).toBeGreaterThan(0)
  }
})

test('B-27 one compaction and no second: the usage from before it anchors nothing, also after a restart', async () => {
  const app = await startRuntime({
    messages: turns(30),
    provider: {
      script: (request) => ({
        kind: 'answer',
        text: 'Yes.',
        usage: request.text.includes('# Context checkpoint') ? 'none' : { input: 15_000, output: 20 },
      }),
    },
  })
  await app.say('One.')
  await app.say('Two.')
  const report = () => app.handlers['context.get']({ thread: THREAD }, context)
  const first = await report()
  expect(first.usedTokens).toBeLessThan(first.triggerTokens ?? 0)
  await app.restart()
  expect(await report()).toMatchObject({ usedTokens: first.usedTokens })
  await app.say('Three.')
  expect(await app.handlers['checkpoint.list']({ thread: THREAD }, context)).toHaveLength(1)
})

test('B-35 after a switch to a smaller model its first request already fits; a larger one compacts nothing', async () => {
  const app = await startRuntime({ messages: turns(60), windowTokens: 128_000 })
  const save = (windowTokens: number, model: string) =>
    app.handlers['provider.save'](
      { id: 'p', kind: 'openai-chat', name: 'Scripted', baseUrl: app.provider.url, model, windowTokens },
      context,
    )
  await app.say('One.')
  expect(await app.handlers['checkpoint.list']({ thread: THREAD }, context)).toEqual([])
  await save(16_000, 'small-1')
  await app.say('Go.')
  const small = calls(app).at(-1)
  expect(small?.body?.model).toBe('small-1')
  expect(small?.text).toContain('# Context checkpoint')
  expect(estimateTextTokens(small?.text ?? '')).toBeLessThan(12_000)
  await save(512_000, 'large-1')
  await app.say('Go on.')
  expect(await app.handlers['checkpoint.list']({ thread: THREAD }, context)).toHaveLength(1)
  expect((await ledger(app)).items.length).toBeGreaterThan(0)
})

test('S-080 mode ask: a request that does not fit waits for the answer, and goes out once it fits', async () => {
  const app = await startRuntime({ messages: turns(60), policy: { mode: 'ask' } })
  const state = () => app.handlers['turn.state']({ thread: THREAD }, context)
  await app.handlers['turn.send']({ thread: THREAD, text: 'And now?' }, context)
  await app.idle()
  expect(await state()).toMatchObject({ asksToCompact: true, failure: { code: 'compaction-failed' } })
  expect(app.provider.requests).toEqual([])
  await app.handlers['context.answerAsk']({ thread: THREAD, answer: 'compact' }, context)
  await expect.poll(async () => (await state()).asksToCompact).toBe(false)
  await app.idle()
  await app.handlers['turn.retry']({ thread: THREAD }, context)
  await app.idle()
  expect((await state()).failure).toBeNull()
  expect(app.provider.requests.filter(({ protocol }) => protocol !== null)).toHaveLength(1)
  expect(app.file()).toHaveLength(122)
})
