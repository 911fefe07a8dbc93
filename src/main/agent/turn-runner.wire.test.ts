import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ScriptedProvider, startScriptedProvider } from '../../../e2e/provider/server.ts'
import type { AnswerBlock, ScriptedProviderOptions, Step } from '../../../e2e/provider/types.ts'
import type { ModelOrigin } from '../../shared/thread/message.ts'
import { repairMessages } from '../compaction/boundary/repair.ts'
import { checkRequest } from '../compaction/request/check-request.ts'
import { renderRequest } from '../compaction/request/render-request.ts'
import { sanitizeFor } from '../compaction/sanitize/private-state.ts'
import type { ChatModel } from '../providers/chat/chat-model.ts'
import { openChatModel } from '../providers/chat/open-chat-model.ts'
import { chatSettings } from '../testing/chat-thread.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import type { GuardAnswer, GuardInput } from './ports.ts'
import { MemoryThread } from './testing/memory-thread.ts'
import { startRunner } from './testing/start-runner.ts'

const PROTOCOLS: readonly ModelOrigin['protocol'][] = ['openai-chat', 'openai-responses', 'anthropic']
const KEY = 'sk-test-AAAABBBBCCCCDDDD'

/** The loop over a real SDK and the strict scripted provider; the guard sends every fact that is not excluded. */
async function start(protocol: ModelOrigin['protocol'], options: ScriptedProviderOptions) {
  const provider: ScriptedProvider = await startScriptedProvider(options)
  onTestFinished(() => provider.close())
  const model: ChatModel = openChatModel(chatSettings(provider, protocol), KEY, {
    wait: async () => undefined,
  })
  const thread = new MemoryThread()
  const root = temporaryFolder()
  const recoveries: string[] = []
  const request = (input: GuardInput): GuardAnswer => {
    const facts = thread.messages.filter((_, index) => !run.excluded.includes(index))
    const body = renderRequest({
      target: model.origin,
      family: model.family,
      system: 'You are a careful engineer.',
      tools: input.tools,
      messages: sanitizeFor(repairMessages(facts).messages, model.origin),
      maxOutputTokens: 4_000,
      imageData: () => null,
    })
    return { kind: 'ready', body, model }
  }
  const run = startRunner({
    root,
    thread,
    model,
    guard: {
      beforeCall: async (input) => request(input),
      afterOverflow: async (refusal, input) => {
        recoveries.push(refusal.code)
        return request(input)
      },
    },
  })
  onTestFinished(() => run.runner.close())
  /** Every request was taken by the provider's own rules and by ours. */
  const allValid = (): void => {
    for (const { body } of provider.requests) expect(checkRequest(protocol, body)).toEqual([])
    expect(run.runner.state.failure).toBeNull()
  }
  return { ...run, provider, root, recoveries, allValid }
}

const call = (name: string, args: { readonly [key: string]: unknown }): AnswerBlock => ({
  kind: 'call',
  name,
  arguments: args,
})
const answer = (...blocks: AnswerBlock[]): Step => ({ kind: 'answer', blocks, deltaChars: 7 })
const says = (text: string): AnswerBlock => ({ kind: 'text', text })

