import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { WatchedFolder } from '../../shared/ipc/import.ts'
import { claudeSession } from '../import/testing/claude-session.ts'
import { context, startWorkspace } from '../testing/start-core.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, prompt, threadText } from '../testing/thread-builder.ts'

const TIMES = { quietMs: 80, lookAgainMs: 100 }
const SOON = { timeout: 15_000, interval: 50 }

async function start(from: string, root = temporaryFolder(), dataDir = temporaryFolder()) {
  const folders = [root, from]
  const host = { chooseFolder: async () => folders.shift() ?? null }
  const { core, handlers, events } = await startWorkspace(root, host, { importWatch: TIMES, dataDir })
  const list = () => handlers['import.watched'](undefined, context)
  const state = async (): Promise<Partial<WatchedFolder>> => (await list())[0] ?? {}
  const watch = async (folder = '') => {
    await handlers['import.choose']({ kind: 'folder' }, context)
    return handlers['import.watch']({ path: from, folder }, context)
  }
  const arrived = () => events.filter(({ name }) => name === 'import.arrived').map(({ payload }) => payload)
  return { core, handlers, root, dataDir, list, state, watch, arrived }
}

const threadsIn = (root: string) => readdirSync(root).filter((name) => name.endsWith('.json'))

test('what is there and what comes is copied, once; other files are left', async () => {
  const from = temporaryFolder()
  writeFileSync(join(from, 'one.jsonl'), claudeSession('one', 1))
  writeFileSync(join(from, 'notes.json'), '{"a": 1}')
  // A thread of this program is no transcript of another tool.
  writeFileSync(join(from, 'own.json'), threadText(plainTurns(1)))
  const { root, watch, state, arrived } = await start(from)
  mkdirSync(join(root, 'taken'))
  expect(await watch('taken')).toMatchObject([{ path: from, folder: 'taken', workspace: basename(root) }])
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ state: 'watching', counts: { new: 1 } }),
    SOON,
  )
  mkdirSync(join(from, 'deep'))
  writeFileSync(join(from, 'deep', 'two.jsonl'), claudeSession('two', 1))
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ counts: { new: 2, unchanged: 0 } }),
    SOON,
  )
  expect(threadsIn(join(root, 'taken'))).toHaveLength(2)
  expect(arrived()).toMatchObject([
    { path: from, count: 1 },
    { path: from, count: 1 },
  ])
  expect((await state()).lastMs).toBeGreaterThan(0)
})

test('a growing session updates its thread, and its original is kept once', async () => {
  const from = temporaryFolder()
  const path = join(from, 'one.jsonl')
  writeFileSync(path, claudeSession('one', 1))
  const { root, watch, state } = await start(from)
  await watch()
  await vi.waitFor(async () => expect(await state()).toMatchObject({ counts: { new: 1 } }), SOON)
  for (const turns of [2, 3]) {
    writeFileSync(path, claudeSession('one', turns))
    await vi.waitFor(
      async () => expect(await state()).toMatchObject({ counts: { updated: turns - 1 } }),
      SOON,
    )
  }
  const [name = ''] = threadsIn(root)
  expect(threadsIn(root)).toHaveLength(1)
  expect(readFileSync(join(root, name), 'utf8')).toContain('task 3 of one')
  const kept = join(root, '.palimpsest', 'originals')
  // The earlier one goes behind the thread that is told of.
  await vi.waitFor(() => expect(readdirSync(kept)).toHaveLength(1), SOON)
  expect(readFileSync(join(kept, readdirSync(kept)[0] ?? ''))).toEqual(readFileSync(path))
})

test('a thread that was continued here stays; what comes lands in one copy beside it', async () => {
  const from = temporaryFolder()
  const path = join(from, 'one.jsonl')
  writeFileSync(path, claudeSession('one', 1))
  const { root, watch, state } = await start(from)
  await watch()
  await vi.waitFor(async () => expect(await state()).toMatchObject({ counts: { new: 1 } }), SOON)
  const [name = ''] = threadsIn(root)
  const text = readFileSync(join(root, name), 'utf8')
  const mine = text.replace(
    '\n    ]\n  },\n  "meta"',
    `,\n      ${JSON.stringify(prompt('u', 'mine'))}\n    ]\n  },\n  "meta"`,
  )
  expect(mine).not.toBe(text)
  writeFileSync(join(root, name), mine)
  writeFileSync(path, claudeSession('one', 2))
  await vi.waitFor(async () => expect(await state()).toMatchObject({ counts: { copied: 1 } }), SOON)
  writeFileSync(path, claudeSession('one', 3))
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ counts: { copied: 1, updated: 1 } }),
    SOON,
  )
  expect(readFileSync(join(root, name), 'utf8')).toBe(mine)
  expect(threadsIn(root)).toHaveLength(2)
})

