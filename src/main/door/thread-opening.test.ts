import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeGeneratedThread } from '../../../bench/generate-thread.ts'
import type { AppEvents } from '../../shared/ipc/events.ts'
import { totalTokens } from '../compactor/total-tokens.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { indexFolder } from '../threads/kept/index-folder.ts'
import { openThreadFile, ThreadFile } from '../threads/thread-file.ts'
import { OpenThreads } from './open-threads.ts'
import { OutsideWatch } from './outside-watch.ts'
import { threadHandlers } from './thread-handlers.ts'
import { ThreadMeasurer } from './thread-measurer.ts'

const context = { signal: new AbortController().signal }
type Measured = AppEvents['thread.measured']

/** The routes over real files, and what the window was told. */
function door() {
  const told: Measured[] = []
  const events: string[] = []
  const measurer = new ThreadMeasurer((name, payload) => {
    // Safe: the measurer emits nothing else.
    if (name === 'thread.measured') told.push(payload as Measured)
  })
  onTestFinished(() => measurer.stopAll())
  const paths = {
    resolve: async (thread: string) => thread,
    grant: async (found: readonly string[]) => found,
    idOf: (path: string) => path,
  }
  const outside = new OutsideWatch(
    () => undefined,
    async () => false,
  )
  onTestFinished(() => outside.close())
  const handlers = threadHandlers({
    threads: new OpenThreads(),
    paths,
    measurer,
    outside,
    emit: (name) => void events.push(name),
    workspaceFolder: () => null,
    onOutside: () => undefined,
    runtimes: { shown: () => undefined, left: async () => undefined },
    onMade: async () => undefined,
  })
  return { handlers, told, events }
}

function generated(messages: number): string {
  const path = join(temporaryFolder(), 'long.json')
  writeGeneratedThread(path, { messages, bytesPerMessage: 600 })
  return path
}

test('opening reads no message but those of the last page; tokens and notes follow', async () => {
  const path = generated(2_000)
  const { handlers, told } = door()
  const read = vi.spyOn(ThreadFile.prototype, 'readRecord')
  onTestFinished(() => read.mockRestore())
  const opened = await handlers['thread.open']({ thread: path }, context)
  expect(opened).toMatchObject({ messages: 2_000, turns: 250, tokens: null, notes: null })
  expect(read.mock.calls.map(([index]) => index)).toEqual(Array.from({ length: 30 }, (_, at) => 1_970 + at))
  await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 20_000 })
  const file = await openThreadFile(path)
  expect(told).toEqual([{ thread: path, messages: 2_000, tokens: totalTokens(file), notes: file.notes }])
  expect(await handlers['thread.open']({ thread: path }, context)).toMatchObject({
    tokens: totalTokens(file),
    notes: [],
  })
})

test('a page is answered while the rest of the thread is being read', async () => {
  const path = generated(6_000)
  const { handlers, told } = door()
  await handlers['thread.open']({ thread: path }, context)
  const read = vi.spyOn(ThreadFile.prototype, 'advanceIndex')
  onTestFinished(() => read.mockRestore())
  await vi.waitFor(() => expect(read).toHaveBeenCalled(), { timeout: 20_000 })
  const page = await handlers['thread.page']({ thread: path, from: 0, limit: 40 }, context)
  expect(page.rows).toHaveLength(40)
  expect(told).toEqual([])
})

test('closing a thread ends the reading, and the next opening goes on with it', async () => {
  const path = generated(6_000)
  const { handlers, told } = door()
  const read = vi.spyOn(ThreadFile.prototype, 'advanceIndex')
  onTestFinished(() => read.mockRestore())
  await handlers['thread.open']({ thread: path }, context)
  await vi.waitFor(() => expect(read).toHaveBeenCalled(), { timeout: 20_000 })
  await handlers['thread.close']({ thread: path }, context)
  await new Promise((resolve) => setTimeout(resolve, 30))
  const calls = read.mock.calls.length
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(read.mock.calls.length).toBe(calls)
  expect(told).toEqual([])
  await handlers['thread.open']({ thread: path }, context)
  await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 30_000 })
})