describe.each(PROTOCOLS)('%s', (protocol) => {
  test('S-035 S-053 a loop with parallel reads, a write and thinking: every request is taken, results go back whole', async () => {
    const run = await start(protocol, {
      script: [
        answer(
          { kind: 'thinking', text: 'two files' },
          says('I look.'),
          call('read_file', { path: 'a.txt' }),
          call('read_file', { path: 'b.txt' }),
        ),
        answer(call('write_file', { path: 'c.txt', content: 'A+B' })),
        answer(says('Done.')),
      ],
    })
    writeFileSync(join(run.root, 'a.txt'), 'ALPHA')
    writeFileSync(join(run.root, 'b.txt'), 'BETA')
    await run.runner.send('join them')
    await run.phase('approval')
    run.runner.answer('a1', 'once')
    await run.idle()
    expect(readFileSync(join(run.root, 'c.txt'), 'utf8')).toBe('A+B')
    expect(run.provider.requests).toHaveLength(3)
    expect(run.provider.requests[1]?.text).toContain('ALPHA')
    expect(run.provider.requests[1]?.text).toContain('BETA')
    expect(run.provider.requests[2]?.text).toContain('Created c.txt')
    expect(run.thread.messages.map(({ toolCalls }) => toolCalls.length)).toEqual([0, 2, 1, 0])
    expect(run.thread.messages[1]?.thinking).toContain('two files')
    expect(run.thread.messages[3]?.usage).not.toBeNull()
    expect(run.deltas.map(({ text }) => text).join('')).toBe('I look.Done.')
    run.allValid()
  })

  test('S-050 B-16 B-63 stop in the middle of a reply and of a command, then go on: the requests stay valid', async () => {
    const run = await start(protocol, {
      script: [
        { kind: 'answer', text: 'a long answer that comes slowly', deltaChars: 2, delayMs: 40 },
        answer(says('I run it.'), call('run_command', { command: 'sleep 20' }), call('list_dir', {})),
        answer(says('On we go.')),
      ],
    })
    const stopped = async (): Promise<void> => {
      const from = performance.now()
      await run.runner.stop()
      expect(performance.now() - from).toBeLessThan(500)
    }
    await run.runner.send('go')
    await expect.poll(() => run.deltas.length).toBeGreaterThan(1)
    await stopped()
    expect(run.thread.messages[1]?.runtime?.ending).toBe('interrupted')
    await run.runner.continue()
    await run.phase('approval')
    // The one that reads does not wait for the answer to the other.
    await expect.poll(() => run.thread.messages.at(-1)?.toolCalls[1]?.output).not.toBeNull()
    run.runner.answer('a1', 'once')
    await run.phase('tools')
    await stopped()
    const last = run.thread.messages.at(-1)
    expect(last?.toolCalls.map(({ output }) => output?.isError)).toEqual([true, false])
    await run.runner.continue()
    await run.idle()
    expect(run.thread.messages.at(-1)?.content).toEqual([{ kind: 'text', text: 'On we go.' }])
    run.allValid()
  })

  test('retry leaves the part that came in the thread and out of the request', async () => {
    const run = await start(protocol, {
      script: [
        { kind: 'answer', text: 'HALFWAY there and further on', deltaChars: 2, delayMs: 40 },
        answer(says('whole')),
      ],
    })
    await run.runner.send('go')
    await expect.poll(() => run.deltas.length).toBeGreaterThan(2)
    await run.runner.stop()
    await run.runner.retry()
    await run.idle()
    expect(run.thread.count).toBe(3)
    expect(run.provider.requests[1]?.text).not.toContain('HALF')
    run.allValid()
  })

  test('B-39 S-111 an overflow told inside a 200 stream is replayed once and never shown', async () => {
    const data =
      protocol === 'anthropic'
        ? {
            type: 'error',
            error: {
              type: 'invalid_request_error',
              message: 'prompt is too long: 9000 tokens > 8000 maximum',
            },
          }
        : {
            error: {
              message: 'The request is greater than the context length',
              code: 'context_length_exceeded',
            },
          }
    const run = await start(protocol, {
      script: [
        { kind: 'answer', text: 'x', inject: { afterEvents: 0, event: 'error', data, isLast: true } },
        answer(says('smaller')),
      ],
    })
    await run.runner.send('go')
    await run.idle()
    expect(run.recoveries).toEqual(['overflow'])
    expect(run.thread.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(run.states.every(({ failure }) => failure === null)).toBe(true)
    run.allValid()
  })

  test('B-39 a stream that breaks after some text keeps the text, marked failed', async () => {
    const run = await start(protocol, {
      script: [
        {
          kind: 'answer',
          text: 'twenty characters... and more',
          deltaChars: 5,
          cut: { after: 'events', count: 6, how: 'end' },
        },
      ],
    })
    await run.runner.send('go')
    await run.idle()
    const [, partial] = run.thread.messages
    expect(partial?.runtime?.ending).toBe('failed')
    const [part] = partial?.content ?? []
    expect('twenty characters... and more'.startsWith(part?.kind === 'text' ? part.text : 'none')).toBe(true)
    expect(run.runner.state.failure?.code).toBe('stream-cut')
    expect(run.recoveries).toEqual([])
  })

  test('B-37 a rate limit is waited for, never compacted; B-90 an echoed key goes nowhere', async () => {
    const run = await start(protocol, {
      script: [
        {
          kind: 'reply',
          status: 429,
          body: { error: { message: 'slow down', type: 'rate_limit_error' } },
          headers: { 'retry-after': '1' },
        },
        answer(says('here')),
        {
          kind: 'reply',
          status: 401,
          body: { error: { message: `Incorrect API key provided: ${KEY}`, type: 'authentication_error' } },
        },
      ],
    })
    await run.runner.send('go')
    await run.idle()
    expect([run.thread.count, run.recoveries.length]).toEqual([2, 0])
    run.allValid()
    await run.runner.send('again')
    await run.idle()
    expect(run.runner.state.failure?.code).toBe('auth')
    expect(JSON.stringify([run.states, run.activity, run.thread.records])).not.toContain('AAAABBBB')
  })

  test('a call that cannot run comes back as a failed result the model can read', async () => {
    const run = await start(protocol, {
      script: [
        answer(call('no_such_tool', { a: 1 }), call('read_file', { path: '../../etc/passwd' })),
        answer(says('sorry')),
      ],
    })
    await run.runner.send('go')
    await run.idle()
    expect(run.provider.requests[1]?.text).toContain('There is no tool named no_such_tool')
    expect(run.provider.requests[1]?.text).toContain('outside the workspace')
    expect(existsSync(join(run.root, 'passwd'))).toBe(false)
    run.allValid()
  })
})
