import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../src/main/testing/temporary-folder.ts'
import { answer, call, type NativeRecord, prompt } from '../../src/main/testing/thread-builder.ts'
import { newThreadText } from '../../src/main/threads/new-thread.ts'
import { GrowingFile } from './growing-file.ts'

/** A new thread whose file goes through these lists of records; answers what the last step is blamed for. */
function problemsOf(before: readonly NativeRecord[], after: readonly NativeRecord[]): readonly string[] {
  const path = join(temporaryFolder(), 'month.json')
  writeFileSync(path, newThreadText('month'))
  const file = new GrowingFile(path)
  const write = (messages: readonly NativeRecord[]) => {
    const thread = JSON.parse(readFileSync(path, 'utf8'))
    thread.context.messages = messages
    writeFileSync(path, `${JSON.stringify(thread, null, 2)}\n`)
  }
  const served = { requests: 1, serials: ['[answer 1]'], calls: 1, hasOverflow: false }
  write(before)
  const first = file.check('one', served, false)
  if (first.length > 0) throw new Error(first.join())
  write(after)
  return [...file.check('two', { ...served, serials: ['[answer 2]'] }, false), ...file.checkWhole()]
}

const run = (id: string, output: string | null) => call(id, 'grep', {}, output)
const FIRST = [prompt('u1', 'one'), answer('a1', '[answer 1]', [run('c', 'x')])]
const ANSWER = answer('a2', '[answer 2]', [run('c', 'y')])

test('a turn that added what was said and served is fine', () => {
  expect(problemsOf(FIRST, [...FIRST, prompt('u2', 'two'), ANSWER])).toEqual([])
})

test.each([
  ['a lost message', [...FIRST, ANSWER]],
  ['a doubled message', [...FIRST, prompt('u2', 'two'), prompt('u3', 'two'), ANSWER]],
  ['a lost answer', [...FIRST, prompt('u2', 'two'), answer('a2', '', [run('c', 'y')])]],
  ['a doubled answer', [...FIRST, prompt('u2', 'two'), ANSWER, answer('a3', '[answer 2]')]],
  [
    'a call without its result',
    [...FIRST, prompt('u2', 'two'), answer('a2', '[answer 2]', [run('c', null)])],
  ],
  ['a lost call', [...FIRST, prompt('u2', 'two'), answer('a2', '[answer 2]')]],
  ['an id twice', [...FIRST, prompt('u1', 'two'), ANSWER]],
  ['a changed earlier byte', [prompt('u1', 'One'), ...FIRST.slice(1), prompt('u2', 'two'), ANSWER]],
])('%s is noticed', (_name, after) => {
  expect(problemsOf(FIRST, after)).not.toEqual([])
})
