import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, type NativeRecord, prompt, threadText } from '../testing/thread-builder.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { Compactor } from './compactor.ts'
import { matchSource } from './match-source.ts'
import { reportRetention } from './report-retention.ts'

const TURNS = 6
const LONG = 'The parser reads part after part. '.repeat(60)

function messages(): readonly NativeRecord[] {
  return Array.from({ length: TURNS }, (_, turn) => [
    prompt(`u${turn}`, `Task ${turn}. Never touch locks/${turn}.lock.`),
    answer(`a${turn}`, LONG),
  ]).flat()
}

/** A thread with these ids (undefined = none), compacted to three turns. */
async function compacted(idOf: (index: number) => unknown, fromIndex: number | null = null) {
  const path = join(temporaryFolder(), 'plan.json')
  const named = messages().map((message, index): NativeRecord => {
    const { id: _, ...rest } = message
    const id = idOf(index)
    return id === undefined ? rest : Object.assign({ id }, rest)
  })
  writeFileSync(path, threadText(named))
  const compactor = new Compactor(compactorPorts())
  const options = {
    keepTurns: 3,
    instructions: '',
    summarizerId: 'built-in',
    detail: 'standard',
    language: 'same',
    budgetChars: 4_000,
    fromIndex,
  } as const
  const file = await openThreadFile(path)
  const preview = await compactor.start(path, file, options, () => undefined, new AbortController().signal)
  const outcome = await compactor.apply(preview.previewId, null)
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  return { file, preview, path: outcome.path }
}

/** What a program writes when the conversation goes on. */
function goOn(path: string): void {
  const copy = JSON.parse(readFileSync(path, 'utf8'))
  copy.context.messages.push({ role: 'user', content: [{ type: 'text', text: 'Go on with task 6.' }] })
  writeFileSync(path, JSON.stringify(copy))
}

describe.each([
  ['without ids', () => undefined],
  ['with one id for all', () => 'x'],
  ['with numbers for ids', (index: number) => index],
  [
    'whose first kept message has the id of one that left',
    (index: number) => (index % 6 === 0 ? 'x' : `m${index}`),
  ],
  [
    'whose last kept message has the id of one that left',
    (index: number) => (index % 10 === 1 ? 'x' : `m${index}`),
  ],
] as const)('a thread %s', (_name, idOf) => {
  test('the report of its copy says what the preview said, also when the copy went on', async () => {
    const { file, preview, path } = await compacted(idOf)
    expect(preview.retention.factTotal).toBeGreaterThan(2)
    expect(reportRetention(file, await openThreadFile(path)).counts).toEqual(preview.retention.counts)
    goOn(path)
    expect(reportRetention(file, await openThreadFile(path)).counts).toEqual(preview.retention.counts)
  })

  test('so does that of a copy in which the first messages stay', async () => {
    const { file, preview, path } = await compacted(idOf, 2)
    expect(preview.retention.factTotal).toBeGreaterThan(1)
    expect(reportRetention(file, await openThreadFile(path)).counts).toEqual(preview.retention.counts)
  })
})

test('without a lineage and ids the kept messages are those that both files end with', async () => {
  const { file, preview, path } = await compacted(() => undefined)
  const copy = Object.assign(await openThreadFile(path), { origin: null })
  expect(reportRetention(file, copy).counts).toEqual(preview.retention.counts)
})

test('a copy of a thread without ids is known as its copy, also when the thread went on', async () => {
  const { file, path } = await compacted(() => undefined)
  goOn(file.path)
  expect(await matchSource(await openThreadFile(file.path), await openThreadFile(path))).toBe('changed')
})
