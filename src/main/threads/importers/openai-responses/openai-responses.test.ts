import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectCounts, sampleText } from '../testing/expect-counts.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, type ReadTranscript, readTranscript } from '../testing/read-transcript.ts'
import { sampleCounts, samplesIn } from '../testing/sample-source.ts'
import { openAiResponses, openAiResponsesLines } from './openai-responses.ts'

const json = (value: unknown) => JSON.stringify(value)
const read = (value: unknown) => readTranscript(openAiResponses, [{ name: 'a.json', text: json(value) }])
const kinds = (thread: ReadTranscript | undefined) => thread?.transcript.entries.map(({ kind }) => kind)
const samples = samplesIn('openai-responses')

describe.skipIf(samples.length === 0)('samples of Responses (skipped where the samples are absent)', () => {
  test.each(samples)('%s has the counts of the manifest', (name) => {
    const counts = sampleCounts(name)
    const messages = expectCounts(openAiResponses, name).flatMap((thread) => thread.messages)
    const calls = messages.flatMap(({ toolCalls }) => toolCalls)
    expect(calls).toHaveLength(counts.toolCalls ?? 0)
    expect(calls.filter(({ output }) => output !== null)).toHaveLength(counts.toolResults ?? 0)
    const items = messages.flatMap(({ runtime }) => runtime?.privateItems ?? [])
    expect(items.filter((item) => json(item).includes('"encrypted_content"'))).toHaveLength(
      counts.encryptedItems ?? 0,
    )
    const parts = messages.flatMap(({ content, toolCalls }) => [
      ...content,
      ...toolCalls.flatMap(({ output }) => output?.content ?? []),
    ])
    expect(parts.filter(({ kind }) => kind === 'image')).toHaveLength(counts.images ?? 0)
  })

  test('the talk is really there', () => {
    const name = 'openai-responses/request-body-codex-0.128.json'
    const [thread] = readTranscript(openAiResponses, [{ name, text: sampleText(name) }])
    const source = JSON.parse(sampleText(name)) as { instructions: string }
    expect(thread?.transcript.head.systemPrompt).toBe(source.instructions)
    expect(thread?.messages[0]?.content).toMatchObject([
      { text: 'Give me an overview of how this project indexes past conversations. [steps=30]' },
    ])
    const [answer] = readTranscript(openAiResponses, [
      { name: 'a', text: sampleText('openai-responses/response-reasoning-encrypted-content.json') },
    ])
    expect(answer?.messages.at(-1)?.usage?.output).toBeGreaterThan(0)
    expect(answer?.messages.at(-1)?.thinking).not.toBeNull()
  })
})

