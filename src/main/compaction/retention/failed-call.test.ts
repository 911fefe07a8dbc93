import { expect, test } from 'vitest'
import { answer, call, prompt } from '../../testing/thread-builder.ts'
import { parseMessage } from '../../threads/native/parse-message.ts'
import { measureRetention } from './measure.ts'

test('an error says which call of its message it came from', () => {
  const failing = answer('a1', 'I write the test and run it.', [
    call('c1', 'write_file', { path: 'tests/test_negative.py', content: 'x' }, 'ok'),
    call('c2', 'run', { command: 'pytest -q' }, 'E ValueError: negative size\nexit code 1', true),
  ])
  const { notable } = measureRetention({
    source: [prompt('u1', 'Test it.'), failing].map(
      (record) => parseMessage(Buffer.from(JSON.stringify(record)), new Map()).message,
    ),
    previous: [],
    checkpoint: '',
    kept: [],
    firstTurn: 1,
  })
  expect(notable.find((fact) => fact.class === 'unresolved-error')).toMatchObject({
    text: 'E ValueError: negative size',
    messageIndex: 1,
    callPosition: 1,
  })
  expect(notable.find((fact) => fact.class === 'command')).not.toHaveProperty('callPosition')
})
