import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { context, startWorkspace } from '../testing/start-core.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, call, plainTurns, prompt, threadText } from '../testing/thread-builder.ts'

const libraryScript = new URL('../library-worker.ts', import.meta.url)
const EVERYWHERE = { hasTools: true, hasThinking: true }

async function start() {
  const root = temporaryFolder()
  writeFileSync(join(root, 'a.json'), threadText(plainTurns(3)))
  const app = await startWorkspace(root, {}, { libraryScript })
  const found = async (text: string) => {
    const { groups } = await app.handlers['search.query'](
      { text, order: 'newest', groups: 20, ...EVERYWHERE },
      context,
    )
    return groups.flatMap(({ thread, hits }) => hits.map(({ index }) => `${thread} ${index}`))
  }
  return { ...app, root, found }
}

const SLOWLY = { timeout: 20_000 }

test('the workspace is indexed by a worker beside the core, and what changes on disk is found', async () => {
  const { root, found, handlers, events } = await start()
  await expect.poll(() => found('part-2.ts'), SLOWLY).toEqual(['a.json 4', 'a.json 3'])
  await expect
    .poll(() => handlers['search.progress'](undefined, context), SLOWLY)
    .toEqual({ indexed: 9, total: 9, isRunning: false })
  expect(events.some(({ name }) => name === 'search.progress')).toBe(true)
  mkdirSync(join(root, 'in'))
  writeFileSync(join(root, 'in', 'b.json'), threadText([prompt('u', 'walrus')]))
  await expect.poll(() => found('walrus'), SLOWLY).toEqual(['in/b.json 0'])
})

test('a file opened from outside is found under its absolute path', async () => {
  const { core, handlers, found } = await start()
  const path = join(temporaryFolder(), 'far.json')
  writeFileSync(path, threadText([prompt('u', 'walrus')]))
  await core.grantFiles([path])
  await handlers['thread.open']({ thread: path }, context)
  await expect.poll(() => found('walrus'), SLOWLY).toEqual([`${path} 0`])
})

test('find tells the messages, and for one of them what has to be unfolded', async () => {
  const { root, handlers, found } = await start()
  const calls = [
    call('c', 'grep', { pattern: 'x' }, 'nothing'),
    call('d', 'read_file', { path: 'walrus.ts' }, 'text'),
  ]
  writeFileSync(join(root, 'b.json'), threadText([prompt('u', 'Look.'), answer('a', 'Yes.', calls)]))
  await expect.poll(() => found('walrus'), SLOWLY).toEqual(['b.json 1'])
  const thread = 'b.json'
  expect(await handlers['search.find']({ thread, text: 'walrus', ...EVERYWHERE }, context)).toEqual({
    indexes: [1],
    indexed: 2,
  })
  expect(await handlers['search.places']({ thread, index: 1, text: 'walrus' }, context)).toEqual({
    isInText: false,
    isInThinking: false,
    calls: [1],
  })
  await expect(
    handlers['search.find']({ thread: '../outside.json', text: 'a', ...EVERYWHERE }, context),
  ).rejects.toMatchObject({ code: 'path-outside' })
})

test('a transcript of another tool is found once it was opened, with its text', async () => {
  const { core, handlers, found } = await start()
  const path = join(temporaryFolder(), 'session.jsonl')
  const line = (uuid: string, parentUuid: string | null, role: 'user' | 'assistant', content: unknown) =>
    JSON.stringify({
      type: role,
      uuid,
      parentUuid,
      sessionId: 's',
      timestamp: '2026-01-05T10:00:00.000Z',
      message: { role, content, ...(role === 'assistant' ? { id: uuid, model: 'claude' } : {}) },
    })
  writeFileSync(
    path,
    [
      line('1', null, 'user', 'Where is the walrus?'),
      line('2', '1', 'assistant', [{ type: 'text', text: 'In the zoo.' }]),
      '',
    ].join('\n'),
  )
  await core.grantFiles([path])
  await handlers['thread.open']({ thread: path }, context)
  await expect.poll(() => found('walrus'), SLOWLY).toEqual([`${path} 0`])
})

test('a question that another one follows is answered no more', async () => {
  const { handlers, found } = await start()
  await expect.poll(() => found('part-2.ts'), SLOWLY).toHaveLength(2)
  const ask = (text: string) =>
    handlers['search.query']({ text, order: 'newest', groups: 20, ...EVERYWHERE }, context)
  const [former, latter] = await Promise.allSettled([ask('part'), ask('part-2.ts')])
  expect(former).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } })
  expect(latter).toMatchObject({ status: 'fulfilled', value: { groups: [{ count: 2 }] } })
})

test('titles of a folder are told once the index has them, and again when one changed', async () => {
  const { root, handlers, events } = await start()
  const titles = () => handlers['workspace.titles']({ folder: '' }, context)
  writeFileSync(join(root, 'a.json'), threadText(plainTurns(3), { title: 'Spec' }))
  await expect.poll(titles, SLOWLY).toEqual([{ path: 'a.json', title: 'Spec' }])
  const told = () => events.filter(({ name }) => name === 'workspace.titled').length
  await expect.poll(told, SLOWLY).toBeGreaterThan(0)
  const before = told()
  writeFileSync(join(root, 'a.json'), threadText(plainTurns(3), { title: 'Another spec' }))
  await expect.poll(titles, SLOWLY).toEqual([{ path: 'a.json', title: 'Another spec' }])
  await expect.poll(told, SLOWLY).toBeGreaterThan(before)
})
