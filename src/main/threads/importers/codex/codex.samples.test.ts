import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../../shared/thread/message.ts'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { codex } from '../codex.ts'
import { lostLines, messageCounts } from '../testing/line-samples.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, samplesIn } from '../testing/sample-source.ts'

const folder = sampleFolder()
const read = (name: string) => {
  const text = readFileSync(path.join(folder ?? '', name))
  return { threads: readTranscript(codex, [{ name: path.basename(name), text }]), text }
}
const textOf = (message: Message | undefined) =>
  message?.content.map((part) => (part.kind === 'text' ? part.text : '')).join('') ?? ''

describe.skipIf(folder === null)('sample rollouts of Codex (skipped without the samples folder)', () => {
  test.each(samplesIn('codex'))('%s has the true counts', (name) => {
    const { threads, text } = read(name)
    const expected = sampleCounts(name)
    expect(codex.recognizes(probe(name, text))).toBe(true)
    expect(countsOf(threads, expected)).toEqual(expected)
    expect(lostLines(threads, text)).toEqual([])
    if (name.includes('record-kinds')) return
    const { transcript, messages } = threads[0] ?? { transcript: null, messages: [] }
    const said = messages.filter((_, index) => transcript?.entries[index]?.kind !== 'checkpoint')
    const built = messageCounts(said)
    expect(built).toMatchObject({
      toolCalls: expected.distinctCalls,
      toolResults: expected.distinctCalls,
      images: expected.images,
    })
    expect(
      messages.filter(({ thinking, hasPrivateReasoning }) => thinking || hasPrivateReasoning).length,
    ).toBe(messages.filter(({ hasPrivateReasoning }) => hasPrivateReasoning).length)
    const privates = messages.flatMap(({ runtime }) => runtime?.privateItems ?? [])
    expect(privates.filter((item) => JSON.stringify(item).includes('"encrypted_content"'))).toHaveLength(
      expected.encryptedReasoning ?? 0,
    )
  })

  test('the conversation is there: prompts, last reply, checkpoint, counts', () => {
    const run = read('codex/v0.104-run.jsonl').threads[0]
    const kinds = run?.transcript.entries.map(({ kind }) => kind)
    expect(kinds?.filter((kind) => kind === 'prompt')).toHaveLength(4)
    expect(kinds?.filter((kind) => kind === 'reply')).toHaveLength(64)
    expect(textOf(run?.messages[3])).toMatch(/^Give me an overview of how this project indexes/)
    expect(textOf(run?.messages.at(-1))).toMatch(/^Here is what I found after 3 checks/)
    expect(textOf(run?.messages[kinds?.indexOf('checkpoint') ?? 0])).toContain(
      '[user] Which tests should I add first?',
    )
    const replies = run?.messages.filter(({ role }) => role === 'assistant')
    expect(replies?.every(({ usage }) => usage?.output === 120)).toBe(true)
  })

  test('a byte order mark and CRLF are no part of the lines', () => {
    const { threads, text } = read('edge/codex-bom-crlf.jsonl')
    expect(codex.recognizes(probe('x', text))).toBe(true)
    expect(threads[0]?.transcript.tally.records).toBe(40)
    expect(threads[0]?.transcript.entries.some(({ kind }) => kind === 'broken')).toBe(false)
    expect(lostLines(threads, text)).toEqual([])
  })
})
