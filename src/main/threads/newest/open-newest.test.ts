import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeGeneratedThread } from '../../../../bench/generate-thread.ts'
import { extensionOf, generateTranscript } from '../../../../bench/generate-transcripts.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openThread } from '../open-thread.ts'
import type { ThreadFile } from '../thread-file.ts'
import { openNewest } from './open-newest.ts'

/** The newest part holds the last messages of the whole, each as it is. */
async function expectNewest(
  path: string,
): Promise<{ readonly part: ThreadFile; readonly whole: ThreadFile }> {
  const part = await openNewest(path, 0)
  const whole = await openThread(path)
  if (part === null) throw new Error('no newest part')
  expect(part.count).toBeGreaterThan(20)
  for (let back = 1; back <= part.count; back += 1)
    expect(part.readMessage(part.count - back)).toEqual(whole.readMessage(whole.count - back))
  expect(part.head).toEqual(whole.head)
  return { part, whole }
}

test.each([true, false])('of a thread file, written over many lines: %s', async (isPretty) => {
  const path = join(temporaryFolder(), 'thread.json')
  writeGeneratedThread(path, { messages: 1_200, isPretty })
  const { part, whole } = await expectNewest(path)
  expect(part.count).toBeLessThan(whole.count)
})

test('of a thread with whole threads quoted in its calls and texts', async () => {
  const path = join(temporaryFolder(), 'quoting.json')
  const quoted = { context: { messages: [{ id: 'x', role: 'user', content: [] }] } }
  const filler = 'The buffer is read by the parser. '.repeat(200)
  const messages = Array.from({ length: 500 }, (_, at) => ({
    id: `m${at}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text: `${JSON.stringify(quoted)} ${filler}` }],
    ...(at % 2 === 0
      ? {}
      : {
          toolCalls: [{ id: `c${at}`, input: { name: 'write', arguments: quoted }, output: { content: [] } }],
        }),
  }))
  const meta = { list: [{ id: 'y', role: 'user' }] }
  writeFileSync(path, JSON.stringify({ title: 'Quoting', context: { messages }, meta }))
  const { part, whole } = await expectNewest(path)
  expect(part.count).toBeLessThan(whole.count)
})

test('of sessions of other tools', async () => {
  const folder = temporaryFolder()
  for (const layout of ['claude-code', 'codex', 'pi']) {
    const path = join(folder, `${layout}.${extensionOf(layout)}`)
    writeFileSync(path, [...generateTranscript(layout, { messages: 1_200 })].join(''))
    await expectNewest(path)
  }
})

test('of a session whose last line is still being written', async () => {
  const path = join(temporaryFolder(), 'session.jsonl')
  writeFileSync(path, [...generateTranscript('claude-code', { messages: 600 })].join(''))
  const before = await openNewest(path, 0)
  appendFileSync(path, readFileSync(path).subarray(0, 200))
  const after = await openNewest(path, 0)
  expect(after?.count).toBeGreaterThan(20)
  expect(after?.readMessage(after.count - 2)).toEqual(before?.readMessage(before.count - 1))
})

test('there is none of a small file, and none where the end does not tell it', async () => {
  const folder = temporaryFolder()
  const small = join(folder, 'small.json')
  writeGeneratedThread(small, { messages: 100 })
  expect(await openNewest(small)).toBeNull()
  const broken = join(folder, 'broken.json')
  writeFileSync(broken, readFileSync(small).subarray(0, -40))
  expect(await openNewest(broken, 0)).toBeNull()
  const pictures = join(folder, 'pictures.json')
  const blobs = { x: 'A'.repeat(20 << 20) }
  writeFileSync(pictures, JSON.stringify({ context: { messages: [{ role: 'user', content: [] }] }, blobs }))
  expect(await openNewest(pictures, 0)).toBeNull()
})
