import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Preview } from '../../shared/compact/preview.ts'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openThread } from '../threads/open-thread.ts'
import { Compactor } from './compactor.ts'
import { reportRetention } from './report-retention.ts'

const OPTIONS = {
  keepTurns: 1,
  instructions: '',
  summarizerId: 'built-in',
  detail: 'short',
  language: 'same',
  budgetChars: 4_000,
} as const

/** A session of another tool: what a person asked for, that tool's compaction, and four long turns after it. */
function session(asked: string, summary: string): string {
  const records: object[] = [
    { type: 'user', message: { role: 'user', content: asked } },
    {
      type: 'assistant',
      message: { role: 'assistant', id: 'm1', model: 'm', content: [{ type: 'text', text: 'Ok.' }] },
    },
    {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      parentUuid: null,
      logicalParentUuid: 'u1',
    },
    {
      type: 'user',
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      message: { role: 'user', content: summary },
    },
  ]
  for (let turn = 1; turn <= 4; turn += 1)
    records.push(
      { type: 'user', message: { role: 'user', content: `Step ${turn}: read src/part-${turn}.ts` } },
      {
        type: 'assistant',
        message: {
          role: 'assistant',
          id: `m2${turn}`,
          model: 'm',
          content: [{ type: 'text', text: 'The parser reads part after part. '.repeat(60) }],
        },
      },
    )
  return records
    .map((record, at) =>
      JSON.stringify({
        parentUuid: at === 0 ? null : `u${at - 1}`,
        uuid: `u${at}`,
        sessionId: 's',
        timestamp: new Date(1_750_000_000_000 + at * 1000).toISOString(),
        ...record,
      }),
    )
    .join('\n')
}

function rulesOf({ sections }: Preview): string {
  return sections
    .filter(({ key }) => key === 'rules')
    .map(({ text }) => text)
    .join('\n')
}

async function compacted(text: string) {
  const folder = temporaryFolder()
  const path = join(folder, 'session.jsonl')
  writeFileSync(path, text)
  const file = await openThread(path)
  const compactor = new Compactor(compactorPorts({ transcriptFolder: () => folder }))
  const signal = new AbortController().signal
  const preview = await compactor.start(path, file, OPTIONS, () => undefined, signal)
  const outcome = await compactor.apply(preview.previewId, null)
  if (outcome.kind !== 'written') throw new Error('There is no copy.')
  return { file, preview, copy: await openThread(outcome.path) }
}

test('a rule said before the compaction of another tool is kept, also where that tool forgot it', async () => {
  const { file, preview, copy } = await compacted(
    session('Build the parser. Never touch the tests.', 'The parser is half done.'),
  )
  expect(rulesOf(preview)).toBe('- Never touch the tests.')
  expect(preview.retention.byClass.find((one) => one.class === 'rule')).toMatchObject({ total: 1, score: 1 })
  expect(reportRetention(file, copy).byClass.find((one) => one.class === 'rule')).toMatchObject({ total: 1 })
})

test('the plan names the folder of a transcript’s copy, and none where it goes beside the thread', async () => {
  const path = join(temporaryFolder(), 'session.jsonl')
  writeFileSync(path, session('Build the parser.', 'It is half done.'))
  const file = await openThread(path)
  const planned = (folder: string) =>
    new Compactor(compactorPorts({ transcriptFolder: () => folder })).plan(path, file, 'built-in')
  expect((await planned('/work/research')).copyFolder).toBe('research')
  expect((await planned(dirname(path))).copyFolder).toBeUndefined()
})
