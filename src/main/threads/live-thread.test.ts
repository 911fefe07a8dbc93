import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppDatabase, databasePath, openDatabase } from '../checkpoints/database.ts'
import { createJournal } from '../checkpoints/journal-repository.ts'
import { createQueue } from '../checkpoints/queue-repository.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, call, plainTurns, prompt, threadText } from '../testing/thread-builder.ts'
import { openLiveThread } from './live-thread.ts'
import type { NewMessage } from './native/write-message.ts'
import { openThreadFile } from './thread-file.ts'

let folder: string
let path: string
let opened: AppDatabase
let clock = 1000
const now = () => clock++

beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder, 'talk.json')
  opened = openDatabase(join(folder, 'data'), now)
})
afterEach(() => opened.close())

function said(text: string): NewMessage {
  return {
    role: 'user',
    content: [{ kind: 'text', text }],
    runtime: { atMs: 5, origin: null, ending: 'complete', privateItems: [], approvals: [] },
  }
}

const asking: NewMessage = {
  ...said(''),
  role: 'assistant',
  toolCalls: [{ id: 'c', name: 'write_file', arguments: { path: 'a' }, partialArguments: null }],
}

const journal = () => createJournal(opened.db, folder, 'talk.json', now)
const open = (options: { readonly retryMs?: readonly number[]; onSaved?: (is: boolean) => void } = {}) =>
  openLiveThread(path, { journal: journal(), ...options })

test('S-002 questions, calls and results are facts of the thread file', async () => {
  writeFileSync(path, threadText(plainTurns(1)))
  const live = await open()
  live.appendMessage(said('go'), null)
  const { index } = live.appendMessage(asking, null)
  live.recordApproval(index, { call: 0, askedMs: 1, decision: null, decidedMs: null })
  live.recordApproval(index, { call: 0, askedMs: 1, decision: 'once', decidedMs: 2 })
  live.answerCall(index, 0, { content: [{ kind: 'text', text: 'done' }], isError: false })
  await live.finishTurn()
  const message = (await openThreadFile(path)).readMessage(index)
  expect(message.runtime?.approvals).toEqual([{ call: 0, askedMs: 1, decision: 'once', decidedMs: 2 }])
  expect(message.toolCalls[0]?.output?.content).toEqual([{ kind: 'text', text: 'done' }])
  expect(journal().list()).toEqual([])
  await live.close()
})

test('what was said but not saved is there again after a restart, and a queued message leaves its queue with it', async () => {
  writeFileSync(path, threadText(plainTurns(1)))
  const before = readFileSync(path, 'utf8')
  const queue = createQueue(opened.db, folder, 'talk.json')
  const waiting = queue.add('hello', 'turn')
  const live = await open()
  live.appendMessage(said('hello'), waiting.id)
  expect(queue.list()).toEqual([])
  expect(readFileSync(path, 'utf8')).toBe(before)
  const again = await open()
  expect(again.message(3).content).toEqual([{ kind: 'text', text: 'hello' }])
  expect(journal().list()).toEqual([])
  expect((await openThreadFile(path)).count).toBe(4)
  await again.close()
})

test('where the journal is gone with the program, each step is in the file before the turn ends', async () => {
  opened.close()
  // A database of a newer version is left alone: everything is kept in memory.
  const newer = new Database(databasePath(join(folder, 'data')))
  newer.pragma('user_version = 999')
  newer.close()
  opened = openDatabase(join(folder, 'data'), now)
  writeFileSync(path, threadText(plainTurns(1)))
  const live = await open()
  live.appendMessage(said('hello'), null)
  const { index } = live.appendMessage(asking, null)
  await expect.poll(async () => (await openThreadFile(path)).count).toBe(5)
  live.answerCall(index, 0, { content: [{ kind: 'text', text: 'done' }], isError: false })
  const output = async () => (await openThreadFile(path)).readMessage(index).toolCalls[0]?.output?.content
  await expect.poll(output).toEqual([{ kind: 'text', text: 'done' }])
  await live.close()
})

test('a journal the file holds already adds nothing', async () => {
  writeFileSync(path, threadText(plainTurns(1)))
  const live = await open()
  const { index } = live.appendMessage(asking, null)
  live.answerCall(index, 0, { content: [], isError: true })
  const entries = journal().list()
  await live.finishTurn()
  const saved = readFileSync(path, 'utf8')
  for (const entry of entries) journal().append(entry, null)
  const again = await open()
  expect(again.count).toBe(4)
  expect(readFileSync(path, 'utf8')).toBe(saved)
})