test('the first answer stays small, whatever the thread holds', async () => {
  const path = join(temporaryFolder(), 'wide.json')
  const text = 'A line of a very long answer.\n'.repeat(10_000)
  const messages = Array.from({ length: 200 }, (_, at) => ({
    id: `m${at}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text }],
  }))
  writeFileSync(path, JSON.stringify({ title: 'Wide', context: { systemPrompt: '', tools: [], messages } }))
  const { handlers } = door()
  const opened = await handlers['thread.open']({ thread: path }, context)
  expect(Buffer.byteLength(JSON.stringify(opened))).toBeLessThan(1_000_000)
  expect(opened.page.rows.at(-1)?.index).toBe(opened.messages - 1)
})

test('of a large thread without an index the newest rows come first, and the whole is told when it is read', async () => {
  const path = join(temporaryFolder(), 'large.json')
  writeGeneratedThread(path, { messages: 7_600 })
  const { handlers, events } = door()
  const first = await handlers['thread.open']({ thread: path }, context)
  expect(first.newest).toBeDefined()
  expect(first.tokens).toBeNull()
  const page = await handlers['thread.page'](
    { thread: first.newest ?? '', from: first.messages - 50, limit: 10 },
    context,
  )
  await vi.waitFor(() => expect(events).toContain('thread.read'), { timeout: 60_000 })
  const whole = await handlers['thread.open']({ thread: path }, context)
  expect(whole.newest).toBeUndefined()
  expect(whole.messages).toBe(7_600)
  const texts = (rows: readonly object[]) =>
    rows.map((row) => JSON.stringify({ ...row, index: 0, turn: null }))
  expect(texts(first.page.rows)).toEqual(texts(whole.page.rows))
  const same = await handlers['thread.page']({ thread: path, from: 7_550, limit: 10 }, context)
  expect(texts(page.rows)).toEqual(texts(same.rows))
}, 120_000)

test('the index of a thread that is talked to is kept too when all of it has been read', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'large.json')
  writeGeneratedThread(path, { messages: 2_400 })
  const kept = indexFolder(join(folder, 'index'))
  let live: ThreadFile | null = null
  const threads = new OpenThreads(
    { at: () => live, recover: async () => null, renew: async () => null, letGo: async () => undefined },
    kept,
  )
  const file = await threads.share(path)
  live = file
  expect(await threads.current(path)).toBe(file)
  file.advanceIndex(file.count)
  await threads.measured(path, file)
  expect(kept.read(path)).not.toBeNull()
})

test('the index of a thread is kept although many were opened while it was read', async () => {
  const folder = temporaryFolder()
  const kept = indexFolder(join(folder, 'index'))
  const threads = new OpenThreads(undefined, kept)
  const measurer = new ThreadMeasurer(
    () => undefined,
    (address, file) => threads.measured(address, file),
  )
  onTestFinished(() => measurer.stopAll())
  const paths = Array.from({ length: 6 }, (_, at) => join(folder, `large-${at}.json`))
  for (const path of paths) writeGeneratedThread(path, { messages: 2_400 })
  const files = new Map<string, ThreadFile>()
  for (const path of paths) files.set(path, await threads.current(path))
  for (const [path, file] of files) measurer.start(path, path, file)
  await vi.waitFor(() => expect(paths.filter((path) => kept.read(path) === null)).toEqual([]), {
    timeout: 60_000,
  })
}, 120_000)

test('the index of a thread that its runtime read to the end is kept, once', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'large.json')
  writeGeneratedThread(path, { messages: 2_400 })
  const kept = indexFolder(join(folder, 'index'))
  let writes = 0
  const threads = new OpenThreads(undefined, {
    ...kept,
    write: (address, bytes) => {
      writes += 1
      return kept.write(address, bytes)
    },
  })
  const measurer = new ThreadMeasurer(
    () => undefined,
    (address, file) => threads.measured(address, file),
  )
  const file = await threads.current(path)
  file.advanceIndex(file.count)
  measurer.start('large.json', path, file)
  measurer.start('large.json', path, file)
  await vi.waitFor(() => expect(kept.read(path)).not.toBeNull(), { timeout: 60_000 })
  const again = await new OpenThreads(undefined, kept).current(path)
  measurer.start('large.json', path, again)
  expect(writes).toBe(1)
}, 120_000)
