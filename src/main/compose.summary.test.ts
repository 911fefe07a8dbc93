import { describe, expect, test } from 'vitest'
import type { RecordedRequest, ScriptedProviderOptions } from '../../e2e/provider/types.ts'
import { checkRequest } from './compaction/request/check-request.ts'
import { PROTOCOLS } from './testing/run-summary.ts'
import { context, ledger, type RuntimeSetup, startRuntime, THREAD, turns } from './testing/start-runtime.ts'

/** Stands in the instruction of a summary behind the chat, and in no message of a test. */
const BEHIND = 'Pause the task and write a checkpoint'
const SEPARATE = 'You write checkpoints.'

const isSummary = ({ text }: RecordedRequest) => text.includes(BEHIND) || text.includes(SEPARATE)

/** Answers the conversation, and summaries as a willing model would. */
const willing: ScriptedProviderOptions = {
  script: (request) => (isSummary(request) ? { kind: 'answer' } : { kind: 'answer', text: 'Yes.' }),
}

type App = Awaited<ReturnType<typeof startRuntime>>

/** Answered by the thread's own model, window 64k, no summary by itself. */
function startWith(setup: RuntimeSetup = {}): Promise<App> {
  return startRuntime({
    messages: turns(40),
    windowTokens: 64_000,
    provider: willing,
    summaryStyle: 'agent-shaped',
    ...setup,
    policy: { summarizerId: 'p', ...setup.policy },
  })
}

const compact = (app: App) => app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)

const modelCalls = (app: App) => app.provider.requests.filter(({ protocol }) => protocol !== null)

/** The body's messages as they stand on the wire, without marks of the cache, which are no part of what is cached. */
function wireMessages(request: RecordedRequest | undefined): readonly string[] {
  const { messages, input } = request?.body ?? {}
  const list = Array.isArray(messages) ? messages : Array.isArray(input) ? input : []
  return list.map((one) => JSON.stringify(one, (key, value) => (key === 'cache_control' ? undefined : value)))
}

describe.each(PROTOCOLS)('C-16 a summary behind the chat over %s', (kind) => {
  test('C-16 it begins with the very bytes of the last request, offers the same tools and forbids a call', async () => {
    const app = await startWith({ kind })
    await app.say('And now?')
    const outcome = await compact(app)
    expect(outcome).toMatchObject({
      kind: 'completed',
      event: { requestStyle: { kind: 'suffix', reason: 'same-model' } },
    })
    const [chat, summary] = modelCalls(app)
    const front = wireMessages(chat)
    expect(front.length).toBeGreaterThan(80)
    expect(wireMessages(summary).slice(0, front.length)).toEqual(front)
    expect(summary?.text).toContain(BEHIND)
    for (const field of ['model', 'system', 'instructions', 'tools'])
      expect(JSON.stringify(summary?.body?.[field])).toBe(JSON.stringify(chat?.body?.[field]))
    expect(summary?.body?.tools).not.toEqual([])
    expect(JSON.stringify(summary?.body?.tool_choice)).toContain('none')
    expect(checkRequest(kind, summary?.body ?? null)).toEqual([])
    expect((await ledger(app)).items.some(({ kind: one }) => one === 'checkpoint')).toBe(true)
  })

  test('C-16 S-039 a tool call in its answer is a failed summary, and nothing is stored', async () => {
    const app = await startWith({
      kind,
      provider: {
        script: (request) =>
          isSummary(request)
            ? { kind: 'answer', text: '', toolCall: { name: 'read_file', arguments: { path: 'a' } } }
            : { kind: 'answer', text: 'Yes.' },
      },
    })
    await app.say('And now?')
    const before = await ledger(app)
    expect(await compact(app)).toMatchObject({ kind: 'failed', stage: 'summary', code: 'summary-tool-call' })
    expect(await ledger(app)).toEqual(before)
    expect(await app.handlers['checkpoint.list']({ thread: THREAD }, context)).toEqual([])
  })
})

test('C-16 an answer of a server that knows no limit is stopped at the limit of any other summary, and nothing is stored', async () => {
  const app = await startWith({
    provider: {
      script: (request) =>
        isSummary(request)
          ? { kind: 'answer', text: `## Goal\n${'again and again '.repeat(40_000)}`, deltaChars: 4_000 }
          : { kind: 'answer', text: 'Yes.' },
    },
  })
  await app.say('And now?')
  expect(await compact(app)).toMatchObject({ kind: 'failed', stage: 'summary', code: 'summary-too-long' })
  expect(await app.handlers['checkpoint.list']({ thread: THREAD }, context)).toEqual([])
})

test('C-16 without the option a summary has no tools, and the event says so', async () => {
  const app = await startWith({ summaryStyle: 'separate' })
  await app.say('And now?')
  const outcome = await compact(app)
  expect(outcome).toMatchObject({
    kind: 'completed',
    event: { requestStyle: { kind: 'separate', reason: 'own-request' } },
  })
  const summary = modelCalls(app).find(isSummary)
  expect(summary?.body?.tools).toBeUndefined()
  expect(summary?.text).toContain(SEPARATE)
})

test('C-16 before the first request nothing is cached: the summary is asked for on its own', async () => {
  const app = await startWith()
  expect(await compact(app)).toMatchObject({
    event: { requestStyle: { kind: 'separate', reason: 'no-request-yet' } },
  })
})

test('C-16 another model has no cache of this chat', async () => {
  const app = await startWith({ policy: { summarizerId: 'other' } })
  await app.handlers['provider.save'](
    {
      id: 'other',
      kind: 'openai-chat',
      name: 'Other',
      baseUrl: app.provider.url,
      model: 'other-1',
      windowTokens: 64_000,
    },
    context,
  )
  await app.say('And now?')
  expect(await compact(app)).toMatchObject({
    event: { requestStyle: { kind: 'separate', reason: 'other-model' } },
  })
})

test('C-16 what does not fit with its answer goes in a request of its own', async () => {
  const app = await startWith({ windowTokens: 18_000, policy: { trigger: { kind: 'ratio', value: 0.95 } } })
  await app.say('And now?')
  expect(await compact(app)).toMatchObject({
    event: { requestStyle: { kind: 'separate', reason: 'no-room' } },
  })
})

test('C-16 an overflow behind the chat is no failure: the summary is asked for on its own', async () => {
  const app = await startWith({
    provider: {
      script: (request) => {
        if (request.text.includes(SEPARATE)) return { kind: 'answer' }
        if (!request.text.includes(BEHIND)) return { kind: 'answer', text: 'Yes.' }
        const error = { message: 'maximum context length is 20000 tokens', code: 'context_length_exceeded' }
        return { kind: 'reply', status: 400, body: { error } }
      },
    },
  })
  await app.say('And now?')
  expect(await compact(app)).toMatchObject({
    kind: 'completed',
    event: { requestStyle: { kind: 'separate', reason: 'no-room' } },
  })
})
