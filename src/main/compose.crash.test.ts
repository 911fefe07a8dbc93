import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { startScriptedProvider } from '../../e2e/provider/server.ts'
import type { ScriptedProviderOptions } from '../../e2e/provider/types.ts'
import type { AppEvents, EventName } from '../shared/ipc/events.ts'
import { databasePath } from './checkpoints/database.ts'
import { composeCore } from './compose.ts'
import { context } from './testing/start-core.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { testHost } from './testing/test-host.ts'
import { threadText } from './testing/thread-builder.ts'

const THREAD = 'work.json'

/**
 * A program of its own is sent one message and killed as soon as `isReady` holds for its database; `start` begins
 * the program anew on the same disk.
 */
async function killWhile(
  options: ScriptedProviderOptions,
  isReady: (db: Database.Database) => boolean,
): Promise<{ readonly path: string; start(): ReturnType<typeof startCore> }> {
  const dataDir = temporaryFolder()
  const root = join(temporaryFolder(), 'workspace')
  mkdirSync(root)
  const path = join(root, THREAD)
  writeFileSync(path, threadText([]))
  const provider = await startScriptedProvider(options)
  onTestFinished(() => provider.close())
  const script = join(import.meta.dirname, 'testing/run-until-killed.ts')
  const child = spawn(process.execPath, [script, dataDir, root, provider.url, 'Tell me.'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((done) => child.on('close', done))
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect
    .poll(
      () => {
        try {
          const db = new Database(databasePath(dataDir), { readonly: true })
          try {
            return isReady(db)
          } finally {
            db.close()
          }
        } catch {
          return false
        }
      },
      { timeout: 120_000, interval: 20 },
    )
    .toBe(true)
  child.kill('SIGKILL')
  await ended
  return { path, start: () => startCore(dataDir, root) }
}

async function startCore(dataDir: string, root: string) {
  const events: { name: EventName; payload: AppEvents[EventName] }[] = []
  const core = await composeCore({
    dataDir,
    resourcesDir: resolve(import.meta.dirname, '../../resources'),
    host: testHost({ chooseFolder: async () => root, getSecret: async () => 'key-1' }),
    emit: (name, payload) => events.push({ name, payload }),
  })
  onTestFinished(() => core.close())
  await core.handlers['workspace.choose'](undefined, context)
  return { handlers: core.handlers, events }
}

const countOf = (db: Database.Database, sql: string): number => Number(db.prepare(sql).pluck().get())

const WORDS = Array.from({ length: 4_000 }, (_, at) => `word${at} `).join('')

test('B-07 killed while a reply streams: what came stands in the thread, may be continued, and is shown at once', {
  timeout: 240_000,
}, async () => {
  const killed = await killWhile(
    {
      script: [
        { kind: 'answer', text: WORDS, deltaChars: 40, delayMs: 5 },
        { kind: 'answer', text: 'END' },
      ],
    },
    (db) => countOf(db, 'select count(*) from reply_part') >= 3,
  )
  expect(JSON.parse(readFileSync(killed.path, 'utf8')).context.messages).toEqual([])
  const { handlers } = await killed.start()
  // The first thing a window asks.
  const opened = await handlers['thread.open']({ thread: THREAD }, context)
  expect(opened.messages).toBe(2)
  const [said, part] = JSON.parse(readFileSync(killed.path, 'utf8')).context.messages
  expect(said).toMatchObject({ role: 'user', content: [{ text: 'Tell me.' }] })
  expect(part).toMatchObject({ role: 'assistant', palimpsest: { ending: 'interrupted' } })
  const [{ text }] = part.content
  expect(text.length).toBeGreaterThan(100)
  expect(WORDS.startsWith(text)).toBe(true)
  const state = await handlers['turn.state']({ thread: THREAD }, context)
  expect(state).toMatchObject({ phase: 'idle', failure: { code: 'interrupted' } })
  await handlers['turn.continue']({ thread: THREAD }, context)
  await expect
    .poll(async () => (await handlers['turn.state']({ thread: THREAD }, context)).phase, { timeout: 120_000 })
    .toBe('idle')
  const after = JSON.parse(readFileSync(killed.path, 'utf8')).context.messages
  expect(after.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  expect(after[1]).toEqual(part)
  expect(after[3].content).toEqual([{ type: 'text', text: 'END' }])
})

test('killed while a tool waits for its answer: the call says that it was not allowed and did not run', {
  timeout: 240_000,
}, async () => {
  const killed = await killWhile(
    {
      script: [
        {
          kind: 'answer',
          text: '',
          toolCall: { name: 'write_file', arguments: { path: 'a.txt', content: 'x' } },
        },
        { kind: 'answer', text: 'END' },
      ],
    },
    (db) => countOf(db, "select count(*) from journal where kind = 'patch'") > 0,
  )
  const { handlers } = await killed.start()
  const opened = await handlers['thread.open']({ thread: THREAD }, context)
  expect(opened.messages).toBe(2)
  const [, asked] = JSON.parse(readFileSync(killed.path, 'utf8')).context.messages
  expect(asked.toolCalls[0].output).toMatchObject({ isError: true })
  expect(asked.toolCalls[0].output.content[0].text).toMatch(/not allowed.*did not run/)
  const state = await handlers['turn.state']({ thread: THREAD }, context)
  expect(state).toMatchObject({ phase: 'idle', approval: null, failure: { code: 'interrupted' } })
  await handlers['turn.continue']({ thread: THREAD }, context)
  await expect
    .poll(async () => (await handlers['turn.state']({ thread: THREAD }, context)).phase, { timeout: 120_000 })
    .toBe('idle')
  const roles = JSON.parse(readFileSync(killed.path, 'utf8')).context.messages.map(
    ({ role }: { role: string }) => role,
  )
  expect(roles).toEqual(['user', 'assistant', 'assistant'])
})
