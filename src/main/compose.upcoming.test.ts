import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { context, ledger, startRuntime, THREAD } from './testing/start-runtime.ts'
import { answer, call, prompt } from './testing/thread-builder.ts'

/** A thread that was left at the dawn of time, with results that clearing makes smaller. */
const LEFT = Array.from({ length: 12 }, (_, turn) => [
  { ...prompt(`u${turn}`, `Task ${turn}`), palimpsest: { atMs: 1_000 * turn, ending: 'complete' } },
  {
    ...answer(`a${turn}`, '', [
      call(`c${turn}`, 'run_command', { command: `pnpm test ${turn}` }, `result ${turn} `.repeat(60)),
    ]),
    palimpsest: { atMs: 1_000 * turn + 1, ending: 'complete' },
  },
  { ...answer(`b${turn}`, `Done with ${turn}.`), palimpsest: { atMs: 1_000 * turn + 2, ending: 'complete' } },
]).flat()

const cleared = (text: string) => text.match(/\[Cleared: /g)?.length ?? 0

async function start() {
  return startRuntime({ messages: LEFT, windowTokens: 128_000 })
}

test('S-023 view, copy and export of the next request clear after a pause what sending clears; looking stores nothing', async () => {
  const app = await start()
  const before = readFileSync(app.path)
  const { items, tokens } = await ledger(app)
  const seen = items.filter(({ calls }) => calls?.some(({ result }) => result?.startsWith('[Cleared: ')))
  expect(seen.length).toBeGreaterThan(4)
  const report = await app.handlers['context.get']({ thread: THREAD }, context)
  const listed = report.categories.reduce(
    (sum, one) => sum + (one.category === 'uncounted' ? 0 : one.tokens),
    0,
  )
  expect(listed).toBe(tokens)
  expect(readFileSync(app.path)).toEqual(before)
  expect(existsSync(join(app.root, '.palimpsest', 'tool-output'))).toBe(false)
  await app.say('Go on.')
  const sent = app.provider.requests.findLast(({ protocol }) => protocol !== null)?.text ?? ''
  expect(cleared(sent)).toBeGreaterThanOrEqual(seen.length)
  expect(readdirSync(join(app.root, '.palimpsest', 'tool-output')).length).toBeGreaterThan(0)
})
