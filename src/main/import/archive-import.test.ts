import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { makeZip, type ZipFile } from '../threads/importers/testing/make-zip.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { importAll } from './testing/import-all.ts'

function zip(files: readonly ZipFile[], name = 'export.zip', folder = temporaryFolder()): string {
  const path = join(folder, name)
  writeFileSync(path, makeZip(files))
  return path
}

const json = (name: string, value: unknown): ZipFile => ({ name, data: Buffer.from(JSON.stringify(value)) })

function chat(id: string, said: readonly string[]) {
  const nodes = said.map((text, at) => ({
    id: `${id}${at}`,
    parent: at === 0 ? null : `${id}${at - 1}`,
    children: at === said.length - 1 ? [] : [`${id}${at + 1}`],
    message: {
      id: `${id}${at}`,
      author: { role: at % 2 === 0 ? 'user' : 'assistant' },
      create_time: 1_767_225_600 + at,
      content: { content_type: 'text', parts: [text] },
    },
  }))
  const mapping = Object.fromEntries(nodes.map((node) => [node.id, node]))
  return { title: `Chat ${id}`, conversation_id: id, current_node: nodes.at(-1)?.id, mapping }
}

function claudeChat(uuid: string, said: readonly string[]) {
  const messages = said.map((text, at) => ({
    uuid: `${uuid}-${at}`,
    sender: at % 2 === 0 ? 'human' : 'assistant',
    created_at: `2026-01-02T03:04:0${at}Z`,
    text,
    content: [{ type: 'text', text }],
    attachments: [],
    files: [],
  }))
  return { uuid, name: `Talk ${uuid}`, chat_messages: messages }
}

test('a ChatGPT archive is scanned and imported whole; the archive itself is kept', async () => {
  const path = zip([
    json('user.json', { id: 'u' }),
    { name: 'chat.html', data: Buffer.from('<html></html>') },
    json('conversations-000.json', [chat('a', ['Hello', 'Hi']), chat('b', ['And?', 'So.', 'Well'])]),
    json('conversations-001.json', [chat('c', ['One more', 'Yes'])]),
  ])
  const before = readFileSync(path)
  const root = temporaryFolder()
  const first = await importAll([path], root)
  expect(first).toMatchObject({ outcomes: ['new', 'new', 'new'], failed: [], ended: 'done' })
  expect(first.scan.threads.map(({ label, title, messages }) => [label, title, messages])).toEqual([
    ['ChatGPT', 'Chat a', 2],
    ['ChatGPT', 'Chat b', 3],
    ['ChatGPT', 'Chat c', 2],
  ])
  expect(first.threads).toEqual(['Chat a.json', 'Chat b.json', 'Chat c.json'])
  const sha256 = createHash('sha256').update(before).digest('hex')
  expect(readdirSync(join(root, '.palimpsest', 'originals'))).toEqual([`${sha256}.zip`])
  expect(readFileSync(path)).toEqual(before)
  const thread = await openThreadFile(join(root, 'Chat b.json'))
  expect(thread.readMessages({ from: 0, to: 3 }).map(({ content }) => content)).toMatchObject([
    [{ text: 'And?' }],
    [{ text: 'So.' }],
    [{ text: 'Well' }],
  ])
  thread.close()
  expect((await importAll([path], root)).outcomes).toEqual(['unchanged', 'unchanged', 'unchanged'])
})

test('a newer Claude.ai archive updates what has grown and leaves the rest', async () => {
  const others = [json('users.json', [{ uuid: 'u' }]), json('projects.json', [])]
  const export1 = [claudeChat('x', ['Plan?', 'A plan']), claudeChat('y', ['Why?', 'So'])]
  const root = temporaryFolder()
  const from = temporaryFolder()
  zip([...others, json('conversations.json', export1)], 'january.zip', from)
  // In a folder, as it lies among downloads.
  writeFileSync(join(from, 'holiday.zip'), makeZip([{ name: 'sea.png', data: Buffer.from('png') }]))
  const first = await importAll([from], root)
  expect(first).toMatchObject({ outcomes: ['new', 'new'], failed: [], ended: 'done' })
  expect(first.scanned.filter(({ kind }) => kind === 'problem')).toEqual([])
  const export2 = [
    claudeChat('x', ['Plan?', 'A plan', 'Go on', 'Gone on']),
    claudeChat('y', ['Why?', 'So']),
    claudeChat('z', ['New', 'Is']),
  ]
  const newer = zip([...others, json('conversations.json', export2)], 'february.zip')
  expect((await importAll([newer], root)).outcomes).toEqual(['updated', 'unchanged', 'new'])
  expect(readFileSync(join(root, 'Talk x.json'), 'utf8')).toContain('Gone on')
})

test('an archive that holds one file alone is read by itself, with nothing beside it', async () => {
  const path = zip([json('conversations.json', [claudeChat('x', ['Plan?', 'A plan'])])])
  expect((await importAll([path], temporaryFolder())).outcomes).toEqual(['new'])
})

test.each([
  ['archive-outside', [{ name: '../conversations.json', data: Buffer.from('[]') }]],
  ['archive-too-large', [{ name: 'conversations.json', data: Buffer.from('[]'), size: 1_000_000_000 }]],
])('a hostile archive is one problem of the scan: %s', async (code, files) => {
  const from = temporaryFolder()
  const bad = zip(files, 'bad.zip', from)
  zip([json('conversations.json', [claudeChat('x', ['Plan?', 'A plan'])])], 'good.zip', from)
  const { scanned, outcomes } = await importAll([from], temporaryFolder())
  expect(scanned.filter(({ kind }) => kind === 'problem')).toMatchObject([
    { problem: { source: bad, error: { code } } },
  ])
  expect(outcomes).toEqual(['new'])
})
