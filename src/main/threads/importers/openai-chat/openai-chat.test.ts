import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../../shared/thread/message.ts'
import { runSteps } from '../../../compaction/steps.ts'
import { toCallCard } from '../../view/call-card.ts'
import { scanFiles } from '../open-transcript.ts'
import { expectCounts, sampleText } from '../testing/expect-counts.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, type ReadTranscript, readTranscript, sourceOf } from '../testing/read-transcript.ts'
import { sampleCounts, samplesIn } from '../testing/sample-source.ts'
import { openAiChat, openAiChatLines } from './openai-chat.ts'

const json = (value: unknown) => JSON.stringify(value)
const read = (value: unknown) => readTranscript(openAiChat, [{ name: 'a.json', text: json(value) }])
const textOf = (message: Message | undefined) =>
  (message?.content ?? []).map((part) => (part.kind === 'text' ? part.text : part.kind)).join('|')
const kinds = (thread: ReadTranscript | undefined) => thread?.transcript.entries.map(({ kind }) => kind)
const samples = samplesIn('openai-chat')
const formatFor = (name: string) => (name.endsWith('.jsonl') ? openAiChatLines : openAiChat)

describe.skipIf(samples.length === 0)(
  'samples of Chat Completions (skipped where the samples are absent)',
  () => {
    test.each(samples)('%s has the counts of the manifest', (name) => {
      const counts = sampleCounts(name)
      const threads = expectCounts(formatFor(name), name)
      const inList = threads.flatMap(({ transcript, messages }) =>
        messages.filter(
          (_, at) => (transcript.entries[at]?.detail as { choice?: boolean } | undefined)?.choice !== true,
        ),
      )
      const calls = inList.flatMap(({ toolCalls }) => toolCalls)
      expect(calls).toHaveLength(counts.toolCalls ?? 0)
      expect(calls.filter(({ output }) => output !== null)).toHaveLength(counts.toolResults ?? 0)
      expect(inList.filter(({ role }) => role === 'assistant')).toHaveLength(counts.assistant ?? 0)
    })

    test('the talk is really there', () => {
      const text = (name: string) => sampleText(`openai-chat/${name}`)
      const document = JSON.parse(text('tau-airline-000-039.json')) as { traj: { content: string }[] }[]
      const threads = readTranscript(openAiChat, [
        { name: 'tau.json', text: text('tau-airline-000-039.json') },
      ])
      for (const [at, { transcript, messages }] of threads.entries()) {
        const source = document[at]?.traj ?? []
        expect(transcript.head.systemPrompt).toBe(source[0]?.content)
        expect(textOf(messages[0])).toBe(source[1]?.content)
      }
      const [log] = readTranscript(openAiChat, [{ name: 'log.json', text: text('request-log-tools.json') }])
      expect(log?.transcript.head.tools).toHaveLength(3)
      expect(log?.messages.at(-1)).toMatchObject({
        usage: { input: 6729, output: 199 },
        toolCalls: [{ output: null }],
      })
    })
  },
)

describe.skipIf(samples.length === 0)('edge samples', () => {
  const edge = (name: string) => sampleText(`edge/${name}`)

  test('orphans: a result before its call is paired, a second result and an unknown one are context', () => {
    const text = edge('openai-chat-orphans.json')
    expect(openAiChat.recognizes(probe('a.json', text))).toBe(true)
    const [thread] = readTranscript(openAiChat, [{ name: 'a.json', text }])
    expect(thread?.transcript.tally).toMatchObject({ messages: 10, orphanCalls: 1, orphanResults: 1 })
    expect(kinds(thread)).toEqual(['prompt', 'reply', 'context', 'reply', 'context', 'reply', 'prompt'])
    const [, first, ghost, second, again, refusal] = thread?.messages ?? []
    expect(first?.toolCalls).toMatchObject([
      { id: 'call_early', output: { content: [{ text: 'result that comes before its call' }] } },
      { id: 'call_none', arguments: {}, partialArguments: '{"path":', output: null },
    ])
    expect(textOf(ghost)).toBe('nobody asked')
    expect(second?.toolCalls).toMatchObject([{ arguments: {}, output: { content: [{ text: 'first' }] } }])
    expect(textOf(again)).toBe('second')
    expect(textOf(refusal)).toBe('I cannot do that.')
    expect(thread?.transcript.entries.at(-1)?.isEmpty).toBe(true)
  })

  test('hard strings are read line by line and no thread is made of what is none', () => {
    const text = edge('hard-strings.jsonl')
    expect(openAiChatLines.recognizes(probe('a.jsonl', text))).toBe(true)
    const threads = readTranscript(openAiChatLines, [{ name: 'a.jsonl', text }])
    expect(threads).toHaveLength(4)
    expect(textOf(threads[1]?.messages[0])).toBe('lone high \ufffd and lone low \ufffd')
    expect(openAiChat.recognizes(probe('a.json', edge('not-a-thread.json')))).toBe(false)
  })
})

