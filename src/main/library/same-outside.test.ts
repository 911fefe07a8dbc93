import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { claudeSession } from '../import/testing/claude-session.ts'
import { importAll } from '../import/testing/import-all.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { prompt, threadText } from '../testing/thread-builder.ts'
import { openFileSource } from './file-source.ts'
import { openIndexForWriting } from './index-database.ts'
import { Indexer } from './indexer.ts'
import { Library } from './library.ts'

/** A workspace and files outside of it that were opened, asked the way the window asks. */
async function startLibrary(root: string, outside: readonly string[]) {
  const dataDir = temporaryFolder()
  const db = openIndexForWriting(dataDir)
  const indexer = new Indexer({
    db,
    open: openFileSource,
    onProgress: () => undefined,
    onBroken: (error) => {
      throw error
    },
  })
  indexer.setRoot(root)
  for (const path of outside) indexer.addOutside(path)
  await indexer.settled()
  const library = new Library({
    dataDir,
    root: () => root,
    resolve: async (thread) => (isAbsolute(thread) ? thread : join(root, thread)),
    open: openFileSource,
    marks: { pins: () => [], checkpointThreads: () => [], checkpoints: () => [] },
    onDamage: () => undefined,
  })
  onTestFinished(() => {
    library.close()
    db.close()
  })
  return {
    indexer,
    search: async (text: string) => {
      const scope = { hasTools: true, hasThinking: true }
      const { groups } = await library.search(
        { text, scope, order: 'newest', groups: 20 },
        new AbortController().signal,
      )
      return groups.map(({ thread, sameOutside }) => [thread, sameOutside])
    },
  }
}

test('a session that was imported is found once, in the workspace, and told of outside until it has more', async () => {
  const root = temporaryFolder()
  const session = join(temporaryFolder(), 'one.jsonl')
  writeFileSync(session, claudeSession('one', 2))
  const own = (await importAll([session], root)).threads[0] ?? ''
  const { search, indexer } = await startLibrary(root, [session])
  expect(await search('role:user')).toEqual([[own, session]])
  appendFileSync(session, claudeSession('one', 3).split('\n').slice(-5).join('\n'))
  indexer.lookAgain()
  await indexer.settled()
  expect((await search('role:user')).toSorted()).toEqual(
    [
      [session, null],
      [own, null],
    ].toSorted(),
  )
})

test('a thread file that was copied into the workspace is found once as long as both are equal', async () => {
  const root = temporaryFolder()
  const outside = join(temporaryFolder(), 'a.json')
  writeFileSync(outside, threadText([prompt('u', 'walrus')], { title: 'a' }))
  copyFileSync(outside, join(root, 'b.json'))
  writeFileSync(join(root, 'c.json'), threadText([prompt('u', 'another walrus')], { title: 'c' }))
  const { search } = await startLibrary(root, [outside])
  expect((await search('walrus')).toSorted()).toEqual([
    ['b.json', outside],
    ['c.json', null],
  ])
})
