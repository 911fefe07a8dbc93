import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeGeneratedThread } from '../../../bench/generate-thread.ts'
import type { AppEvents } from '../../shared/ipc/events.ts'
import { totalTokens } from '../compactor/total-tokens.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
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
    workspaceFolder: () => null,
    onOutside: () => undefined,
    onMade: () => undefined,
  })
  return { handlers, told }
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
  expect(opened.page.rows.at(-1)?.index).toBe(199)
})