test('a subagent that goes on counts for its session', async () => {
  const from = temporaryFolder()
  writeFileSync(join(from, 'one.jsonl'), claudeSession('one', 1))
  const { root, watch, state } = await start(from)
  await watch()
  await vi.waitFor(async () => expect(await state()).toMatchObject({ counts: { new: 1 } }), SOON)
  mkdirSync(join(from, 'one', 'subagents'), { recursive: true })
  const side = claudeSession('one', 1)
    .replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a1"')
    .replaceAll('one-', 'side-')
  writeFileSync(join(from, 'one', 'subagents', 'agent-a1.jsonl'), side)
  await vi.waitFor(async () => expect(await state()).toMatchObject({ counts: { new: 2 } }), SOON)
  expect(threadsIn(root)).toHaveLength(2)
  await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'watching' }), SOON)
})

test('a folder taken off the list is left alone, and its copies stay', async () => {
  const from = temporaryFolder()
  writeFileSync(join(from, 'one.jsonl'), claudeSession('one', 1))
  const { handlers, root, watch, state, list } = await start(from)
  await watch()
  await vi.waitFor(async () => expect(await state()).toMatchObject({ counts: { new: 1 } }), SOON)
  expect(await handlers['import.unwatch']({ path: from }, context)).toEqual([])
  writeFileSync(join(from, 'two.jsonl'), claudeSession('two', 1))
  // Longer than a change would take to be read.
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(threadsIn(root)).toHaveLength(1)
  expect(await list()).toEqual([])
})

test('a folder that is gone is told and stays in the list, and is read when it is back', async () => {
  const from = temporaryFolder()
  writeFileSync(join(from, 'one.jsonl'), claudeSession('one', 1))
  const { watch, state } = await start(from)
  await watch()
  await vi.waitFor(async () => expect(await state()).toMatchObject({ counts: { new: 1 } }), SOON)
  const away = `${from}-away`
  renameSync(from, away)
  await vi.waitFor(async () => expect(await state()).toMatchObject({ path: from, state: 'gone' }), SOON)
  writeFileSync(join(away, 'two.jsonl'), claudeSession('two', 1))
  renameSync(away, from)
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ state: 'watching', counts: { new: 2 } }),
    SOON,
  )
})

test('the next start reads what came meanwhile, and nothing again', async () => {
  const from = temporaryFolder()
  const dataDir = temporaryFolder()
  const root = temporaryFolder()
  writeFileSync(join(from, 'one.jsonl'), claudeSession('one', 1))
  const first = await start(from, root, dataDir)
  await first.watch()
  await vi.waitFor(async () => expect(await first.state()).toMatchObject({ counts: { new: 1 } }), SOON)
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'import-seen.json'))).toBe(true), SOON)
  await first.core.close()
  const [name = ''] = threadsIn(root)
  // Thrown away by the person: it does not come back.
  rmSync(join(root, name))
  writeFileSync(join(from, 'two.jsonl'), claudeSession('two', 1))
  const second = await start(from, root, dataDir)
  await vi.waitFor(
    async () => expect(await second.state()).toMatchObject({ state: 'watching', counts: { new: 1 } }),
    SOON,
  )
  expect(threadsIn(root)).toHaveLength(1)
})

test('nothing is copied into another workspace than the one it was chosen for', async () => {
  const from = temporaryFolder()
  const other = temporaryFolder()
  const dataDir = temporaryFolder()
  const first = await start(from, temporaryFolder(), dataDir)
  await first.watch()
  await vi.waitFor(async () => expect(await first.state()).toMatchObject({ state: 'watching' }), SOON)
  await first.core.close()
  const second = await start(from, other, dataDir)
  await vi.waitFor(async () => expect(await second.state()).toMatchObject({ state: 'elsewhere' }), SOON)
  writeFileSync(join(from, 'one.jsonl'), claudeSession('one', 1))
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(threadsIn(other)).toEqual([])
})

test('only a chosen folder is watched, and none that holds the workspace or lies in it', async () => {
  const from = temporaryFolder()
  const inside = join(from, 'threads')
  mkdirSync(inside)
  const { handlers, watch } = await start(from, inside)
  await expect(handlers['import.watch']({ path: from, folder: '' }, context)).rejects.toMatchObject({
    code: 'path-outside',
  })
  await expect(watch()).rejects.toMatchObject({ code: 'folder-overlaps' })
})
