import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { CompactionOutcome } from '../../shared/compact/event.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { JsonValue } from '../../shared/thread/message.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import type { GuardInput, GuardReport } from './ports.ts'
import { MemoryThread } from './testing/memory-thread.ts'
import { hang, type ModelStep, ORIGIN, reply, startRunner } from './testing/start-runner.ts'
import type { Tool } from './tools/tool.ts'

const texts = (thread: MemoryThread) =>
  thread.messages.map(
    ({ role, content }) => `${role}: ${content.map((part) => ('text' in part ? part.text : '')).join('')}`,
  )

const outputText = (thread: MemoryThread, index: number, call: number) => {
  const part = thread.messages[index]?.toolCalls[call]?.output?.content[0]
  return part?.kind === 'text' ? part.text : null
}

/** A reading tool whose end a test decides. */
function slowTool(name: string): {
  readonly tool: Tool
  readonly started: string[]
  finish(text: string): void
} {
  const started: string[] = []
  const waiting: ((text: string) => void)[] = []
  return {
    started,
    finish: (text) => {
      for (const settle of waiting.splice(0)) settle(text)
    },
    tool: {
      schema: { name, description: '', parameters: { type: 'object' } },
      prepare: (input: JsonValue) => ({
        effect: { kind: 'read' },
        subject: name,
        run: () =>
          new Promise((resolve) => {
            started.push(JSON.stringify(input))
            waiting.push((text) => resolve({ content: [{ kind: 'text', text }], isError: false }))
          }),
      }),
    },
  }
}

