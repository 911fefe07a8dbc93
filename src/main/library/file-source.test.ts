import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { writeGeneratedThread } from '../../../bench/generate-thread.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { indexFolder } from '../threads/kept/index-folder.ts'
import { keepIndex, openThread } from '../threads/open-thread.ts'
import { keptSources, openFileSource } from './file-source.ts'

test('a large thread is indexed by what its reader kept', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'large.json')
  writeGeneratedThread(path, { messages: 2400 })
  const kept = indexFolder(join(folder, 'index'))
  const read = vi.fn(kept.read)
  const open = keptSources({ read })
  const unread = await open(path)
  unread.close()
  const reader = await openThread(path)
  await keepIndex(path, reader, kept)
  reader.close()
  const source = await open(path)
  const plain = await openFileSource(path)
  expect(read.mock.results.map(({ value }) => value === null)).toEqual([true, false])
  expect(source.count).toBe(plain.count)
  expect(source.mark(2400)).toBe(plain.mark(2400))
  expect(source.message(1200)).toEqual(plain.message(1200))
  source.close()
  plain.close()
})
