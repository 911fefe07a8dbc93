import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Message } from '../../shared/thread/message.ts'
import { outputPath } from '../compaction/reduce/output-path.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, prompt, threadText } from '../testing/thread-builder.ts'
import { forkThread, threadFromCheckpoint } from './fork-thread.ts'
import { appendHistory } from './history-file.ts'
import { openThreadFile } from './thread-file.ts'
import { writeToolOutput } from './tool-output-file.ts'

function message(text: string): Message {
  return {
    id: 'm',
    role: 'assistant',
    content: [{ kind: 'text', text }],
    thinking: 'quiet thought',
    toolCalls: [],
    usage: null,
    durationMs: null,
    hasPrivateReasoning: true,
    metaFlag: null,
    runtime: {
      atMs: 1,
      origin: null,
      ending: 'complete',
      privateItems: [{ type: 'reasoning', encrypted_content: 'SECRET' }],
      approvals: [],
    },
  }
}

test('S-010 S-060 each compaction appends to one history file and leaves earlier parts as they are', async () => {
  const root = temporaryFolder()
  const path = await appendHistory(
    root,
    { stem: 'notes/plan', former: null },
    { number: 1, atMs: 0, messages: [message('one')] },
  )
  const first = readFileSync(join(root, path ?? ''), 'utf8')
  expect(
    await appendHistory(
      root,
      { stem: 'notes/plan', former: path },
      { number: 2, atMs: 1, messages: [message('two')] },
    ),
  ).toBe(path)
  const both = readFileSync(join(root, path ?? ''), 'utf8')
  expect(both.startsWith(first)).toBe(true)
  expect(both.slice(first.length)).toContain('two')
})

test('a history never goes on in the file of another thread that had the name', async () => {
  const root = temporaryFolder()
  const place = { stem: 'notes/plan', former: null }
  const paths: (string | null)[] = []
  for (const text of ['one', 'two', 'three'])
    paths.push(await appendHistory(root, place, { number: 1, atMs: 0, messages: [message(text)] }))
  expect(new Set(paths).size).toBe(3)
  expect(readFileSync(join(root, paths[1] ?? ''), 'utf8')).not.toContain('one')
})

test('S-070 nothing private gets into the history file', async () => {
  const root = temporaryFolder()
  const path = await appendHistory(
    root,
    { stem: 'a', former: null },
    { number: 1, atMs: 0, messages: [message('said')] },
  )
  const text = readFileSync(join(root, path ?? ''), 'utf8')
  expect(text).toContain('said')
  expect(text).not.toMatch(/SECRET|quiet thought|encrypted_content/)
})

test('S-121 C-06 the complete output is written once and never overwritten', async () => {
  const root = temporaryFolder()
  const filePath = outputPath('notes/plan', 'm1', 4, 0)
  const text = '漢 \r\n'.repeat(50_000)
  expect(await writeToolOutput(root, { filePath, text })).toBe(true)
  expect(await writeToolOutput(root, { filePath, text: 'other' })).toBe(true)
  expect(readFileSync(join(root, filePath), 'utf8')).toBe(text)
})

test('a side file that cannot be written is told, so that nothing points to it', async () => {
  const root = temporaryFolder()
  writeFileSync(join(root, '.palimpsest'), 'a file where the folder should be')
  expect(await writeToolOutput(root, { filePath: outputPath('a', 'm', 0, 0), text: 'x' })).toBe(false)
  expect(await appendHistory(root, { stem: 'a', former: null }, { number: 1, atMs: 0, messages: [] })).toBe(
    null,
  )
})

test('a branch begins byte for byte like its source and takes no name that is there', async () => {
  const folder = join(temporaryFolder(), 'w')
  mkdirSync(folder)
  const path = join(folder, 'plan.json')
  const source = threadText(plainTurns(2))
  writeFileSync(path, source)
  writeFileSync(join(folder, 'plan-branch-1.json'), 'theirs')
  const file = await openThreadFile(path)
  file.appendRecord(prompt('grown', 'not saved yet'))
  const made = await forkThread(file, 7, 'again', 9)
  expect(made).toBe(join(folder, 'plan-branch-2.json'))
  const branch = await openThreadFile(made)
  for (let index = 0; index < 6; index += 1) expect(branch.rawSlice(index)).toEqual(file.rawSlice(index))
  expect(branch.readMessage(6)).toEqual(file.readMessage(6))
  expect(branch.readMessage(7).content).toEqual([{ kind: 'text', text: 'again' }])
  expect(branch.count).toBe(8)
  expect(readFileSync(path, 'utf8')).toBe(source)
  const next = await openThreadFile(await threadFromCheckpoint(file, { id: 'k', text: 'checkpoint' }))
  expect(next.readMessages({ from: 0, to: 9 }).map(({ id }) => id)).toEqual(['k'])
})

test('a folder of side files that leads out of the workspace gets nothing', async () => {
  const root = temporaryFolder()
  const outside = temporaryFolder()
  symlinkSync(outside, join(root, '.palimpsest'))
  expect(
    await appendHistory(
      root,
      { stem: 'work', former: null },
      { number: 1, atMs: 0, messages: [message('secret plan')] },
    ),
  ).toBeNull()
  expect(await writeToolOutput(root, { filePath: '.palimpsest/tool-output/work/1.txt', text: 'x' })).toBe(
    false,
  )
  expect(readdirSync(outside)).toEqual([])
})
