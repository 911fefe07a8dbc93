import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { OpenThreads } from './open-threads.ts'

let ids = 0

/** A record of a session as it is written line by line. */
function line(type: 'user' | 'assistant', content: unknown): string {
  ids += 1
  const record = {
    parentUuid: ids === 1 ? null : `u${ids - 1}`,
    uuid: `u${ids}`,
    sessionId: 's1',
    type,
    timestamp: new Date(1_750_000_000_000 + ids * 1000).toISOString(),
    message: { role: type, content, ...(type === 'assistant' ? { id: `msg_${ids}`, model: 'm' } : {}) },
  }
  return `${JSON.stringify(record)}\n`
}

test('a session that another tool goes on writing is read on from where it stopped', async () => {
  const path = join(temporaryFolder(), 'session.jsonl')
  writeFileSync(path, line('user', 'Look at a.ts') + line('assistant', [{ type: 'text', text: 'I will.' }]))
  const threads = new OpenThreads()
  expect((await threads.current(path)).count).toBe(2)

  appendFileSync(
    path,
    line('assistant', [{ type: 'tool_use', id: 't1', name: 'Read', input: { path: 'a.ts' } }]),
  )
  expect(await threads.grow(path)).toEqual({ from: 2, total: 3 })
  const open = await threads.opened(path)
  expect(open.readMessage(2).toolCalls[0]?.output).toBeNull()

  appendFileSync(path, line('user', [{ type: 'tool_result', tool_use_id: 't1', content: 'export {}' }]))
  appendFileSync(path, line('user', 'And now b.ts'))
  // The result belongs to a message that was there: it is another one now.
  expect(await threads.grow(path)).toEqual({ from: 2, total: 4 })
  const answered = await threads.opened(path)
  expect(answered.readMessage(2).toolCalls[0]?.output).toMatchObject({ isError: false })
  expect(await threads.isOutdated(path)).toBe(false)
  expect(await threads.current(path)).toBe(answered)
})

test('a session that was written anew, or whose last line was cut, is opened anew', async () => {
  const path = join(temporaryFolder(), 'session.jsonl')
  const first = line('user', 'One') + line('assistant', [{ type: 'text', text: 'Done.' }])
  writeFileSync(path, first.slice(0, -20))
  const threads = new OpenThreads()
  await threads.current(path)
  writeFileSync(path, first)
  expect(await threads.grow(path)).toBeNull()
  expect(await threads.isOutdated(path)).toBe(true)
  expect((await threads.current(path)).count).toBe(2)
  writeFileSync(path, line('user', 'Something else') + first)
  expect(await threads.grow(path)).toBeNull()
})

const json = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

test.each([
  {
    what: 'lines that are messages',
    first: json({ role: 'user', content: 'One' }, { role: 'assistant', content: 'Done.' }),
    more: json({ role: 'user', content: 'Two' }, { role: 'assistant', content: 'Done too.' }),
  },
  {
    what: 'a log that is written anew in its last line',
    first: json(
      {
        sessionId: 's',
        projectHash: 'h',
        startTime: '2026-03-04T05:06:07Z',
        lastUpdated: '2026-03-04T05:06:07Z',
      },
      { id: '1', type: 'user', content: 'One', timestamp: '2026-03-04T05:06:07Z' },
      { id: '2', type: 'gemini', content: 'Done.', timestamp: '2026-03-04T05:06:08Z' },
    ),
    more: json({
      $set: {
        messages: [
          { id: '1', type: 'user', content: 'One', timestamp: '2026-03-04T05:06:07Z' },
          { id: '2', type: 'gemini', content: 'Done.', timestamp: '2026-03-04T05:06:08Z' },
          { id: '3', type: 'user', content: 'Two', timestamp: '2026-03-04T05:06:09Z' },
          { id: '4', type: 'gemini', content: 'Done too.', timestamp: '2026-03-04T05:06:10Z' },
        ],
      },
    }),
  },
])('$what: what came is read from where it stands', async ({ first, more }) => {
  const path = join(temporaryFolder(), 'log.jsonl')
  writeFileSync(path, first)
  const threads = new OpenThreads()
  expect((await threads.current(path)).count).toBe(2)
  appendFileSync(path, more)
  expect(await threads.grow(path)).toMatchObject({ total: 4 })
  const grown = await threads.opened(path)
  const anew = await new OpenThreads().current(path)
  expect(grown.sketches).toEqual(anew.sketches)
  expect([0, 1, 2, 3].map((at) => grown.readMessage(at))).toEqual(
    [0, 1, 2, 3].map((at) => anew.readMessage(at)),
  )
  expect(grown.readMessage(3)).toMatchObject({ role: 'assistant', content: [{ text: 'Done too.' }] })
})
