import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openThreads } from '../open-thread.ts'
import { mainFirst, readFolder } from './read-folder.ts'

test('a folder is read as one source, the file that tells its format first', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'events'))
  const event = { kind: 'MessageEvent', source: 'user', llm_message: { content: [{ text: 'Hi' }] } }
  writeFileSync(join(folder, 'events/event-00000-a.json'), JSON.stringify(event))
  writeFileSync(join(folder, 'base_state.json'), '{"id":"run"}')
  writeFileSync(join(folder, 'a.txt'), 'x')
  symlinkSync(folder, join(folder, 'round'))
  const files = await readFolder(folder)
  expect(files.map(({ name }) => name)).toEqual(['base_state.json', 'events/event-00000-a.json', 'a.txt'])
  const [thread] = await openThreads(folder)
  expect(thread?.readRecord(0).message.content).toMatchObject([{ text: 'Hi' }])
})

test('of several files that could tell a format the surest comes first', () => {
  expect(mainFirst(['b.md', 'x/a.json', 't/api_conversation_history.json'])).toEqual([
    't/api_conversation_history.json',
    'x/a.json',
    'b.md',
  ])
})

test('a file that got shorter says so', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.json'), '{"a":1}')
  const [file] = await readFolder(folder)
  writeFileSync(join(folder, 'a.json'), '')
  expect(() => file?.bytes.slice(0, 7)).toThrow(expect.objectContaining({ code: 'file-changed' }))
})
