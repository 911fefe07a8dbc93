import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { estimateTextTokens } from '../compaction/tokens/estimate-text.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, call, type NativeRecord } from '../testing/thread-builder.ts'
import { parseMessage } from '../threads/native/parse-message.ts'
import { latestPlan } from './latest-plan.ts'
import { recentPaths } from './recent-paths.ts'
import { restoreFiles } from './restore-files.ts'

let root: string
beforeEach(() => {
  root = join(temporaryFolder(), 'w')
  mkdirSync(root)
})

const WIDE = { maxFiles: 5, perFileTokens: 5000, totalTokens: 20_000 }
const long = Array.from({ length: 400 }, (_, line) => `line ${line} of a long file\n`).join('')
const messages = (...records: readonly NativeRecord[]) =>
  records.map((record) => parseMessage(Buffer.from(JSON.stringify(record)), new Map()).message)

test('S-040 files used last come first; failed calls and deleted files do not count', () => {
  const list = messages(
    answer('a', '', [
      call('1', 'read_file', { path: 'old.ts' }, 'x'),
      call('2', 'read_file', { path: 'b.ts' }, 'x'),
    ]),
    answer('b', '', [call('3', 'read_file', { path: 'bad.ts' }, 'no', true)]),
    answer('c', '', [
      call('4', 'write_file', { path: 'new.ts' }, 'x'),
      call('5', 'delete_file', { path: 'b.ts' }, 'x'),
    ]),
  )
  expect(recentPaths(list, 9)).toEqual(['new.ts', 'old.ts'])
})

test('S-041 the plan is that of the last successful plan call', () => {
  const plan = (step: string) => ({ plan: [{ step, status: 'in_progress' }] })
  const list = messages(
    answer('a', '', [call('1', 'update_plan', plan('first'), 'ok')]),
    answer('b', '', [call('2', 'update_plan', plan('second'), 'ok')]),
    answer('c', '', [
      call('3', 'update_plan', plan('refused'), 'no', true),
      call('4', 'update_plan', plan('open'), null),
    ]),
  )
  expect(latestPlan(list)).toBe('- [~] second')
  expect(latestPlan([])).toBe(null)
})

test('S-042 S-043 no file takes more than its budget, and all together no more than theirs', async () => {
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), long)
  const files = await restoreFiles(root, ['a', 'b', 'c'], {
    maxFiles: 5,
    perFileTokens: 600,
    totalTokens: 1000,
  })
  expect(files.map(({ path }) => path)).toEqual(['a', 'b'])
  for (const file of files) {
    expect(file.isCut).toBe(true)
    expect(file.tokens).toBe(estimateTextTokens(file.text))
    expect(file.tokens).toBeLessThanOrEqual(600)
    expect(long.startsWith(file.text)).toBe(true)
  }
  expect(files.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(1000)
})

test('S-044 no more files than the limit, and one file under two names counts once', async () => {
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), name)
  const files = await restoreFiles(root, ['a', join(root, 'a'), 'b', 'c'], { ...WIDE, maxFiles: 2 })
  expect(files.map(({ path }) => path)).toEqual(['a', 'b'])
})

test('S-045 S-046 only text is put back, as it is on disk now, with the hash of the whole file', async () => {
  writeFileSync(join(root, 'a.ts'), 'now\n')
  writeFileSync(join(root, 'zero.bin'), Buffer.from([65, 0, 66]))
  writeFileSync(join(root, 'odd.bin'), Buffer.from([0xff, 0xfe, 0xfd]))
  const [file, ...others] = await restoreFiles(root, ['zero.bin', 'odd.bin', 'gone.ts', 'a.ts'], WIDE)
  const sha256 = createHash('sha256').update('now\n').digest('hex')
  expect(file).toEqual({
    path: 'a.ts',
    text: 'now\n',
    sha256,
    tokens: estimateTextTokens('now\n'),
    isCut: false,
  })
  expect(others).toEqual([])
})

test('nothing outside the workspace is read, and a pipe does not hold anything up', async () => {
  writeFileSync(join(root, '../secret'), 'secret')
  symlinkSync('../secret', join(root, 'link'))
  execFileSync('mkfifo', [join(root, 'pipe')])
  const paths = ['../secret', 'link', join(root, '../secret'), 'pipe', '.']
  expect(await restoreFiles(root, paths, WIDE)).toEqual([])
})