test('what another program added stays, and what was said goes behind it', async () => {
  writeFileSync(path, threadText([answer('open', '', [call('c', 'grep', {}, null)])]))
  const live = await open()
  live.answerCall(0, 0, { content: [{ kind: 'text', text: 'found' }], isError: false })
  live.appendMessage(said('mine'), null)
  writeFileSync(
    path,
    threadText([
      prompt('first', 'new'),
      answer('open', '', [call('c', 'grep', {}, null)]),
      prompt('theirs', 'x'),
    ]),
  )
  await live.finishTurn()
  expect(live.isUnsaved).toBe(false)
  const file = await openThreadFile(path)
  expect(
    file
      .readMessages({ from: 0, to: 9 })
      .map(({ id }) => id)
      .slice(0, 3),
  ).toEqual(['first', 'open', 'theirs'])
  expect(file.readMessage(1).toolCalls[0]?.output?.content).toEqual([{ kind: 'text', text: 'found' }])
  expect(file.readMessage(3).content).toEqual([{ kind: 'text', text: 'mine' }])
})

test('a patch whose message is gone does not keep the thread from opening', async () => {
  writeFileSync(path, threadText([answer('open', '', [call('c', 'grep', {}, null)])]))
  const live = await open()
  live.answerCall(0, 0, { content: [], isError: false })
  writeFileSync(path, threadText([prompt('other', 'x')]))
  const again = await open()
  expect(again.count).toBe(1)
  expect(again.isUnsaved).toBe(false)
})

test('killed at any moment, nothing is lost and nothing doubled, and the file is always whole', {
  timeout: 240_000,
}, async () => {
  writeFileSync(path, threadText([]))
  const data = join(folder, 'killed')
  const script = join(import.meta.dirname, 'testing/talk-until-killed.ts')
  let first = 0
  for (let round = 0; round < 12; round += 1) {
    const child = spawn(process.execPath, [script, path, data, String(first)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    const started = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        resolve()
      })
      child.on('exit', () => resolve())
    })
    await started
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.kill('SIGKILL')
    await ended
    JSON.parse(readFileSync(path, 'utf8'))
    const database = openDatabase(data, now)
    const live = await openLiveThread(path, { journal: createJournal(database.db, null, path, now) })
    const texts = live.file
      .readMessages({ from: 0, to: live.count })
      .map(({ content }) => (content[0]?.kind === 'text' ? content[0].text : ''))
    expect(texts).toEqual(Array.from({ length: texts.length }, (_, number) => `n${number}`))
    const lastSaid = Number([...printed.matchAll(/said (\d+)\n/g)].at(-1)?.[1] ?? first - 1)
    expect(texts.length).toBeGreaterThan(lastSaid)
    for (const [, number] of printed.matchAll(/answered (\d+)\n/g))
      expect(live.message(Number(number)).toolCalls[0]?.output?.content).toEqual([
        { kind: 'text', text: `r${number}` },
      ])
    first = texts.length
    await live.close()
    database.close()
  }
  expect(first).toBeGreaterThan(12)
})

test('a thread file that was deleted during a turn is written again, with what was said since', async () => {
  writeFileSync(path, threadText(plainTurns(2)))
  const live = await open()
  live.appendMessage(said('still here?'), null)
  rmSync(path)
  await live.finishTurn()
  expect(live.isUnsaved).toBe(false)
  const file = await openThreadFile(path)
  expect(file.count).toBe(7)
  expect(journal().list()).toEqual([])
  await live.close()
})

test('B-74 while the folder refuses, what was said is kept, shown as unsaved, tried again and written in the end', async () => {
  const home = join(folder, 'home')
  mkdirSync(home)
  path = join(home, 'talk.json')
  writeFileSync(path, threadText(plainTurns(1)))
  const told: boolean[] = []
  const live = await open({ retryMs: [20], onSaved: (isUnsaved) => told.push(isUnsaved) })
  live.appendMessage(said('keep this'), null)
  // The folder is not there: the real refusal of the system, also for root.
  renameSync(home, `${home}-away`)
  writeFileSync(home, 'in the way')
  await live.finishTurn()
  expect(live.isUnsaved).toBe(true)
  expect(journal().list()).toHaveLength(1)
  rmSync(home)
  renameSync(`${home}-away`, home)
  await expect.poll(() => live.isUnsaved).toBe(false)
  expect(told).toEqual([true, false])
  expect((await openThreadFile(path)).count).toBe(4)
  expect(journal().list()).toEqual([])
  await live.close()
})

test('a journal that cannot be emptied once does not end the saving', async () => {
  writeFileSync(path, threadText(plainTurns(1)))
  const own = journal()
  let isRefused = true
  const live = await openLiveThread(path, {
    journal: {
      ...own,
      clearTo: (seq) => {
        if (isRefused) throw new Error('database is locked')
        own.clearTo(seq)
      },
    },
    retryMs: [1],
  })
  await live.finishTurn()
  isRefused = false
  live.appendMessage(said('hello'), null)
  await live.finishTurn()
  expect(readFileSync(path, 'utf8')).toContain('hello')
  expect(own.list()).toEqual([])
  await live.close()
})