describe('Responses', () => {
  test('an item of a new kind hides neither the answer nor a call that comes later', () => {
    const answer = {
      id: 'resp_1',
      object: 'response',
      output: [
        { type: 'of_a_new_kind', note: 1 },
        { type: 'another_one' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] },
      ],
    }
    expect(openAiResponses.recognizes(probe('a.json', json(answer)))).toBe(true)
    expect(read(answer)[0]?.messages[0]?.content).toMatchObject([
      { kind: 'other', type: 'of_a_new_kind' },
      { kind: 'other', type: 'another_one' },
      { text: 'hi' },
    ])
    const items = [
      { type: 'message', role: 'user', content: 'q' },
      { type: 'compaction_summary', encrypted_content: 'E' },
      { type: 'additional_tools', tools: [] },
      { type: 'robot_call', call_id: 'c', action: { arm: 1 } },
      { type: 'robot_call_output', call_id: 'c', output: 'moved' },
    ]
    expect(openAiResponses.recognizes(probe('a.json', json(items)))).toBe(true)
    const [thread] = read(items)
    expect(kinds(thread)).toEqual(['prompt', 'checkpoint', 'context', 'reply'])
    expect(thread?.messages[3]?.toolCalls).toMatchObject([
      { name: 'robot', arguments: { arm: 1 }, output: { content: [{ text: 'moved' }] } },
    ])
  })

  const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'read', arguments: '{"a":1}' })
  const result = (id: string, output: unknown) => ({ type: 'function_call_output', call_id: id, output })
  const request = {
    model: 'gpt-5',
    instructions: 'be brief',
    previous_response_id: 'resp_0',
    input: [
      { role: 'user', content: 'hi' },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'hm' }],
        encrypted_content: 'x',
      },
      call('a'),
      call('b'),
      result('b', [{ type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' }]),
      result('a', 'one'),
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'done', annotations: [] }],
      },
      { type: 'compaction', id: 'cmp_1', encrypted_content: 'y' },
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: '<environment_context>\n</environment_context>' }],
      },
      result('ghost', 'nobody asked'),
    ],
  }

  test('an answer is one reply with its calls and their results; a compaction is a checkpoint', () => {
    const [thread] = read(request)
    expect(kinds(thread)).toEqual(['context', 'prompt', 'reply', 'reply', 'checkpoint', 'context', 'context'])
    const [previous, , first, , checkpoint] = thread?.messages ?? []
    expect(json(previous?.content)).toContain('resp_0')
    expect(first).toMatchObject({
      thinking: 'hm',
      toolCalls: [
        { id: 'a', arguments: { a: 1 }, output: { content: [{ text: 'one' }] } },
        { id: 'b', output: { content: [{ kind: 'image' }] } },
      ],
      runtime: { origin: { protocol: 'openai-responses', model: 'gpt-5' } },
    })
    expect(first?.runtime?.privateItems[0]).toEqual(request.input[1])
    expect(checkpoint?.runtime?.privateItems).toEqual([request.input[7]])
    expect(thread?.transcript.head).toMatchObject({ systemPrompt: 'be brief', model: { id: 'gpt-5' } })
  })

  test('reads a text as input, an answer beside its request, and items line by line', () => {
    const answer = {
      object: 'response',
      output: [
        {
          type: 'message',
          id: 'm1',
          role: 'assistant',
          status: 'incomplete',
          content: [{ type: 'output_text', text: 'hel' }],
        },
      ],
      usage: { input_tokens: 9, output_tokens: 3, input_tokens_details: { cached_tokens: 4 } },
    }
    const [thread] = read({ request: { model: 'm', input: 'hello' }, response: answer })
    expect(kinds(thread)).toEqual(['prompt', 'reply'])
    expect(thread?.messages[0]?.content).toMatchObject([{ text: 'hello' }])
    expect(thread?.messages[1]).toMatchObject({
      usage: { input: 5, cacheRead: 4 },
      runtime: { ending: 'length' },
    })
    const lines = request.input
      .slice(1)
      .map((item) => json(item))
      .join('\n')
    expect(openAiResponsesLines.recognizes(probe('a.jsonl', lines))).toBe(true)
    expect(readTranscript(openAiResponsesLines, [{ name: 'a', text: lines }]).map(kinds)).toEqual([
      ['reply', 'reply', 'checkpoint', 'context', 'context'],
    ])
  })

  test('a cut document gives what stands before the cut and says so', () => {
    const text = json(request)
    for (let cut = 1; cut < text.length; cut += 1) {
      const [thread] = readTranscript(openAiResponses, [{ name: 'a', text: text.slice(0, cut) }])
      expect(kinds(thread)?.at(-1)).toBe('broken')
      if (cut > text.indexOf('"ghost"') + 20) expect(kinds(thread)?.length).toBeGreaterThanOrEqual(7)
    }
  })

  test('no changed value and no cut makes it throw', () => {
    expectTotal(
      openAiResponses,
      fc.constantFrom<unknown>(request, request.input, { output: request.input, usage: {} }),
    )
    expectTotal(openAiResponsesLines, fc.constant(request.input), (value) =>
      Array.isArray(value) ? value.map((line) => json(line)).join('\n') : json(value),
    )
  })
})

test.each(['compaction', 'reasoning', 'message'])(
  'a part of opencode of the type %s is no item of Responses',
  (type) => {
    const part = { id: 'p1', sessionID: 's1', messageID: 'm1', type, text: 'hm', auto: true }
    expect(openAiResponses.recognizes(probe('007.json', json(part)))).toBe(false)
    expect(openAiResponsesLines.recognizes(probe('parts.jsonl', `${json(part)}\n${json(part)}\n`))).toBe(
      false,
    )
  },
)
