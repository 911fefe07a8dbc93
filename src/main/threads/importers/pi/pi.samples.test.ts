import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../../shared/thread/message.ts'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { pi } from '../pi.ts'
import { allMessages, lostLines, messageCounts } from '../testing/line-samples.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, samplesIn } from '../testing/sample-source.ts'

const folder = sampleFolder()
const read = (name: string) => {
  const text = readFileSync(path.join(folder ?? '', name))
  const threads = readTranscript(pi, [{ name: path.basename(name), text }])
  return { threads, text, only: threads[0] }
}
const textOf = (message: Message | undefined) =>
  message?.content.map((part) => (part.kind === 'text' ? part.text : '')).join('') ?? ''

describe.skipIf(folder === null)('sample sessions of pi (skipped without the samples folder)', () => {
  test.each(samplesIn('pi'))('%s has the true counts', (name) => {
    const { threads, text } = read(name)
    const expected = sampleCounts(name)
    expect(pi.recognizes(probe(name, text))).toBe(true)
    expect(countsOf(threads, expected)).toEqual(expected)
    expect(lostLines(threads, text)).toEqual([])
    const messages = allMessages(pi, threads, text)
    const { toolCalls, toolResults, images, assistant } = expected
    expect(messageCounts(messages)).toMatchObject({ toolCalls, toolResults, images })
    expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(assistant ?? 0)
    expect(messages.filter(({ thinking }) => thinking !== null)).toHaveLength(expected.thinking ?? 0)
    const privates = messages.flatMap(({ runtime }) => runtime?.privateItems ?? [])
    expect(privates.filter((item) => JSON.stringify(item).includes('"thinkingSignature"'))).toHaveLength(
      expected.encryptedReasoning ?? 0,
    )
  })

  test('version 1 is a plain list: prompts, aborted answers, open calls', () => {
    const { only } = read('pi/v1-large.jsonl')
    const kinds = only?.transcript.entries.map(({ kind }) => kind)
    expect(kinds?.filter((kind) => kind === 'prompt')).toHaveLength(88)
    expect(only?.messages).toHaveLength(541)
    expect(only?.messages.filter(({ runtime }) => runtime?.ending === 'interrupted')).toHaveLength(21)
    const open = only?.messages.flatMap(({ toolCalls }) => toolCalls.filter(({ output }) => output === null))
    expect(open).toHaveLength(18)
    expect(textOf(only?.messages[2])).toMatch(/^read packages\/coding-agent\/docs\/theme.md in f/)
  })

  test('version 3 is a tree: the active line, the abandoned one, checkpoints before what they kept', () => {
    const { only } = read('pi/v3-tree.jsonl')
    const { entries = [], branches = [], head } = only?.transcript ?? {}
    expect(head).toMatchObject({ title: 'Archive parser review', model: { id: 'mock-model' } })
    expect(head?.systemPrompt).toMatch(/^You are a coding assistant running inside pi/)
    expect(head?.tools.map(({ name }) => name)).toContain('read')
    expect(branches).toHaveLength(1)
    expect(entries[branches[0]?.sharedEntries ?? 0]?.id).toBe('4ba262d4')
    const at = (id: string) => entries.findIndex((entry) => entry.id === id)
    expect(entries[at('c8eed6c0')]?.kind).toBe('checkpoint')
    expect(at('593fda35')).toBe(at('c8eed6c0') + 1)
    expect(at('9ea7dfdb')).toBe(at('6429a896') + 1)
    const last = entries.findLastIndex(({ kind }) => kind === 'checkpoint')
    expect(entries[last]?.id).toBe('6429a896')
    expect(textOf(only?.messages[last])).toContain('## Goal\nUnderstand how the project indexes')
  })

  test('a compaction that kept everything stands before everything', () => {
    const { only } = read('pi/v3-tiny-compaction.jsonl')
    expect(only?.transcript.entries.map(({ kind }) => kind)).toEqual([
      ...['checkpoint', 'checkpoint', 'prompt', 'reply', 'prompt', 'reply'],
    ])
  })
})
