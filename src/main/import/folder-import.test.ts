import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { opencodeSession, openHandsFolder, writeJson } from '../threads/importers/testing/folder-sources.ts'
import { changedSources } from './changed-sources.ts'
import { findFiles } from './find-files.ts'
import { claudeSession } from './testing/claude-session.ts'
import { importAll } from './testing/import-all.ts'

const signal = new AbortController().signal

function toolsHome(): string {
  const from = temporaryFolder()
  opencodeSession(join(from, 'opencode/storage'), 'ses_one', ['Plan it', 'Planned'])
  opencodeSession(join(from, 'opencode/storage'), 'ses_two', ['Build it', 'Built'])
  openHandsFolder(join(from, 'openhands/c1'), ['Mend it', 'Mended'])
  writeFileSync(join(from, 'one.jsonl'), claudeSession('one', 1))
  return from
}

test('a folder that is one source is one candidate, wherever it lies; its parts are none', async () => {
  const from = toolsHome()
  const found = await findFiles([from], signal)
  expect(found.map(({ path }) => path)).toEqual([
    join(from, 'one.jsonl'),
    join(from, 'opencode/storage'),
    join(from, 'openhands/c1'),
  ])
  const [, storage] = found
  const bytes = readdirSync(join(from, 'opencode/storage'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + readFileSync(join(parentPath, name)).length, 0)
  expect(storage?.sizeBytes).toBe(bytes)
  // Named by a person it is the same one.
  expect(await findFiles([join(from, 'openhands/c1')], signal)).toMatchObject([
    { path: join(from, 'openhands/c1'), isNamed: true },
  ])
})

test('a folder that has only the names of one is walked through', async () => {
  const from = temporaryFolder()
  mkdirSync(join(from, 'events'))
  writeFileSync(join(from, 'events', 'event-00000-a.json'), '{"title": "A party"}')
  writeJson(from, 'session/a/b.json', { id: 's' })
  writeJson(from, 'message/a/b.json', { subject: 'no message of a model' })
  expect((await findFiles([from], signal)).map(({ path }) => path)).toEqual([
    join(from, 'events', 'event-00000-a.json'),
    join(from, 'message/a/b.json'),
    join(from, 'session/a/b.json'),
  ])
})

test('folders are imported as their conversations, once, and updated when they have grown', async () => {
  const from = toolsHome()
  const root = temporaryFolder()
  const first = await importAll([from], root)
  expect(first).toMatchObject({ failed: [], ended: 'done', outcomes: ['new', 'new', 'new', 'new'] })
  expect(first.scan.threads.map(({ label, messages }) => [label, messages])).toEqual([
    ['Claude Code', 3],
    ['opencode', 2],
    ['opencode', 2],
    ['OpenHands', 2],
  ])
  expect((await importAll([from], root)).outcomes).toEqual(new Array(4).fill('unchanged'))
  openHandsFolder(join(from, 'openhands/c1'), ['Mend it', 'Mended', 'And the other?'])
  const again = await importAll([from], root)
  expect(again.outcomes).toEqual(['unchanged', 'unchanged', 'unchanged', 'updated'])
  expect(readFileSync(join(root, again.threads[3] ?? ''), 'utf8')).toContain('And the other?')
})

test('every file of a folder is kept, with a list that says where each one stood', async () => {
  const from = temporaryFolder()
  openHandsFolder(from, ['Mend it', 'Mended'])
  const root = temporaryFolder()
  const [name = ''] = (await importAll([from], root)).threads
  const kept = join(root, '.palimpsest', 'originals')
  const thread = JSON.parse(readFileSync(join(root, name), 'utf8'))
  const { originalSha256 } = thread.meta.palimpsest.imported
  const list = JSON.parse(readFileSync(join(kept, `${originalSha256}.folder.json`), 'utf8'))
  expect(list.files.map((file: { name: string }) => file.name)).toEqual([
    'base_state.json',
    'events/event-00000-e0.json',
    'events/event-00001-e1.json',
  ])
  for (const { name: file, original } of list.files)
    expect(readFileSync(join(kept, original))).toEqual(readFileSync(join(from, file)))
})

test('a folder of which a file has changed is read again, an unchanged one is not', async () => {
  const from = toolsHome()
  const files = await findFiles([from], signal)
  const first = await changedSources(files, new Map())
  expect(first.sources).toHaveLength(3)
  expect((await changedSources(files, first.stamps)).sources).toEqual([])
  openHandsFolder(join(from, 'openhands/c1'), ['Mend it', 'Mended', 'More'])
  const next = await findFiles([from], signal)
  expect((await changedSources(next, first.stamps)).sources).toEqual([join(from, 'openhands/c1')])
})

test('a folder that holds no conversation any more is passed by', async () => {
  const from = toolsHome()
  const root = temporaryFolder()
  await importAll([from], root)
  rmSync(join(from, 'openhands/c1/events'), { recursive: true })
  const { outcomes } = await importAll([from], root)
  expect(outcomes).toEqual(['unchanged', 'unchanged', 'unchanged'])
})

test('an unpacked ChatGPT export is one source: its pictures are found beside its conversations', async () => {
  const from = temporaryFolder()
  const picture = { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1' }
  const message = {
    id: 'u',
    author: { role: 'user' },
    content: { content_type: 'multimodal_text', parts: [picture, 'Look'] },
  }
  const mapping = { u: { id: 'u', parent: null, children: [], message } }
  const chat = { title: 'Sea', conversation_id: 'c', current_node: 'u', mapping }
  writeJson(from, 'export/conversations.json', [chat])
  writeJson(from, 'export/user.json', { id: 'me' })
  writeFileSync(join(from, 'export', 'file_1-a.png'), Buffer.from('\x89PNG and more', 'latin1'))
  const root = temporaryFolder()
  const { threads, outcomes } = await importAll([from], root)
  expect(outcomes).toEqual(['new'])
  expect(readFileSync(join(root, threads[0] ?? ''), 'utf8')).toContain('"mimeType":"image/png"')
})
