import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Preview } from '../../shared/compact/preview.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, call, plainTurns, prompt, threadText } from '../testing/thread-builder.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { carriedPins } from './carried-pins.ts'
import { Compactor } from './compactor.ts'
import { reportRetention } from './report-retention.ts'

const OPTIONS = {
  keepTurns: 2,
  instructions: '',
  summarizerId: 'built-in',
  detail: 'standard',
  language: 'same',
  budgetChars: 4_000,
} as const
const ERROR = 'ValueError: the size is negative'
/** Message with the error: it is pinned. Its fix comes behind it. */
const FAILED = 4

/** Three turns of which the second fails and is mended, then `turns` plain ones. */
function sourceFile(): string {
  const long = (id: string) => answer(id, 'The parser reads part after part. '.repeat(60))
  const messages = [
    prompt('s1', 'Never touch the vendored parser. Look at src/size.py and limit it to 4096 bytes.'),
    long('s2'),
    prompt('s3', 'Test negative sizes, too.'),
    long('s4'),
    answer('s5', 'I run the tests of the negative sizes.', [
      call('c1', 'run', { command: 'pytest -q tests/test_negative.py' }, `${ERROR}\nexit code 1`, true),
    ]),
    answer('s6', 'I mend it.', [
      call('c2', 'edit_file', { path: 'src/size.py', content: 'x' }, 'ok'),
      call('c3', 'run', { command: 'pytest -q tests/test_negative.py' }, '4 passed\nexit code 0'),
    ]),
    ...plainTurns(2, 3),
    long('s7'),
    ...plainTurns(4, 5),
  ]
  const path = join(temporaryFolder(), 'sizes.json')
  writeFileSync(path, threadText(messages))
  return path
}

async function start(path: string, change: { keepTurns?: number; fromIndex?: number } = {}) {
  const compactor = new Compactor(compactorPorts())
  const file = await openThreadFile(path)
  const signal = new AbortController().signal
  const preview = await compactor.start(path, file, { ...OPTIONS, ...change }, () => undefined, signal)
  return { compactor, file, preview }
}

async function apply(compactor: Compactor, { previewId }: Preview) {
  const outcome = await compactor.apply(previewId, null)
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  return outcome.path
}

/** A source with its copy, in which the failed message is pinned. */
async function pinnedCopy(change: { fromIndex?: number } = {}) {
  const { compactor, file, preview } = await start(sourceFile(), change)
  const pinned = await compactor.pin(preview.previewId, FAILED, true)
  return { file, preview: pinned, path: await apply(compactor, pinned) }
}

function textsOf({ sections }: Preview): string {
  return sections.map(({ text }) => text).join('\n')
}

test('the report of a copy with a pinned original says what its preview said', async () => {
  const { file, preview, path } = await pinnedCopy()
  const report = reportRetention(file, await openThreadFile(path))
  expect(preview.retention.factTotal).toBeGreaterThan(8)
  expect(report.factTotal).toBe(preview.retention.factTotal)
  expect(report.counts).toEqual(preview.retention.counts)
  expect(report.floors).toEqual(preview.retention.floors)
})

test('so does that of a copy whose lineage names no pins, and of a range with one', async () => {
  const { file, preview, path } = await pinnedCopy()
  const copy = await openThreadFile(path)
  const { pinnedMessages, ...origin } = copy.origin ?? {}
  expect(pinnedMessages).toEqual(['s5'])
  expect(reportRetention(file, Object.assign(copy, { origin })).counts).toEqual(preview.retention.counts)
  const range = await pinnedCopy({ fromIndex: 2 })
  expect(reportRetention(range.file, await openThreadFile(range.path)).counts).toEqual(
    range.preview.retention.counts,
  )
})

test('a pinned original is no new work in the next summary, and stays as it is', async () => {
  const { path } = await pinnedCopy()
  const first = await openThreadFile(path)
  expect(first.readMessage(1).id).toBe('s5')
  const { compactor, preview } = await start(path, { keepTurns: 1 })
  expect(preview.sections.find(({ key }) => key === 'errors')?.text ?? '').not.toContain(ERROR)
  expect(textsOf(preview)).not.toContain(ERROR)
  expect(preview.pinned.map(({ index }) => index)).toEqual([1])
  const second = await openThreadFile(await apply(compactor, preview))
  expect(second.readMessage(1)).toEqual(first.readMessage(1))
  expect(second.origin?.pinnedMessages).toEqual(['s5'])
  expect(reportRetention(first, second).counts).toEqual(preview.retention.counts)
})

test('it can be unpinned and pinned again before the next copy is written', async () => {
  const { path } = await pinnedCopy()
  const { compactor, preview } = await start(path, { keepTurns: 1 })
  const without = await compactor.pin(preview.previewId, 1, false)
  expect(without.pinned).toEqual([])
  expect((await compactor.pin(preview.previewId, 1, true)).pinned).toHaveLength(1)
})

test('where nothing but a pinned original would age out, there is nothing to summarize', async () => {
  const compactor = new Compactor(compactorPorts())
  const path = sourceFile()
  const signal = new AbortController().signal
  const preview = await compactor.start(path, await openThreadFile(path), OPTIONS, () => undefined, signal)
  const copy = await apply(compactor, await compactor.pin(preview.previewId, 2, true))
  await expect(start(copy, { keepTurns: 2 })).rejects.toMatchObject({
    code: 'nothing-to-compact',
    params: { reason: 'all-kept' },
  })
  expect(basename(copy)).toBe('sizes-compact-1.json')
})

test('a pinned original whose id others have too is named by none: no other message counts as pinned for it', async () => {
  const path = sourceFile()
  const thread = JSON.parse(readFileSync(path, 'utf8'))
  for (const message of thread.context.messages) message.id = 'same'
  writeFileSync(path, JSON.stringify(thread))
  const { compactor, preview } = await start(path)
  const copyPath = await apply(compactor, await compactor.pin(preview.previewId, FAILED, true))
  const copy = await openThreadFile(copyPath)
  expect(messageText(copy.readMessage(1))).toContain('I run the tests')
  expect(copy.origin?.pinnedMessages).toEqual([])
  // As older copies were written.
  const older = JSON.parse(readFileSync(copyPath, 'utf8'))
  older.meta.palimpsest.pinnedMessages = ['same']
  writeFileSync(copyPath, JSON.stringify(older))
  expect(carriedPins(await openThreadFile(copyPath))).toEqual(new Set())
})
