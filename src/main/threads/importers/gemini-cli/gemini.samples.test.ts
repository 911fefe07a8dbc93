import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../../shared/thread/message.ts'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { lostLines, messageCounts } from '../testing/line-samples.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, samplesIn } from '../testing/sample-source.ts'
import { geminiDocument } from './gemini-document.ts'
import { geminiLines } from './gemini-lines.ts'

const folder = sampleFolder()
const read = (name: string) => {
  const text = readFileSync(path.join(folder ?? '', name))
  const format = name.endsWith('.jsonl') ? geminiLines : geminiDocument
  const other = name.endsWith('.jsonl') ? geminiDocument : geminiLines
  const threads = readTranscript(format, [{ name: path.basename(name), text }])
  return { threads, text, only: threads[0], format, other }
}
const textOf = (message: Message | undefined) =>
  message?.content.map((part) => (part.kind === 'text' ? part.text : '')).join('') ?? ''

describe.skipIf(folder === null)('sample files of Gemini CLI (skipped without the samples folder)', () => {
  test.each(samplesIn('gemini-cli'))('%s has the true counts', (name) => {
    const { threads, text, format, other } = read(name)
    const expected = sampleCounts(name)
    expect(format.recognizes(probe(name, text))).toBe(true)
    expect(other.recognizes(probe(name, text))).toBe(false)
    expect(countsOf(threads, expected)).toEqual(expected)
    if (format.kind === 'lines') expect(lostLines(threads, text)).toEqual([])
    const built = messageCounts(threads[0]?.messages ?? [])
    expect(built.toolCalls).toBe(expected.toolCalls)
    expect((built.toolCalls ?? 0) - (built.toolResults ?? 0)).toBe(expected.orphanCalls)
  })

  test('the conversation is there: prompts, last reply, folded steps, counts from before a resume', () => {
    const log = read('gemini-cli/v0.61-session.jsonl').only
    const kinds = log?.transcript.entries.map(({ kind }) => kind)
    expect(kinds?.slice(0, 2)).toEqual(['context', 'prompt'])
    expect(kinds?.filter((kind) => kind === 'prompt')).toHaveLength(2)
    const replies = log?.messages.filter(({ role }) => role === 'assistant')
    expect(replies).toHaveLength(22)
    expect(replies?.every(({ usage }) => usage?.output === 130 && usage.reasoning === 40)).toBe(true)
    expect(textOf(log?.messages.at(-1))).toMatch(/^Findings after 14 checks/)
    const folded = read('gemini-cli/v0.20-session.json').only
    expect(folded?.messages.every(({ toolCalls }) => toolCalls.length <= 2)).toBe(true)
    expect(folded?.messages.filter(({ usage }) => usage !== null)).toHaveLength(9)
    const chat = read('gemini-cli/checkpoint-review.json').only
    expect(chat?.transcript.entries.filter(({ kind }) => kind === 'prompt')).toHaveLength(2)
    const signed = chat?.messages.flatMap(({ runtime }) => runtime?.privateItems ?? [])
    expect(signed?.filter((item) => JSON.stringify(item).includes('thought_signature'))).toHaveLength(17)
  })
})