describe('Chat Completions', () => {
  test('a conversation logged with what went in and came out is one', () => {
    const logged = { input: 'q', messages: [{ role: 'user', content: 'q' }], output: 'a' }
    expect(openAiChat.recognizes(probe('a.json', json(logged)))).toBe(true)
    expect(kinds(read(logged)[0])).toEqual(['prompt'])
  })

  const call = (id: string | null, name = 'read') => ({
    id,
    type: 'function',
    function: { name, arguments: '{}' },
  })
  const reply = (...calls: unknown[]) => ({ role: 'assistant', content: null, tool_calls: calls })
  const result = (id: string | null, content: unknown, name?: string) => ({
    role: 'tool',
    tool_call_id: id,
    content,
    name,
  })
  const outputs = (thread: ReadTranscript | undefined) =>
    thread?.messages.flatMap(({ toolCalls }) =>
      toolCalls.map(({ output }) => output && textOf({ ...output } as never)),
    )

  test('a result claims no success: the format has no mark for how a call ended', () => {
    const [thread] = read([reply(call('a'), call('b')), result('a', 'Error: gone'), result('b', '2 rows')])
    const cards = thread?.messages.flatMap(({ toolCalls }) => toolCalls.map(toCallCard))
    expect(cards?.map(({ state }) => state)).toEqual(['failed', 'answered'])
  })

  test('pairs results by id in any order, by place where ids are missing, and in turn where ids repeat', () => {
    expect(outputs(read([reply(call('a'), call('b')), result('b', '2'), result('a', '1')])[0])).toEqual([
      '1',
      '2',
    ])
    expect(outputs(read([reply(call(null), call(null)), result(null, '1'), result(null, '2')])[0])).toEqual([
      '1',
      '2',
    ])
    const repeated = [
      reply(call('c')),
      result('c', '1'),
      reply(call('c')),
      result('c', '2'),
      reply(call('c')),
    ]
    expect(outputs(read(repeated)[0])).toEqual(['1', '2', null])
    const old = [
      { role: 'assistant', content: null, function_call: { name: 'sum', arguments: '{"a":1}' } },
      { role: 'function', name: 'sum', content: '3' },
    ]
    expect(outputs(read(old)[0])).toEqual(['3'])
  })

  test('reads pictures, refusals, reasoning, custom tools and keeps what it does not know', () => {
    const url = 'data:image/png;base64,iVBORw0KGgo='
    const [thread] = read([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see', cache_control: { type: 'x' } },
          { type: 'image_url', image_url: { url } },
        ],
      },
      { role: 'assistant', content: '', refusal: 'no', reasoning_content: 'hm', audio: { id: 'a1' } },
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA' } }] },
      reply({ id: 'x', type: 'custom', custom: { name: 'patch', input: 'raw text' } }),
      { role: 'system', content: 'from now on' },
      { role: 'narrator', content: 'odd' },
      7,
    ])
    expect(kinds(thread)).toEqual(['prompt', 'reply', 'prompt', 'reply', 'context', 'context', 'context'])
    const [see, refused, audio, patch] = thread?.messages ?? []
    expect(see?.content).toMatchObject([{ kind: 'text' }, { kind: 'image', mimeType: 'image/png', bytes: 8 }])
    expect(refused).toMatchObject({ content: [{ text: 'no' }], thinking: 'hm' })
    expect(audio?.content).toMatchObject([{ kind: 'other', type: 'input_audio' }])
    expect(patch?.toolCalls).toMatchObject([{ arguments: { input: 'raw text' } }])
    const entry = thread?.transcript.entries[0]
    const record = new TextEncoder().encode(
      json({ role: 'user', content: [{ type: 'text', text: 's', cache_control: 1 }], name: 'ann' }),
    )
    expect(entry && openAiChat.build([record], entry).rest).toEqual({
      name: 'ann',
      blocks: { 0: { cache_control: 1 } },
    })
  })

  test('an answer beside its request is the last reply; further choices are branches', () => {
    const [thread] = read({
      request: {
        model: 'gpt-4o',
        messages: [{ role: 'user', content: 'hi' }],
        tools: [{ type: 'function', function: { name: 't' } }],
      },
      response: {
        id: 'chatcmpl-1',
        created: 1_700_000_000,
        choices: [
          { finish_reason: 'length', message: { role: 'assistant', content: 'one' } },
          { message: { role: 'assistant', content: 'two' } },
        ],
        usage: { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } },
      },
    })
    expect(thread?.transcript.head.model).toEqual({ provider: 'openai', id: 'gpt-4o' })
    expect(thread?.messages[1]).toMatchObject({
      id: 'chatcmpl-1',
      usage: { input: 6, cacheRead: 4, output: 5 },
      runtime: { ending: 'length', atMs: 1_700_000_000_000, origin: { model: 'gpt-4o' } },
    })
    expect(thread?.transcript.branches).toMatchObject([{ key: 'chatcmpl-1-choice-2', sharedEntries: 1 }])
  })

  test('a document cut at any byte gives what stands before the cut and says so', () => {
    const text = json({
      model: 'm',
      messages: [{ role: 'user', content: 'hello' }, reply(call('a')), result('a', 'out')],
    })
    for (let cut = 0; cut < text.length; cut += 1) {
      const threads = readTranscript(openAiChat, [{ name: 'a.json', text: text.slice(0, cut) }])
      const shown = threads[0]?.messages.length ?? 0
      if (cut > text.indexOf('"role":"tool"')) expect(shown).toBeGreaterThanOrEqual(3)
      if (cut > text.indexOf('hello') + 7) expect(textOf(threads[0]?.messages[0])).toBe('hello')
      if (cut > 0) expect(threads.at(-1)?.transcript.entries.at(-1)?.kind).toBe('broken')
    }
  })

  test('what stands behind a document is said', () => {
    const one = json([{ role: 'user', content: 'x' }])
    for (const text of [`${one} rest`, `[${one},${one}] ]`, `[${one}, oops`]) {
      const threads = readTranscript(openAiChat, [{ name: 'a.json', text }])
      expect(kinds(threads.at(-1))).toEqual(['prompt', 'broken'])
    }
  })

  test('a broken line leaves the lines around it', () => {
    const line = json({ messages: [{ role: 'user', content: 'x' }] })
    const threads = readTranscript(openAiChatLines, [{ name: 'a.jsonl', text: `${line}\n{"mess\n${line}` }])
    expect(threads.map(kinds)).toEqual([['prompt'], ['prompt', 'broken']])
  })

  test('one message a line is one thread', () => {
    const text = [{ role: 'user', content: 'a' }, reply(call('q')), result('q', 'r')].map(json).join('\n')
    expect(openAiChatLines.recognizes(probe('a.jsonl', text))).toBe(true)
    const threads = readTranscript(openAiChatLines, [{ name: 'a.jsonl', text }])
    expect(threads.map(kinds)).toEqual([['prompt', 'reply']])
    expect(outputs(threads[0])).toEqual(['r'])
  })

  test('no changed value and no cut makes it throw', () => {
    const talk = {
      messages: [{ role: 'user', content: 'hello' }, reply(call('a')), result('a', 'out')],
      choices: [{ message: {} }],
    }
    expectTotal(
      openAiChat,
      fc.constantFrom<unknown>(talk, talk.messages, [{ traj: talk.messages }], { body: talk }),
    )
    expectTotal(openAiChatLines, fc.constant([talk, ...talk.messages]), (value) =>
      Array.isArray(value) ? value.map((line) => json(line)).join('\n') : json(value),
    )
  })

  test('100,000 messages are scanned in a few seconds, with one id everywhere too', {
    timeout: 120_000,
  }, () => {
    for (const id of ['same', null]) {
      const messages = Array.from({ length: 50_000 }, () => [reply(call(id)), result(id, 'x')]).flat()
      const started = performance.now()
      const [thread] = runSteps(scanFiles(openAiChat, sourceOf([{ name: 'a', text: json(messages) }])))
      expect(thread?.entries).toHaveLength(50_000)
      expect(performance.now() - started).toBeLessThan(60_000)
    }
    const lines = runSteps(
      scanFiles(
        openAiChatLines,
        sourceOf([{ name: 'a', text: `${json({ role: 'user', content: 'x' })}\n{\n`.repeat(50_000) }]),
      ),
    )
    expect(lines[0]?.entries).toHaveLength(100_000)
    const calls = Array.from({ length: 20_000 }, () => call(''))
    const [thread] = read([reply(...calls), ...calls.map(() => result('', 'x'))])
    expect(thread?.messages[0]?.toolCalls.every(({ output }) => output !== null)).toBe(true)
  })
})
