import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../src/main/testing/temporary-folder.ts'
import { openThreadFile } from '../src/main/threads/thread-file.ts'
import { writeGeneratedThread } from './generate-thread.ts'

test('equal specs give equal bytes, other seeds other ones, and the size is what was asked for', async () => {
  const folder = temporaryFolder()
  const write = (name: string, seed: number, isPretty: boolean) => {
    const path = join(folder, name)
    const bytes = writeGeneratedThread(path, { messages: 80, seed, isPretty })
    expect(statSync(path).size).toBe(bytes)
    return path
  }
  const first = write('a.json', 1, true)
  expect(readFileSync(write('b.json', 1, true)).equals(readFileSync(first))).toBe(true)
  expect(readFileSync(write('c.json', 2, true)).equals(readFileSync(first))).toBe(false)
  expect(statSync(first).size / 80).toBeGreaterThan(2000)
  expect(statSync(first).size / 80).toBeLessThan(2800)
  for (const path of [first, write('d.json', 1, false)]) {
    const file = await openThreadFile(path)
    expect([file.count, file.layout.turns.length]).toEqual([80, 10])
    expect(JSON.parse(readFileSync(path, 'utf8')).context.messages).toHaveLength(80)
  }
})
