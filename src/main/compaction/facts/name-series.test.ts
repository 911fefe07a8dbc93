import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import { extractFacts } from './extract-facts.ts'
import { foldSeries } from './name-series.ts'
import { parseFacts } from './parse-facts.ts'
import { renderFacts } from './render-facts.ts'

function names(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    text: `RE-2026-${from + index}`,
    kind: 'name' as const,
    weight: 1 / (index + 1),
  }))
}

function said(text: string, output = ''): Message {
  const answer = { content: [{ kind: 'text' as const, text: output }], isError: false }
  const call = { id: '', name: 'bash', arguments: { command: 'x' }, partialArguments: null, output: answer }
  return {
    id: '',
    role: 'assistant',
    content: [{ kind: 'text', text }],
    thinking: null,
    toolCalls: output === '' ? [] : [call],
    usage: null,
    durationMs: null,
    hasPrivateReasoning: false,
    metaFlag: null,
  }
}

function referencesOf(...messages: readonly Message[]): readonly string[] {
  return extractFacts(messages, { firstIndex: 0, firstTurn: 1 }).references.map((name) => name.text)
}

describe('a series of ids', () => {
  it('keeps the most active and folds the run', () => {
    expect(foldSeries(names(1000, 1119)).map((name) => name.text)).toEqual([
      'RE-2026-1000',
      'RE-2026-1001',
      'RE-2026-1002',
      'RE-2026-1000…1119',
    ])
  })

  it('leaves few ids and files alone', () => {
    expect(foldSeries(names(1000, 1004))).toHaveLength(5)
    const files = names(10, 40).map((name) => ({ ...name, kind: 'file' as const }))
    expect(foldSeries(files)).toHaveLength(files.length)
  })

  it('grows when the next checkpoint adds to it', () => {
    const lane = extractFacts(
      [
        said(
          names(1000, 1119)
            .map((name) => name.text)
            .join(' '),
        ),
      ],
      {
        firstIndex: 0,
        firstTurn: 1,
      },
    )
    const read = parseFacts(renderFacts(lane, 2_000)).references
    expect(read.some((name) => name.text === 'RE-2026-1000…1119')).toBe(true)
    expect(foldSeries([...names(1200, 1240), ...read]).map((name) => name.text)).toContain(
      'RE-2026-1000…1240',
    )
  })
})

describe('noise of logs', () => {
  it('is no name in use: SQL words, words in capitals, ids that stand once in a long output', () => {
    const log = `INFO STARTED req-4711-88 order_lines WHERE UNIQUE GATEWAY ${'. '.repeat(4_000)}`
    const found = referencesOf(said('I run SELECT on order_lines.', log))
    expect(found).toEqual(['order_lines'])
  })

  it('an id that somebody wrote, or that came up twice, stays', () => {
    expect(
      referencesOf(said('Look at RE-2026-1042.', 'x'), said('', 'JOB-2231'), said('', 'JOB-2231')),
    ).toEqual(['RE-2026-1042', 'JOB-2231'])
  })
})
