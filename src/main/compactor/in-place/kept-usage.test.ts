import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compactorPorts } from '../../testing/compactor-ports.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { answer, type NativeRecord, prompt, threadText } from '../../testing/thread-builder.ts'
import { openThreadFile } from '../../threads/thread-file.ts'
import { Compactor } from '../compactor.ts'
import { FileFacts } from './file-facts.ts'
import { startContext } from './testing/start-context.ts'

/** Answers with the usage of a prompt of 140,000 tokens. */
function countedTurns(turns: number): readonly NativeRecord[] {
  return Array.from({ length: turns }, (_, turn) => [
    prompt(`u${turn}`, `Mend src/part-${turn}.ts, please.`),
    {
      ...answer(`a${turn}`, `Part ${turn} was mended. ${'Each record is read. '.repeat(60)}`),
      usage: { input: 139_900, output: 100, cacheRead: 0, cacheWrite: 0 },
    },
  ]).flat()
}

async function compacted(records: readonly NativeRecord[]): Promise<string> {
  const folder = temporaryFolder()
  const path = join(folder, 'long.json')
  writeFileSync(path, threadText(records))
  const compactor = new Compactor(compactorPorts())
  const options = {
    keepTurns: 2,
    instructions: '',
    summarizerId: 'built-in',
    detail: 'short',
    language: 'same',
    budgetChars: 2_000,
  } as const
  const preview = await compactor.start(
    'long.json',
    await openThreadFile(path),
    options,
    () => undefined,
    new AbortController().signal,
  )
  const outcome = await compactor.apply(preview.previewId, folder)
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  return outcome.path
}

test('S-067 B-27 a compacted copy is as full as its list: kept messages bring usage that counted the whole thread', async () => {
  const file = await openThreadFile(await compacted(countedTurns(12)))
  const { context } = await startContext([], { facts: new FileFacts(file) })
  expect(context.pressure).toMatchObject({ basis: 'estimate', anchorIndex: null })
  expect(context.pressure.tokens).toBeLessThan(4_000)
})

test('S-067 what is said in a copy after it was made counts again', async () => {
  const file = await openThreadFile(await compacted(countedTurns(12)))
  const atMs = (file.checkpointMs ?? 0) + 1
  file.appendRecord(prompt('new', 'And the next one?'))
  file.appendRecord({
    ...answer('newer', 'Done.'),
    usage: { input: 5_000, output: 10, cacheRead: 0, cacheWrite: 0 },
    palimpsest: { atMs },
  })
  const { context } = await startContext([], { facts: new FileFacts(file) })
  expect(context.pressure).toMatchObject({ basis: 'usage', anchorIndex: file.count - 1, tokens: 5_010 })
})

test('S-067 a checkpoint of unknown origin makes usage without a time say nothing', async () => {
  const path = await compacted(countedTurns(12))
  const foreign = join(temporaryFolder(), 'foreign.json')
  const { meta: _, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(foreign, JSON.stringify(rest))
  const file = await openThreadFile(foreign)
  expect(file.checkpointMs).toBe(Number.NEGATIVE_INFINITY)
  const { context } = await startContext([], { facts: new FileFacts(file) })
  expect(context.pressure.basis).toBe('estimate')
})

test('S-061 without a checkpoint the newest usage decides, with a time or without', async () => {
  const { context } = await startContext(countedTurns(3))
  expect(context.pressure).toMatchObject({ basis: 'usage', tokens: 140_000 })
})
