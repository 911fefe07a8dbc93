import { expect, it } from 'vitest'
import { itemKey } from './item-key.ts'

it.each([
  ['- Wrote `src/a.ts`.', '* Wrote src/a.ts'],
  ['1. **Port** the parser', 'port the   parser'],
  ['Use pnpm, not npm.', 'Use pnpm not npm'],
  ['Say "hello" first', "Say 'hello' first"],
  ['Open src\\a.ts', 'Open src/a.ts'],
  ['- 编写解析器，然后测试。', '编写解析器 然后测试'],
  ['**Use** the cache', '*use* the Cache.'],
  ['**Done**: the page.', 'Done: the page'],
  ['_Later_: the page', 'Later - the page'],
])('%s and %s are the same item', (one, other) => {
  expect(itemKey(one)).toBe(itemKey(other))
})

it.each([
  ['Step 1: a.ts', 'Step 11: a.ts'],
  ['Port 8.080', 'Port 8080'],
  ['old_string', 'old string'],
  ['Ship it?', 'Ship it'],
  ['src/a.ts', 'src/b.ts'],
  ['Open src/App.ts', 'Open src/app.ts'],
  ['Call `readFile`', 'Call `readfile`'],
  ['Delete src/*.ts', 'Delete src/.ts'],
  ['Hold __init__', 'Hold init'],
  ['Hold `_cache`', 'Hold `cache`'],
  ['2**3', '23'],
  ['- -1 is allowed', '- 1 is allowed'],
])('%s and %s are two', (one, other) => {
  expect(itemKey(one)).not.toBe(itemKey(other))
})
