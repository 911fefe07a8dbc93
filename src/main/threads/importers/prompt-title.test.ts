import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claudeSession } from '../../import/testing/claude-session.ts'
import { importAll } from '../../import/testing/import-all.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openThreads } from '../open-thread.ts'

const user = (content: unknown) => ({ role: 'user', content })
const chat = (...content: unknown[]) => ({
  messages: [...content.map(user), { role: 'assistant', content: 'Yes' }],
})

function fileOf(name: string, text: string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, text)
  return path
}

const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

test('untitled conversations of one file are called by their first words, each by its own', async () => {
  const path = fileOf(
    'training.jsonl',
    lines([
      chat('Where is\n\tmy  order?'),
      chat('<system-reminder>Be brief.</system-reminder>', '## Plan a trip\nto the sea'),
      chat([{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }], 'What is this?'),
      chat('<task>Mend the parser</task>\n<environment_details>x</environment_details>'),
      chat(`word ${'and '.repeat(60)}`),
    ]),
  )
  const threads = await openThreads(path)
  const titles = threads.map(({ head }) => head.title)
  expect(titles.slice(0, 3)).toEqual(['Where is my order?', 'Plan a trip to the sea', 'What is this?'])
  expect(titles[3]).toMatch(/^Mend the parser/)
  expect(titles[4]).toMatch(/^word and and .*…$/)
  expect(titles[4]?.length).toBeLessThanOrEqual(80)
  // The list of the file's conversations says the same.
  expect(threads[0]?.foreign?.info.threads.map(({ title }) => title)).toEqual(titles)
  const { scan } = await importAll([path], temporaryFolder())
  expect(scan.threads.map(({ title }) => title)).toEqual(titles)
})

test('a title that the source has stays, and so it does when the session goes on', async () => {
  const path = fileOf(
    's.jsonl',
    `${claudeSession('one', 1)}{"type":"custom-title","customTitle":"Mine","sessionId":"one"}\n`,
  )
  const [titled] = await openThreads(path)
  expect(titled?.head.title).toBe('Mine')
  const plain = fileOf('p.jsonl', claudeSession('one', 1))
  const [thread] = await openThreads(plain)
  expect(thread?.head.title).toBe('task 1 of one')
  writeFileSync(plain, claudeSession('one', 2))
  expect((await thread?.foreign?.grow())?.file.head.title).toBe('task 1 of one')
})

test('a conversation without words is called by its file', async () => {
  const path = fileOf('reply.json', JSON.stringify({ messages: [{ role: 'assistant', content: 'Yes' }] }))
  expect((await openThreads(path))[0]?.head.title).toBe('reply')
})
