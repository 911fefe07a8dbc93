import { expect, test } from 'vitest'
import { stemOfTitle } from './stem-of-title.ts'

test.each([
  ['a short title as it is', 'Fix the parser, please!', 'Fix the parser, please!'],
  [
    'a long one to the end of a word',
    'Hi! This is the booking backend (Fastify + Postgres). Two rules for the session',
    'Hi! This is the booking backend (Fastify + Postgres). Two',
  ],
  [
    'one that was cut before without its last piece',
    'Hello. This is a title that somebody t…',
    'Hello. This is a title that somebody',
  ],
  [
    'no mark behind the last word',
    `${'word '.repeat(10)}and then, longer words`,
    `${'word '.repeat(10)}and then`,
  ],
  ['a script without spaces at the limit', '修'.repeat(100), '修'.repeat(60)],
  ['no half of a sign', `${'修'.repeat(59)}😀😀`, '修'.repeat(59)],
  ['nothing', '', ''],
])('a file is named by %s', (_what, title, stem) => {
  expect(stemOfTitle(title)).toBe(stem)
})