describe('a turn', () => {
  test('S-035 a loop keeps arguments and results exactly as they were', async () => {
    const root = temporaryFolder()
    writeFileSync(join(root, 'a.txt'), 'one\ntwo\n')
    const args = '{ "path":"a.txt" ,"offset":1}'
    const run = startRunner({ root, steps: [reply('', [{ name: 'read_file', args }]), reply('done')] })
    await run.runner.send('read it')
    await run.idle()
    expect(run.thread.messages[1]?.toolCalls[0]?.arguments).toEqual({ path: 'a.txt', offset: 1 })
    expect(outputText(run.thread, 1, 0)).toBe('one\ntwo\n')
    expect(texts(run.thread)).toEqual(['user: read it', 'assistant: ', 'assistant: done'])
    expect(run.thread.saves).toBe(1)
  })

  test('S-035 no digit of a long id is lost on its way to the tool and into the thread', async () => {
    const { tool, started, finish } = slowTool('look_up')
    const steps = [reply('', [{ name: 'look_up', args: '{"id":1790000000000000001}' }]), reply('done')]
    const run = startRunner({ steps, tools: [tool] })
    await run.runner.send('look it up')
    await vi.waitUntil(() => started.length === 1)
    finish('found')
    await run.idle()
    expect(started).toEqual(['{"id":"1790000000000000001"}'])
    expect(run.thread.messages[1]?.toolCalls[0]?.arguments).toEqual({ id: '1790000000000000001' })
  })

  test('S-034 what the person typed is stored word for word, before the model is asked', async () => {
    const text = '  wait, not "main" — use dev\n\n'
    const run = startRunner({ steps: [hang('')] })
    await run.runner.send(text)
    expect(run.thread.messages[0]?.content).toEqual([{ kind: 'text', text }])
    await run.runner.stop()
  })

  test('S-097 B-33 the context is checked before every call of a model, also in the middle of a loop', async () => {
    const steps: ModelStep[] = Array.from({ length: 40 }, (_, at) =>
      reply('', [{ name: 'update_plan', args: { plan: [{ step: `step ${at}`, status: 'pending' }] } }]),
    )
    const run = startRunner({ steps: [...steps, reply('done')] })
    await run.runner.send('forty steps')
    await run.idle()
    expect(run.calls()).toBe(41)
    expect(run.checks).toEqual(Array.from({ length: 41 }, (_, at) => at + 1))
    expect(run.thread.messages.filter(({ role }) => role === 'user')).toHaveLength(1)
  })

  test('parts of a reply reach the windows at most once per frame, each piece once', async () => {
    const pieces = Array.from({ length: 300 }, (_, at) => `w${at} `)
    const run = startRunner({
      steps: [
        async (onDelta, signal) => {
          for (const text of pieces) onDelta({ kind: 'text', text })
          return await reply(pieces.join(''))(() => undefined, signal)
        },
      ],
    })
    await run.runner.send('go')
    await run.idle()
    expect(run.deltas.map(({ text }) => text).join('')).toBe(pieces.join(''))
    expect(run.deltas).toHaveLength(1)
  })

  test('a tool that is unknown, badly called or fails is a failed result, and the loop goes on', async () => {
    const breaking: Tool = {
      schema: { name: 'breaking', description: '', parameters: {} },
      prepare: () => ({
        effect: { kind: 'read' },
        subject: '',
        run: () => Promise.reject(new Error('it fell over sk-abcdefgh12345')),
      }),
    }
    const run = startRunner({
      root: temporaryFolder(),
      tools: [breaking],
      steps: [
        reply('', [
          { name: 'no_such_tool', args: {} },
          { name: 'read_file', args: '{"path": "a' },
          { name: 'read_file', args: { file: 'a' } },
          { name: 'breaking', args: {} },
        ]),
        reply('I see'),
      ],
    })
    await run.runner.send('go')
    await run.idle()
    const calls = run.thread.messages[1]?.toolCalls ?? []
    expect(calls.every(({ output }) => output?.isError)).toBe(true)
    expect(outputText(run.thread, 1, 0)).toContain('no tool named no_such_tool')
    expect(outputText(run.thread, 1, 1)).toContain('not valid JSON')
    expect(calls[1]?.partialArguments).toBe('{"path": "a')
    expect(outputText(run.thread, 1, 2)).toContain('path')
    expect(outputText(run.thread, 1, 3)).toContain('it fell over')
    expect(outputText(run.thread, 1, 3)).not.toContain('abcdefgh')
    expect(run.runner.state.failure).toBeNull()
    expect(texts(run.thread).at(-1)).toBe('assistant: I see')
  })

  const endsAs =
    (ending: 'length' | 'content-filter', step: ModelStep): ModelStep =>
    async (onDelta, signal) => ({ ...(await step(onDelta, signal)), ending })

  test('a call that was cut before its arguments began does not run; one that is whole does', async () => {
    const look = slowTool('look')
    const calls = [
      { name: 'look', args: '' },
      { name: 'look', args: '' },
    ]
    const run = startRunner({
      tools: [look.tool],
      steps: [endsAs('length', reply('', calls)), reply('again')],
    })
    await run.runner.send('go')
    await expect.poll(() => look.started.length).toBe(1)
    look.finish('seen')
    await run.idle()
    expect(look.started).toEqual(['{}'])
    expect([outputText(run.thread, 1, 0), outputText(run.thread, 1, 1)]).toEqual([
      'seen',
      'The arguments are not valid JSON: cut off',
    ])
  })

  test('what a withheld reply asked for is not done', async () => {
    const look = slowTool('look')
    const run = startRunner({
      tools: [look.tool],
      steps: [endsAs('content-filter', reply('I', [{ name: 'look', args: {} }]))],
    })
    await run.runner.send('go')
    await run.idle()
    expect(look.started).toEqual([])
    expect(run.runner.state.failure?.code).toBe('content-filter')
    expect(run.thread.messages[1]?.runtime?.ending).toBe('failed')
    expect(outputText(run.thread, 1, 0)).toBe('[Cancelled: the reply broke off before this call could run.]')
  })

  test('a file that was refused stays refused, however the model spells it', async () => {
    const root = temporaryFolder()
    mkdirSync(join(root, 'deep'))
    symlinkSync('..', join(root, 'deep', 'over'))
    const write = (path: string) => ({ name: 'write_file', args: { path, content: 'x' } })
    const ways = [
      join(root, 'a.txt'),
      './deep/../a.txt',
      'deep/over/a.txt',
      join(root, 'deep', 'over', 'a.txt'),
    ]
    const run = startRunner({
      root,
      steps: [reply('', [write('a.txt'), write('b.txt'), ...ways.map(write)]), reply('done')],
    })
    await run.runner.send('go')
    for (const decision of ['never', 'thread'] as const) {
      await run.phase('approval')
      run.runner.answer(run.runner.state.approval?.id ?? '', decision)
    }
    await run.idle()
    expect(run.states.filter(({ phase }) => phase === 'approval')).toHaveLength(2)
    expect([existsSync(join(root, 'a.txt')), existsSync(join(root, 'b.txt'))]).toEqual([false, true])
  })

  test('after a result could not be stored nothing further runs', async () => {
    const look = slowTool('look')
    const act = slowTool('act')
    const acting: Tool = {
      ...act.tool,
      prepare: (input) => {
        const prepared = act.tool.prepare(input)
        return typeof prepared === 'string'
          ? prepared
          : { ...prepared, effect: { kind: 'foreign', tool: 'act' } }
      },
    }
    const thread = new MemoryThread()
    const answerCall = thread.answerCall.bind(thread)
    let refusals = 1
    thread.answerCall = async (...answer) => {
      refusals -= 1
      if (refusals === 0) throw new AppError('disk-full', 'The disk is full.')
      await answerCall(...answer)
    }
    const run = startRunner({
      thread,
      tools: [look.tool, acting],
      steps: [
        reply('', [
          { name: 'look', args: {} },
          { name: 'act', args: {} },
          { name: 'act', args: {} },
        ]),
      ],
    })
    await run.runner.send('go')
    await run.phase('approval')
    run.runner.answer(run.runner.state.approval?.id ?? '', 'thread')
    await expect.poll(() => act.started.length).toBe(1)
    look.finish('seen')
    await run.idle()
    expect(run.runner.state.failure?.code).toBe('disk-full')
    act.finish('done')
    await new Promise((resolve) => setImmediate(resolve))
    expect(act.started).toHaveLength(1)
  })

  test('calls that only read run side by side', async () => {
    const slow = slowTool('look')
    const run = startRunner({
      tools: [slow.tool],
      steps: [
        reply('', [
          { name: 'look', args: { n: 1 } },
          { name: 'look', args: { n: 2 } },
        ]),
        reply('ok'),
      ],
    })
    await run.runner.send('go')
    await expect.poll(() => slow.started.length).toBe(2)
    slow.finish('seen')
    await run.idle()
    expect(run.thread.messages[1]?.toolCalls.map(({ output }) => output?.isError)).toEqual([false, false])
  })
})

