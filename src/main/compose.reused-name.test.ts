import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { context, startRuntime, turns } from './testing/start-runtime.ts'
import { threadText } from './testing/thread-builder.ts'

const THREAD = 'again.json'

test('a new thread under the name of one in the trash begins with nothing of it', async () => {
  const app = await startRuntime({ windowTokens: 64_000 })
  const { handlers } = app
  const path = join(app.root, THREAD)
  writeFileSync(path, threadText(turns(40)))
  await handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  await handlers['draft.save']({ thread: THREAD, text: 'Typed long ago.' }, context)
  await handlers['agent.saveGrants'](
    { thread: THREAD, grants: { allowed: [{ kind: 'write' }], refused: [] } },
    context,
  )
  await handlers['workspace.trash']({ path: THREAD }, context)
  rmSync(path)
  await handlers['workspace.createThread']({ folder: '', name: 'again' }, context)
  expect(await handlers['draft.get']({ thread: THREAD }, context)).toEqual({ text: '' })
  expect(await handlers['checkpoint.list']({ thread: THREAD }, context)).toEqual([])
  expect((await handlers['agent.grants']({ thread: THREAD }, context)).allowed).toEqual([])
  const { items } = await handlers['projection.page']({ thread: THREAD, from: 0, limit: 200 }, context)
  expect(items.map(({ kind }) => kind)).not.toContain('checkpoint')
})

test('a copy written again under the name of one that was taken back holds nothing of that one', async () => {
  const app = await startRuntime({ windowTokens: 64_000 })
  const { handlers } = app
  writeFileSync(join(app.root, THREAD), threadText(turns(40)))
  const compacted = async () => {
    let previewId = ''
    await handlers['compact.start'](
      {
        thread: THREAD,
        options: {
          keepTurns: 38,
          instructions: '',
          summarizerId: 'built-in',
          detail: 'standard',
          language: 'same',
          budgetChars: null,
        },
      },
      (frame) => {
        if (frame.kind === 'preview') previewId = frame.preview.previewId
      },
      context,
    )
    const applied = await handlers['compact.apply']({ previewId, folder: null }, context)
    return applied.kind === 'applied' ? applied.thread : ''
  }
  const first = await compacted()
  const outcome = await handlers['context.compact']({ thread: first, focus: '' }, context)
  expect(outcome.kind).toBe('completed')
  await handlers['compact.takeBack']({ thread: first }, context)
  rmSync(join(app.root, first))
  expect(await compacted()).toBe(first)
  expect(await handlers['checkpoint.list']({ thread: first }, context)).toEqual([])
})
