import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { composeCore } from '../compose.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { testHost } from '../testing/test-host.ts'
import { plainTurns, threadText } from '../testing/thread-builder.ts'

const context = { signal: new AbortController().signal }

test('a thread from outside the workspace that changes, or goes away, is told', async () => {
  const told: unknown[] = []
  const core = await composeCore({
    dataDir: temporaryFolder(),
    resourcesDir: resolve(import.meta.dirname, '../../../resources'),
    host: testHost(),
    emit: (name, payload) => name === 'thread.changed' && told.push(payload),
  })
  onTestFinished(() => core.close())
  const thread = join(temporaryFolder(), 'outside.json')
  writeFileSync(thread, threadText(plainTurns(2)))
  await core.grantFiles([thread])
  await core.handlers['thread.open']({ thread }, context)
  writeFileSync(thread, threadText(plainTurns(3)))
  await vi.waitFor(() => expect(told).toContainEqual({ thread, kind: 'changed' }), { timeout: 15_000 })
  rmSync(thread)
  await vi.waitFor(() => expect(told).toContainEqual({ thread, kind: 'removed' }), { timeout: 15_000 })
}, 40_000)

/** A file of ChatGPT's export with two conversations. */
function twoConversations(prompt: string): string {
  const conversation = (id: string) => ({
    title: id,
    conversation_id: id,
    create_time: 1_700_000_000,
    current_node: 'u',
    mapping: {
      root: { id: 'root', parent: null, children: ['u'], message: null },
      u: {
        id: 'u',
        parent: 'root',
        children: [],
        message: {
          id: 'u',
          author: { role: 'user', name: null },
          recipient: 'all',
          content: { content_type: 'text', parts: [prompt] },
          metadata: {},
        },
      },
    },
  })
  return JSON.stringify([conversation('one'), conversation('two')])
}

test('a tab on one conversation of a file with several is told of changes of the file', async () => {
  const told: unknown[] = []
  const root = temporaryFolder()
  const away = temporaryFolder()
  const core = await composeCore({
    dataDir: temporaryFolder(),
    resourcesDir: resolve(import.meta.dirname, '../../../resources'),
    host: testHost({ chooseFolder: async () => root }),
    emit: (name, payload) => name === 'thread.changed' && told.push(payload),
  })
  onTestFinished(() => core.close())
  writeFileSync(join(root, 'chats.json'), twoConversations('Begin.'))
  writeFileSync(join(away, 'chats.json'), twoConversations('Begin.'))
  await core.grantFiles([join(away, 'chats.json')])
  await core.handlers['workspace.choose'](undefined, context)
  const tabs = ['chats.json', join(away, 'chats.json')].map((path) => `${path}?thread=two`)
  for (const thread of tabs) await core.handlers['thread.open']({ thread }, context)

  writeFileSync(join(root, 'chats.json'), twoConversations('Begin again.'))
  writeFileSync(join(away, 'chats.json'), twoConversations('Begin again.'))
  for (const thread of tabs)
    await vi.waitFor(() => expect(told).toContainEqual({ thread, kind: 'changed' }), { timeout: 15_000 })

  rmSync(join(root, 'chats.json'))
  await vi.waitFor(() => expect(told).toContainEqual({ thread: 'chats.json?thread=two', kind: 'removed' }), {
    timeout: 15_000,
  })
}, 60_000)
