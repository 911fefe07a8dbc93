import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openRecentSearches } from './recent-searches.ts'

test('the newest search is first, each stands once, and a restart keeps them', async () => {
  const folder = temporaryFolder()
  const recent = await openRecentSearches(folder, Date.now)
  for (const text of ['a', 'b', ' a ', '', 'c']) await recent.remember(text)
  expect((await openRecentSearches(folder, Date.now)).list()).toEqual(['c', 'a', 'b'])
})

test('a damaged list is begun anew', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'recent-searches.json'), '{"texts": [1, "a", {')
  const recent = await openRecentSearches(folder, Date.now)
  expect(await recent.remember('b')).toEqual(['b'])
})
