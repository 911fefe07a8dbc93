import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileSource } from '../../library/file-source.ts'
import { openIndexForWriting } from '../../library/index-database.ts'
import { Indexer } from '../../library/indexer.ts'
import { Library } from '../../library/library.ts'
import { wholeText } from '../../library/message-texts.ts'
import type { ThreadNow } from '../../library/query/recent-messages.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { answer, call, type NativeRecord, prompt, threadText } from '../../testing/thread-builder.ts'
import { openThreadFile } from '../../threads/thread-file.ts'
import { MAX_RESULT_CHARS } from './bound-text.ts'
import { SeenFiles } from './seen-files.ts'
import { threadTools } from './thread-tools.ts'

/** The two tools over a thread with these messages and those of a running turn; another thread beside it holds a secret. */
async function start(messages: readonly NativeRecord[], running: readonly NativeRecord[] = []) {
  const root = temporaryFolder()
  const dataDir = temporaryFolder()
  writeFileSync(join(root, 'own.json'), threadText(messages))
  writeFileSync(join(root, 'other.json'), threadText([prompt('u', 'walrus of another thread')]))
  const db = openIndexForWriting(dataDir)
  const fail = (error: unknown) => {
    throw error
  }
  const indexer = new Indexer({ db, open: openFileSource, onProgress: () => undefined, onBroken: fail })
  indexer.setRoot(root)
  await indexer.settled()
  const library = new Library({
    dataDir,
    root: () => root,
    resolve: async (thread) => join(root, thread),
    open: openFileSource,
    marks: { pins: () => [], checkpointThreads: () => [], checkpoints: () => [] },
    onDamage: () => undefined,
  })
  onTestFinished(async () => {
    library.close()
    facts.close()
    await indexer.close()
    db.close()
  })
  // What a running turn added stands in no file yet: only the thread itself has it.
  const journal = join(temporaryFolder(), 'journal.json')
  writeFileSync(journal, threadText([...messages, ...running]))
  const facts = await openThreadFile(journal)
  const now: ThreadNow = { count: facts.count, message: (index) => facts.readMessage(index) }
  const tools = threadTools({
    ...now,
    textOf: wholeText,
    search: (query, limit) => library.recall('own.json', query, limit, now),
  })
  return async (name: string, input: { readonly [key: string]: string | number }) => {
    const prepared = tools.find(({ schema }) => schema.name === name)?.prepare(input)
    if (prepared === undefined || typeof prepared === 'string') throw new Error(prepared)
    expect(prepared.effect.kind).toBe('read')
    const signal = new AbortController().signal
    const { content } = await prepared.run({
      root,
      protectedPaths: [],
      seen: new SeenFiles(),
      signal,
      keepOutput: async () => null,
    })
    return content.map((part) => (part.kind === 'text' ? part.text : '')).join('\n')
  }
}

test('the model finds what was said in its own thread and in no other, and is told how to read on', async () => {
  const run = await start([
    prompt('0', 'The walrus has the key 4711.'),
    answer('1', 'Noted.', [call('c', 'read_file', { path: 'a.ts' }, 'const zanzibar = 1')]),
  ])
  expect(await run('search_thread', { query: 'walrus key' })).toMatch(
    /^#0 user: The walrus has the key 4711\.\n\[1 of 1 messages\. read_message/,
  )
  expect(await run('search_thread', { query: 'zanzibar' })).toContain('#1 assistant:')
  expect(await run('search_thread', { query: 'another' })).toContain('No message')
  expect(await run('read_message', { message: 1 })).toContain('const zanzibar = 1')
})

test('the messages of the running turn are found before those of the index, its own question is not', async () => {
  const run = await start(
    [prompt('0', 'The walrus has the key.'), answer('1', 'Noted.')],
    [
      prompt('2', 'And the walrus lost it.'),
      answer('3', 'Looking.', [
        call('c', 'read_file', { path: 'log.txt' }, 'a walrus was here'),
        call('d', 'search_thread', { query: 'walrus otter' }, null),
      ]),
    ],
  )
  const found = await run('search_thread', { query: 'walrus' })
  expect(found.match(/^#\d+/gm)).toEqual(['#3', '#2', '#0'])
  expect(found).toContain('[3 of 3 messages.')
  expect(await run('search_thread', { query: 'otter' })).toContain('No message')
})

test('where no message holds all words, those with some of them are told as such', async () => {
  const run = await start([prompt('0', 'alpha'), answer('1', 'beta')])
  expect(await run('search_thread', { query: 'alpha beta' })).toMatch(/hold some.*\n#/)
})

test('answers are bounded, and a long message is read in pieces', async () => {
  const long = Array.from({ length: 20_000 }, (_, at) => `walrus${at}`).join(' ')
  const many = Array.from({ length: 100 }, (_, at) => prompt(String(at), `walrus ${'word '.repeat(500)}`))
  const run = await start([...many, answer('l', long)])
  const hits = await run('search_thread', { query: 'walrus', limit: 30 })
  expect(hits.split('\n')).toHaveLength(31)
  expect(hits.length).toBeLessThan(12_000)
  const first = await run('read_message', { message: 100 })
  expect(first.length).toBeLessThanOrEqual(MAX_RESULT_CHARS)
  const offset = Number(/offset (\d+)\]$/.exec(first)?.[1])
  expect(await run('read_message', { message: 100, offset })).toContain(long.slice(offset, offset + 40))
})
