import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { context, startWorkspace } from './testing/start-core.ts'
import { turns } from './testing/start-runtime.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { plainTurns, threadText } from './testing/thread-builder.ts'

const THREAD = 'a.json'

async function startWith(text: string) {
  const root = temporaryFolder()
  const path = join(root, THREAD)
  writeFileSync(path, text)
  const { handlers } = await startWorkspace(root)
  return {
    path,
    checkpoints: () => handlers['checkpoint.list']({ thread: THREAD }, context),
    compact: (focus: string) => handlers['context.compact']({ thread: THREAD, focus }, context),
  }
}

test.each(['', 'keep the names'])(
  'without any provider /compact with the words "%s" has the built-in summarizer write a checkpoint, and the file stays',
  async (focus) => {
    const { path, checkpoints, compact } = await startWith(threadText(turns(200)))
    const before = readFileSync(path)
    expect(await compact(focus)).toMatchObject({ kind: 'completed', event: { costUsd: 0 } })
    expect(await checkpoints()).toMatchObject([{ number: 1, state: 'active' }])
    expect(readFileSync(path)).toEqual(before)
  },
)

test('without any provider /compact of a thread that the policy keeps as it is answers why nothing was done', async () => {
  const { checkpoints, compact } = await startWith(threadText(plainTurns(2)))
  expect(await compact('')).toEqual({ kind: 'skipped', reason: 'fits-budget' })
  expect(await checkpoints()).toEqual([])
})
