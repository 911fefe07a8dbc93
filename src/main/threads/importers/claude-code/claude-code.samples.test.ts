import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../../shared/thread/message.ts'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { claudeCode } from '../claude-code.ts'
import { allMessages, lostLines, messageCounts } from '../testing/line-samples.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, samplesIn } from '../testing/sample-source.ts'

const folder = sampleFolder()
const read = (name: string) => {
  const text = readFileSync(path.join(folder ?? '', name))
  return { threads: readTranscript(claudeCode, [{ name: path.basename(name), text }]), text }
}

describe.skipIf(folder === null)(
  'sample sessions of Claude Code (skipped without the samples folder)',
  () => {
    test.each(samplesIn('claude-code'))('%s has the true counts', (name) => {
      const { threads, text } = read(name)
      const expected = sampleCounts(name)
      expect(claudeCode.recognizes(probe(name, text))).toBe(true)
      expect(countsOf(threads, expected)).toEqual(expected)
      expect(lostLines(threads, text)).toEqual([])
      const built = messageCounts(allMessages(claudeCode, threads, text))
      // The picture of a queued prompt stands in an attachment, which is no message.
      const queued = name.includes('record-kinds') ? 1 : 0
      expect({ ...built, images: (built.images ?? 0) - queued }).toEqual(
        Object.fromEntries(Object.keys(built).map((key) => [key, expected[key]])),
      )
    })

    test('a session and its subagents are one source of five threads', () => {
      const under = path.join(folder ?? '', 'claude-code/v2.1-subagents')
      const id = 'b3a7bd3c-5a10-4e7b-8ff0-7fc0cd6d1093'
      expect(claudeCode.companions?.(`${id}.jsonl`)).toEqual([`${id}/subagents`])
      const agents = ['a775a67', 'aa9d784', 'ac47f8c', 'ae52dab'].map(
        (one) => `${id}/subagents/agent-${one}.jsonl`,
      )
      const files = [`${id}.jsonl`, ...agents].map((name) => ({
        name,
        text: readFileSync(path.join(under, name)),
      }))
      const threads = readTranscript(claudeCode, files)
      expect(threads.map(({ transcript: { key, parentKey } }) => [key, parentKey])).toEqual([
        [id, null],
        ['a775a67', id],
        ['aa9d784', id],
        ['ac47f8c', id],
        ['ae52dab', id],
      ])
      expect(threads[0]?.messages[1]?.toolCalls.every(({ name, output }) => name === 'Task' && output)).toBe(
        true,
      )
    })

    test('the conversation is there: first prompt, last reply, summary, sidechains', () => {
      const textOf = (message: Message | undefined) =>
        message?.content.map((part) => (part.kind === 'text' ? part.text : '')).join('') ?? ''
      const long = read('claude-code/v2.0-long-pdf-thinking.jsonl').threads[0]
      expect(long?.transcript.entries.filter(({ kind }) => kind === 'prompt')).toHaveLength(15)
      expect(textOf(long?.messages[0])).toMatch(/^please read the research and the resources directories/)
      const medium = read('claude-code/v1.0.120-medium.jsonl').threads[0]
      expect(textOf(medium?.messages.at(-1))).toMatch(/^You're welcome!/)
      const compact = read('claude-code/v2.1-manual-compact.jsonl').threads[0]
      const kinds = compact?.transcript.entries.map(({ kind }) => kind)
      expect(kinds).toEqual([
        ...['prompt', 'reply', 'prompt', 'reply', 'prompt', 'reply', 'checkpoint'],
        ...['context', 'context', 'context', 'reply'],
      ])
      expect(textOf(compact?.messages[6])).toContain('This session is being continued from a previous')
      expect(compact?.messages[6]?.runtime?.imported?.checkpoint).toMatchObject({
        trigger: 'manual',
        tokensBefore: 26634,
      })
      const inline = read('claude-code/v1.0.108-sidechain-inline.jsonl').threads
      expect(inline.map(({ messages }) => messages.length)).toEqual([12, 4, 8])
    })

    test('a session cut in its last line gives the rest and says so', () => {
      const { threads } = read('edge/claude-code-truncated-tail.jsonl')
      const entries = threads.flatMap(({ transcript }) => transcript.entries)
      expect(entries.filter(({ kind }) => kind === 'broken')).toHaveLength(1)
      expect(threads.reduce((sum, { transcript }) => sum + (transcript.tally.records ?? 0), 0)).toBe(28)
    })
  },
)