describe('approvals', () => {
  const write = (path: string) => ({ name: 'write_file', args: { path, content: path } })

  test('S-002 question and answer are facts, and nothing is written before the answer', async () => {
    const root = temporaryFolder()
    const run = startRunner({ root, steps: [reply('', [write('a.txt')]), reply('ok')] })
    await run.runner.send('go')
    await run.phase('approval')
    expect(run.thread.messages[1]?.runtime?.approvals).toMatchObject([
      { call: 0, decision: null, decidedMs: null },
    ])
    expect(run.runner.state.approval).toMatchObject({
      tool: 'write_file',
      subject: 'a.txt',
      index: 1,
      call: 0,
      covers: 'write',
    })
    expect(existsSync(join(root, 'a.txt'))).toBe(false)
    run.runner.answer('another', 'once')
    expect(run.runner.state.phase).toBe('approval')
    run.runner.answer(run.runner.state.approval?.id ?? '', 'once')
    await run.idle()
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a.txt')
    expect(run.thread.messages[1]?.runtime?.approvals).toMatchObject([{ call: 0, decision: 'once' }])
  })

  test('questions come one after the other; an answer for the thread holds for the rest of it', async () => {
    const root = temporaryFolder()
    const run = startRunner({ root, steps: [reply('', [write('a'), write('b'), write('c')]), reply('ok')] })
    await run.runner.send('go')
    await run.phase('approval')
    run.runner.answer('a1', 'never')
    await expect.poll(() => run.runner.state.approval?.id).toBe('a2')
    expect(run.runner.state.approval?.call).toBe(1)
    run.runner.answer('a2', 'thread')
    await run.idle()
    expect(existsSync(join(root, 'a'))).toBe(false)
    expect([existsSync(join(root, 'b')), existsSync(join(root, 'c'))]).toEqual([true, true])
    expect(outputText(run.thread, 1, 0)).toContain('refused')
    expect(run.states.filter(({ phase }) => phase === 'approval').length).toBe(2)
  })

  test('S-050 stopped while it asks: the question stays unanswered, every call reads as cancelled', async () => {
    const root = temporaryFolder()
    const run = startRunner({ root, steps: [reply('', [write('a'), write('b')])] })
    await run.runner.send('go')
    await run.phase('approval')
    await run.runner.stop()
    expect(run.thread.messages[1]?.runtime?.approvals).toMatchObject([{ call: 0, decision: null }])
    for (const call of [0, 1]) expect(outputText(run.thread, 1, call)).toMatch(/^\[Cancelled/)
    expect(existsSync(join(root, 'a'))).toBe(false)
    expect(run.runner.state).toMatchObject({ phase: 'idle', approval: null, failure: { code: 'cancelled' } })
  })
})

describe('stop', () => {
  const within = async (run: ReturnType<typeof startRunner>) => {
    const from = performance.now()
    await run.runner.stop()
    expect(performance.now() - from).toBeLessThan(500)
    expect(run.runner.state.phase).toBe('idle')
    expect(run.runner.state.failure?.code).toBe('cancelled')
  }

  test.each([
    ['a model that listens', false],
    ['a model that does not', true],
  ])('B-63 %s is left within 500 ms and the part that came is kept', async (_, isDeaf) => {
    const run = startRunner({ steps: [hang('half a sent', isDeaf)] })
    await run.runner.send('go')
    await run.phase('streaming')
    await within(run)
    await within(run)
    expect(texts(run.thread)).toEqual(['user: go', 'assistant: half a sent'])
    expect(run.thread.messages[1]?.runtime?.ending).toBe('interrupted')
  })

  test('nothing came: nothing is stored of the reply', async () => {
    const run = startRunner({ steps: [hang('')] })
    await run.runner.send('go')
    await run.phase('waiting')
    await within(run)
    expect(run.thread.count).toBe(1)
  })

  test('S-052 B-03 calls that had not finished get a cancelled result, those that had keep theirs', async () => {
    const slow = slowTool('look')
    const run = startRunner({
      tools: [slow.tool],
      steps: [
        reply('', [
          { name: 'update_plan', args: { plan: [] } },
          { name: 'look', args: {} },
        ]),
      ],
    })
    await run.runner.send('go')
    await expect.poll(() => slow.started.length).toBe(1)
    await expect.poll(() => outputText(run.thread, 1, 0)).toContain('Recorded')
    await within(run)
    slow.finish('too late')
    await new Promise(setImmediate)
    expect(outputText(run.thread, 1, 0)).toContain('Recorded')
    expect(outputText(run.thread, 1, 1)).toMatch(/^\[Cancelled.*not known/)
    expect(run.thread.messages[1]?.toolCalls[1]?.output?.isError).toBe(true)
  })

  test('a running command is ended with everything it started', async () => {
    const root = temporaryFolder()
    const command = 'sleep 30 & echo $! > child; sleep 30'
    const run = startRunner({ root, steps: [reply('', [{ name: 'run_command', args: { command } }])] })
    await run.runner.send('go')
    await run.phase('approval')
    run.runner.answer('a1', 'once')
    await expect
      .poll(() => existsSync(join(root, 'child')) && readFileSync(join(root, 'child'), 'utf8'))
      .toMatch(/\d/)
    await within(run)
    const pid = Number(readFileSync(join(root, 'child'), 'utf8'))
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('a check of the context that does not listen is left too', async () => {
    const run = startRunner({ steps: [], guard: { beforeCall: () => new Promise(() => undefined) } })
    await run.runner.send('go')
    await within(run)
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('failures', () => {
  const overflow = () => new AppError('overflow', 'Too large.')
  const refuse =
    (error: Error): ModelStep =>
    () =>
      Promise.reject(error)

  test('S-111 S-112 a request refused as too large is made smaller and replayed; nobody sees the refusal', async () => {
    const asked: string[] = []
    const run = startRunner({
      steps: [refuse(overflow()), reply('fine')],
      guard: {
        afterOverflow: async (error) => {
          asked.push(error.code)
          return run.ready()
        },
      },
    })
    await run.runner.send('go')
    await run.idle()
    expect(asked).toEqual(['overflow'])
    expect(texts(run.thread)).toEqual(['user: go', 'assistant: fine'])
    expect(run.states.every(({ failure }) => failure === null)).toBe(true)
  })

  test('S-113 at most once per message of the person: the second refusal is shown', async () => {
    let recoveries = 0
    const run = startRunner({
      steps: [
        refuse(overflow()),
        reply('', [{ name: 'update_plan', args: { plan: [] } }]),
        refuse(overflow()),
        refuse(overflow()),
        reply('again'),
      ],
      guard: {
        afterOverflow: async () => {
          recoveries += 1
          return run.ready()
        },
      },
    })
    await run.runner.send('go')
    await run.idle()
    expect(recoveries).toBe(1)
    expect(run.runner.state.failure?.code).toBe('overflow')
    await run.runner.send('next')
    await run.idle()
    expect(recoveries).toBe(2)
    expect(run.runner.state.failure).toBeNull()
  })

  test.each(['rate-limit', 'quota', 'overload', 'auth', 'network'] as const)(
    'B-37 S-114 %s is no reason to compact',
    async (code) => {
      let recoveries = 0
      const run = startRunner({
        steps: [refuse(new AppError(code, 'No.'))],
        guard: {
          afterOverflow: async () => {
            recoveries += 1
            return run.ready()
          },
        },
      })
      await run.runner.send('go')
      await run.idle()
      expect(recoveries).toBe(0)
      expect(run.runner.state.failure?.code).toBe(code)
    },
  )

  test('B-38 a tier that is missing is an overflow: once', async () => {
    const run = startRunner({ steps: [refuse(new AppError('overflow-tier', 'Tier.')), reply('ok')] })
    await run.runner.send('go')
    await run.idle()
    expect(texts(run.thread).at(-1)).toBe('assistant: ok')
  })

  test('B-39 an error after some text keeps the text, marked failed', async () => {
    const run = startRunner({
      steps: [
        (onDelta) => {
          onDelta({ kind: 'text', text: 'twenty characters...' })
          return Promise.reject(new AppError('overload', 'Broke.'))
        },
      ],
    })
    await run.runner.send('go')
    await run.idle()
    expect(texts(run.thread).at(-1)).toBe('assistant: twenty characters...')
    expect(run.thread.messages[1]?.runtime).toMatchObject({ ending: 'failed', origin: ORIGIN })
    expect(run.runner.state.failure?.code).toBe('overload')
  })

  test('a refusal of the guard is shown as it is, and no model is asked', async () => {
    const run = startRunner({
      steps: [],
      guard: { beforeCall: async () => ({ kind: 'refused', error: overflow() }) },
    })
    await run.runner.send('go')
    await run.idle()
    expect(run.calls()).toBe(0)
    expect(run.runner.state.failure?.code).toBe('overflow')
  })

  test('B-90 a key in an error reaches neither the state nor the records', async () => {
    const secret = 'sk-test-AAAABBBBCCCCDDDD'
    const run = startRunner({
      steps: [
        refuse(new AppError('auth', 'Refused.', { details: `Incorrect API key provided: ${secret}` })),
        refuse(new Error(`x ?key=${secret}`)),
      ],
    })
    await run.runner.send('go')
    await run.idle()
    await run.runner.retry()
    await run.idle()
    expect(JSON.stringify([run.states, run.activity, run.thread.records])).not.toContain('AAAABBBB')
  })

  test('B-85 a send that could not begin leaves the text with the person: no fact, no queue', async () => {
    const run = startRunner({
      steps: [],
      ensureModel: () => Promise.reject(new AppError('no-key', 'No key.')),
    })
    await expect(run.runner.send('my words')).rejects.toMatchObject({ code: 'no-key' })
    expect([run.thread.count, run.thread.queue.list().length]).toEqual([0, 0])
    // The one who sent it is told; the thread does not say it a second time.
    expect(run.runner.state).toMatchObject({ phase: 'idle', failure: null })
  })

  test('B-85 a disk that refuses the message rejects the send; the thread is free again', async () => {
    const run = startRunner({ steps: [reply('ok')] })
    run.thread.refusal = new AppError('disk-full', 'Full.')
    await expect(run.runner.send('my words')).rejects.toMatchObject({ code: 'disk-full' })
    run.thread.refusal = null
    await run.runner.send('my words')
    await run.idle()
    expect(texts(run.thread)).toEqual(['user: my words', 'assistant: ok'])
  })
})

test('an end that goes wrong in an unforeseen way frees the thread all the same', async () => {
  const run = startRunner({ steps: [reply('ok')] })
  run.thread.refusal = new AppError('disk-full', 'Full.')
  const finishTurn = run.thread.finishTurn
  run.thread.finishTurn = () => Promise.reject(new Error('unforeseen'))
  await expect(run.runner.send('my words')).rejects.toThrow('unforeseen')
  run.thread.refusal = null
  run.thread.finishTurn = finishTurn
  await run.runner.stop()
  expect(await run.runner.send('my words')).toEqual({ kind: 'started' })
  await run.idle()
  expect(texts(run.thread)).toEqual(['user: my words', 'assistant: ok'])
})

describe('again', () => {
  test('retry: the part that came stays in the thread and is taken out of later requests', async () => {
    const run = startRunner({ steps: [hang('half'), reply('whole')] })
    await run.runner.send('go')
    await run.phase('streaming')
    await run.runner.stop()
    await run.runner.retry()
    await run.idle()
    expect(run.excluded).toEqual([1])
    expect(texts(run.thread)).toEqual(['user: go', 'assistant: half', 'assistant: whole'])
  })

  test('retry after a failure without a reply asks again and excludes nothing', async () => {
    const run = startRunner({ steps: [() => Promise.reject(new AppError('network', 'x')), reply('whole')] })
    await run.runner.send('go')
    await run.idle()
    await run.runner.retry()
    await run.idle()
    expect(run.excluded).toEqual([])
    expect(texts(run.thread)).toEqual(['user: go', 'assistant: whole'])
  })

  test('B-16 continue: the request ends with a word of the person, visible in the thread', async () => {
    const run = startRunner({ steps: [hang('half'), reply(' the rest')] })
    await run.runner.send('go')
    await run.phase('streaming')
    await run.runner.stop()
    await run.runner.continue()
    await run.idle()
    expect(texts(run.thread)).toEqual([
      'user: go',
      'assistant: half',
      'user: Continue.',
      'assistant:  the rest',
    ])
  })

  test('B-16 continue after cancelled calls invents no message', async () => {
    const slow = slowTool('look')
    const run = startRunner({
      tools: [slow.tool],
      steps: [reply('', [{ name: 'look', args: {} }]), reply('ok')],
    })
    await run.runner.send('go')
    await expect.poll(() => slow.started.length).toBe(1)
    await run.runner.stop()
    await run.runner.continue()
    await run.idle()
    expect(texts(run.thread)).toEqual(['user: go', 'assistant: ', 'assistant: ok'])
  })

  test('B-07 calls a crash left open are answered as cancelled when the thread opens, in their places', async () => {
    const thread = new MemoryThread()
    const runtime = { atMs: 1, origin: ORIGIN, ending: 'complete', privateItems: [], approvals: [] } as const
    const call = (id: string) => ({ id, name: 'read_file', arguments: {}, partialArguments: null })
    await thread.appendMessage({ role: 'user', content: [{ kind: 'text', text: 'go' }], runtime }, null)
    await thread.appendMessage(
      { role: 'assistant', content: [], toolCalls: [call('c1'), call('c2'), call('c3')], runtime },
      null,
    )
    for (const at of [0, 2])
      await thread.answerCall(1, at, { content: [{ kind: 'text', text: `r${at}` }], isError: false })
    const run = startRunner({ thread, steps: [reply('ok')] })
    await run.runner.settle()
    await run.runner.settle()
    expect([0, 1, 2].map((at) => outputText(thread, 1, at))).toEqual([
      'r0',
      expect.stringMatching(/^\[Cancelled/),
      'r2',
    ])
    await run.runner.send('continue')
    await run.idle()
    expect(texts(thread).at(-1)).toBe('assistant: ok')
  })
})

describe('queue and compaction', () => {
  const notice = (outcome: CompactionOutcome | null): GuardReport => ({
    kind: 'notice',
    notice: {
      id: 'n1',
      kind: 'manual',
      startedMs: 1,
      messageCount: 3,
      tokensBefore: 9,
      reason: 'manual',
      progress: null,
      outcome,
    },
  })

  /** A compaction whose end a test decides. */
  function slowCompaction() {
    const { promise, resolve } = Promise.withResolvers<CompactionOutcome>()
    let runs = 0
    return {
      end: resolve,
      runs: () => runs,
      compactNow: async (_: string, { report }: Pick<GuardInput, 'report'>): Promise<CompactionOutcome> => {
        runs += 1
        report(notice(null))
        const outcome = await promise
        report(notice(outcome))
        return outcome
      },
    }
  }

  test.each([
    ['ends well', { kind: 'skipped', reason: 'no-gain' }],
    ['fails', { kind: 'failed', stage: 'summary', code: 'timeout', retryAtMs: null }],
  ] as const)(
    'B-59 I9 messages typed while a compaction runs are sent once and in order when it %s',
    async (_, outcome) => {
      const slow = slowCompaction()
      const run = startRunner({ steps: [reply('r1'), reply('r2'), reply('r3')], guard: slow })
      const compacting = run.runner.compact('')
      await run.phase('compacting')
      const sent = [await run.runner.send('m1'), await run.runner.send('m2'), await run.runner.send('m3')]
      expect(sent.every(({ kind }) => kind === 'queued')).toBe(true)
      expect(run.runner.state.queue.map(({ text, waitsFor }) => [text, waitsFor])).toEqual([
        ['m1', 'compaction'],
        ['m2', 'compaction'],
        ['m3', 'compaction'],
      ])
      expect(run.thread.count).toBe(0)
      slow.end(outcome)
      expect(await compacting).toEqual(outcome)
      await expect.poll(() => run.thread.count).toBe(6)
      await run.idle()
      expect(texts(run.thread)).toEqual([
        'user: m1',
        'assistant: r1',
        'user: m2',
        'assistant: r2',
        'user: m3',
        'assistant: r3',
      ])
      expect(run.runner.state.queue).toEqual([])
    },
  )

  test('B-59 I9 what waited when the program ended waits in the queue afterwards, and nothing is sent by itself', async () => {
    const slow = slowCompaction()
    const before = startRunner({ steps: [], guard: slow })
    void before.runner.compact('')
    await before.phase('compacting')
    await before.runner.send('m1')
    await before.runner.close()
    const after = startRunner({ thread: before.thread, steps: [reply('r1'), reply('r2')] })
    const held = { text: 'm1', waitsFor: 'person' }
    expect(after.runner.state).toMatchObject({ phase: 'idle', queue: [held] })
    expect([after.thread.count, after.calls()]).toEqual([0, 0])
    // What the person says now is sent; what is held stays.
    await after.runner.send('m2')
    await after.idle()
    expect(texts(after.thread)).toEqual(['user: m2', 'assistant: r1'])
    expect(after.runner.state).toMatchObject({ queue: [held] })
    await after.runner.sendNow(after.runner.state.queue[0]?.id ?? '')
    await expect.poll(() => after.thread.count).toBe(4)
    expect(texts(after.thread).filter((line) => line.startsWith('user'))).toEqual(['user: m2', 'user: m1'])
  })

  test('S-075 S-076 S-077 S-078 B-51 after /compact nothing runs until the person speaks', async () => {
    const run = startRunner({ steps: [reply('on your word')] })
    await run.thread.appendMessage(
      {
        role: 'user',
        content: [{ kind: 'text', text: 'x' }],
        runtime: { atMs: 1, origin: null, ending: 'complete', privateItems: [], approvals: [] },
      },
      null,
    )
    expect(await run.runner.compact('the plan')).toEqual({ kind: 'skipped', reason: 'nothing-to-fold' })
    await run.idle()
    expect([run.calls(), run.thread.count, run.checks.length]).toEqual([0, 1, 0])
    expect(run.activity).toEqual([])
    await run.runner.send('now')
    await run.idle()
    expect(run.calls()).toBe(1)
  })

  test('B-03 B-61 I8 /compact during tools waits for the turn; pressed twice it runs once', async () => {
    const look = slowTool('look')
    const slow = slowCompaction()
    const run = startRunner({
      tools: [look.tool],
      guard: slow,
      steps: [reply('', [{ name: 'look', args: {} }]), reply('done')],
    })
    await run.runner.send('go')
    await expect.poll(() => look.started.length).toBe(1)
    const first = run.runner.compact('')
    expect(await run.runner.compact('')).toEqual({ kind: 'skipped', reason: 'already-running' })
    expect(slow.runs()).toBe(0)
    look.finish('seen')
    await run.phase('compacting')
    expect(outputText(run.thread, 1, 0)).toBe('seen')
    expect(texts(run.thread).at(-1)).toBe('assistant: done')
    expect(await run.runner.compact('')).toEqual({ kind: 'skipped', reason: 'already-running' })
    slow.end({ kind: 'cancelled' })
    await first
    await run.idle()
    expect(slow.runs()).toBe(1)
  })

  test('B-63 stop ends a compaction that does not listen within 500 ms', async () => {
    const slow = slowCompaction()
    const run = startRunner({ steps: [], guard: slow })
    const compacting = run.runner.compact('')
    await run.phase('compacting')
    const from = performance.now()
    await run.runner.stop()
    expect(performance.now() - from).toBeLessThan(500)
    expect(await compacting).toEqual({ kind: 'cancelled' })
    expect(run.runner.state.phase).toBe('idle')
  })

  test('send now ends the compaction and sends that message first', async () => {
    const slow = slowCompaction()
    const run = startRunner({ steps: [reply('r2'), reply('r1')], guard: slow })
    const compacting = run.runner.compact('')
    await run.phase('compacting')
    await run.runner.send('m1')
    const second = await run.runner.send('m2')
    await run.runner.sendNow(second.kind === 'queued' ? second.id : '')
    expect(await compacting).toEqual({ kind: 'cancelled' })
    await expect.poll(() => run.thread.count).toBe(4)
    expect(texts(run.thread)[0]).toBe('user: m2')
  })

  test('a message that is to be sent first takes no later compaction of the turn away', async () => {
    const look = slowTool('look')
    const skipped: boolean[] = []
    const run = startRunner({
      tools: [look.tool],
      steps: [reply('', [{ name: 'look', args: {} }]), reply('r1'), reply('r2')],
      guard: {
        beforeCall: async ({ skipCompaction }) => {
          skipped.push(skipCompaction.aborted)
          return run.ready()
        },
      },
    })
    await run.runner.send('go')
    await expect.poll(() => look.started.length).toBe(1)
    const queued = await run.runner.send('m1')
    await run.runner.sendNow(queued.kind === 'queued' ? queued.id : '')
    look.finish('seen')
    await expect.poll(() => run.thread.count).toBe(5)
    expect(skipped).toEqual([false, false, false])
  })

  test('an automatic compaction before a call shows as such, and the turn goes on', async () => {
    const run = startRunner({
      steps: [reply('ok')],
      guard: {
        beforeCall: async ({ report }) => {
          report(notice(null))
          report(notice({ kind: 'reduced', tokensBefore: 9, tokensAfter: 4 }))
          report(notice(null))
          return run.ready()
        },
      },
    })
    await run.runner.send('go')
    await run.idle()
    const phases = run.states.map(({ phase }) => phase).filter((phase, at, all) => phase !== all[at - 1])
    expect(phases).toEqual(['preparing', 'compacting', 'preparing', 'waiting', 'streaming', 'idle'])
  })

  test('B-50 text of a summary never reaches the chat, and the count of messages stays', async () => {
    const summary: string[] = []
    const pieces = Array.from({ length: 300 }, (_, at) => `SUMMARY${at} `)
    const run = startRunner({
      steps: [
        async (onDelta, signal) => {
          for (const text of pieces) onDelta({ kind: 'text', text })
          return await reply(pieces.join(''))(() => undefined, signal)
        },
        reply('the answer'),
      ],
      guard: {
        beforeCall: async ({ report, signal }) => {
          report(notice(null))
          const request = run.ready()
          // The summary comes from the very model of the chat.
          if (request.kind === 'ready')
            await request.model.stream(
              {},
              (delta) => delta.kind === 'text' && summary.push(delta.text),
              signal,
            )
          report(notice({ kind: 'reduced', tokensBefore: 9, tokensAfter: 4 }))
          return request
        },
      },
    })
    await run.runner.send('go')
    await run.idle()
    expect(summary).toEqual(pieces)
    expect(JSON.stringify([run.deltas, run.thread.records, run.states])).not.toContain('SUMMARY')
    expect(texts(run.thread)).toEqual(['user: go', 'assistant: the answer'])
    // Its cost is not the turn's: the turn has one request.
    expect(run.activity.filter(({ kind }) => kind === 'request')).toHaveLength(1)
  })

  test.each(['a turn', 'a compaction'])(
    'what waits when %s is stopped is held until the person lets it go',
    async (what) => {
      const run = startRunner({
        steps: what === 'a turn' ? [hang('part'), reply('r1'), reply('r2')] : [reply('r1'), reply('r2')],
        guard: slowCompaction(),
      })
      if (what === 'a turn') await run.runner.send('go')
      else void run.runner.compact('')
      await run.phase(what === 'a turn' ? 'streaming' : 'compacting')
      await run.runner.send('m1')
      await run.runner.send('m2')
      await run.runner.stop()
      await new Promise((resolve) => setImmediate(resolve))
      const before = run.thread.count
      expect(run.runner.state).toMatchObject({
        phase: 'idle',
        queue: [
          { text: 'm1', waitsFor: 'person' },
          { text: 'm2', waitsFor: 'person' },
        ],
      })
      await run.runner.sendNow(run.runner.state.queue[1]?.id ?? '')
      await expect.poll(() => run.thread.count).toBe(before + 2)
      await run.idle()
      expect(texts(run.thread).slice(before)).toEqual(['user: m2', 'assistant: r1'])
      expect(run.runner.state.queue).toMatchObject([{ text: 'm1', waitsFor: 'person' }])
    },
  )

  test('what waits behind a turn that failed is held: it was written for a reply that has not come', async () => {
    const failing = Promise.withResolvers<never>()
    const run = startRunner({ steps: [() => failing.promise, reply('r1')] })
    await run.runner.send('go')
    await run.phase('waiting')
    await run.runner.send('m1')
    failing.reject(new AppError('overload', 'x'))
    await run.idle()
    expect(run.runner.state).toMatchObject({
      failure: { code: 'overload' },
      queue: [{ text: 'm1', waitsFor: 'person' }],
    })
    expect(run.calls()).toBe(1)
  })

  test('a message taken out of the queue is never sent', async () => {
    const run = startRunner({ steps: [hang(''), reply('r')] })
    await run.runner.send('go')
    await run.phase('waiting')
    const queued = await run.runner.send('m1')
    run.runner.unqueue(queued.kind === 'queued' ? queued.id : '')
    await run.runner.stop()
    await run.idle()
    expect(texts(run.thread)).toEqual(['user: go'])
  })
})

test('a message taken out of the queue while the model is looked up for it is not sent', async () => {
  const lookups: (() => void)[] = []
  const thread = new MemoryThread()
  thread.queue.add('m1', 'turn')
  const ensureModel = () => new Promise<void>((resolve) => lookups.push(resolve))
  const run = startRunner({ steps: [], thread, ensureModel })
  const [queued] = run.runner.state.queue
  const sending = run.runner.sendNow(queued?.id ?? '')
  await vi.waitUntil(() => lookups.length === 1)
  lookups[0]?.()
  await vi.waitUntil(() => lookups.length === 2)
  run.runner.unqueue(queued?.id ?? '')
  lookups[1]?.()
  await sending
  await run.idle()
  expect(texts(run.thread)).toEqual([])
  expect(run.runner.state).toMatchObject({ failure: null, queue: [] })
})

test('stop while the model is looked up: nothing is stored and the send tells so', async () => {
  const run = startRunner({ steps: [], ensureModel: () => new Promise(() => undefined) })
  const sending = run.runner.send('my words')
  const from = performance.now()
  await Promise.all([run.runner.stop(), expect(sending).rejects.toMatchObject({ code: 'cancelled' })])
  expect(performance.now() - from).toBeLessThan(500)
  expect([run.thread.count, run.runner.state.phase]).toEqual([0, 'idle'])
})

describe('a window that comes in the middle', () => {
  test('is told the reply as far as it has come, and the pieces after it follow without a gap', async () => {
    let go: () => void = () => undefined
    let end: () => void = () => undefined
    const gone = new Promise<void>((resolve) => {
      go = resolve
    })
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const step: ModelStep = async (onDelta, signal) => {
      onDelta({ kind: 'thinking', text: 'Let me see.' })
      onDelta({ kind: 'text', text: 'The first half, ' })
      onDelta({ kind: 'call', position: 0, name: 'read_file', argumentsText: '{"path":' })
      await gone
      onDelta({ kind: 'text', text: 'and the second.' })
      await ended
      return reply('The first half, and the second.')(() => undefined, signal)
    }
    const run = startRunner({ steps: [step] })
    expect(run.runner.now().reply).toBeNull()
    await run.runner.send('go')
    await expect.poll(() => run.runner.now().reply?.text).toBe('The first half, ')
    const first = run.runner.now().reply
    expect(first).toMatchObject({
      index: 1,
      thinking: 'Let me see.',
      calls: [{ name: 'read_file', argumentsText: '{"path":' }],
    })
    go()
    await expect.poll(() => run.deltas.length).toBeGreaterThan(first?.seq ?? 0)
    const later = run.deltas.slice(first?.seq)
    expect(later.map(({ text }) => text).join('')).toBe('and the second.')
    expect(run.deltas.map(({ seq }) => seq)).toEqual(run.deltas.map((_, at) => at + 1))
    end()
    await run.idle()
    expect(run.runner.now().reply).toBeNull()
  })
  test('a reply that is asked for again begins anew, also at the same place', async () => {
    const refused = new AppError('overflow', 'Too large.')
    const run = startRunner({
      steps: [
        (onDelta) => {
          onDelta({ kind: 'text', text: ' ' })
          throw refused
        },
        reply('whole'),
      ],
    })
    await run.runner.send('go')
    await run.idle()
    expect(run.deltas.map(({ index, request, seq }) => ({ index, request, seq }))).toEqual([
      { index: 1, request: 1, seq: 1 },
      { index: 1, request: 2, seq: 1 },
    ])
  })
})
