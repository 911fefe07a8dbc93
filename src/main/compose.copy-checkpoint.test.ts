import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ComparedState } from '../shared/compact/comparison.ts'
import type { ExportFrame, ReviewFrame } from '../shared/ipc/export.ts'
import { COPY_CHECKPOINT } from '../shared/ipc/turn.ts'
import { context, previewOf, startWorkspace } from './testing/start-core.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { answer, prompt, threadText } from './testing/thread-builder.ts'

const TURNS = 12
const LONG = 'The parser reads part after part. '.repeat(60)

/** A workspace with a thread and the compacted copy of it. */
async function compacted() {
  const root = join(temporaryFolder(), 'workspace')
  mkdirSync(root)
  const source = join(root, 'plan.json')
  const messages = Array.from({ length: TURNS }, (_, turn) => [
    prompt(`u${turn}`, `Task ${turn}. Never touch locks/${turn}.lock.`),
    answer(`a${turn}`, LONG),
  ]).flat()
  writeFileSync(source, threadText(messages))
  const out = join(temporaryFolder(), 'out')
  mkdirSync(out)
  let chosen = root
  const { handlers } = await startWorkspace(root, { chooseFolder: async () => chosen })
  const preview = await previewOf(handlers, 'plan.json')
  const applied = await handlers['compact.apply']({ previewId: preview.previewId, folder: null }, context)
  if (applied.kind !== 'applied') throw new Error(applied.kind)
  chosen = out
  const thread = applied.thread
  const compare = (filter: 'all' | ComparedState = 'all') =>
    handlers['checkpoint.compare']({ thread, id: COPY_CHECKPOINT, filter, offset: 0, limit: 200 }, context)
  return { root, source, out, handlers, thread, copy: join(root, thread), compare }
}

test("a copy's checkpoint is compared with the messages of its source, which says that it is as it was", async () => {
  const { handlers, thread, source, copy, compare } = await compacted()
  const before = [readFileSync(source), readFileSync(copy)]
  const page = await compare()
  expect(page.source).toEqual({ thread: 'plan.json', name: 'plan.json', state: 'same' })
  // Three turns are kept word for word.
  expect(page.items.map(({ index }) => index)).toEqual(Array.from({ length: 2 * (TURNS - 3) }, (_, at) => at))
  expect(page.originalTokens).toBeGreaterThan(page.checkpointTokens)
  const { entry, sections } = await handlers['checkpoint.get']({ thread, id: COPY_CHECKPOINT }, context)
  expect(entry).toBeNull()
  const rules = sections.find(({ key }) => key === 'rules')?.text ?? ''
  expect(rules).toContain('Never touch locks/0.lock.')
  expect(page.sentences.some(({ section }) => sections.some(({ key }) => key === section))).toBe(true)
  expect([readFileSync(source), readFileSync(copy)]).toEqual(before)
})

test('a source that went on or was renamed is found and told; one that is gone or another thread is told as gone', async () => {
  const { root, source, compare } = await compacted()
  const text = readFileSync(source)
  const grown = JSON.parse(text.toString())
  grown.context.messages.push(prompt('later', 'Go on.'))
  writeFileSync(source, JSON.stringify(grown))
  const page = await compare()
  expect(page.source).toMatchObject({ name: 'plan.json', state: 'changed' })
  expect(page.items).toHaveLength(2 * (TURNS - 3))
  writeFileSync(source, text)
  renameSync(source, join(root, 'renamed.json'))
  expect((await compare()).source).toEqual({ thread: 'renamed.json', name: 'renamed.json', state: 'same' })
  rmSync(join(root, 'renamed.json'))
  await expect(compare()).rejects.toMatchObject({ code: 'source-gone', params: { name: 'plan.json' } })
  writeFileSync(source, threadText([prompt('other', 'Another thread.'), answer('b', 'Yes.')]))
  await expect(compare()).rejects.toMatchObject({ code: 'source-gone' })
})

test("a copy's checkpoint is exported as Markdown, also when its source is gone", async () => {
  const { handlers, thread, source, out } = await compacted()
  rmSync(source)
  const choices = {
    format: 'markdown',
    toolCalls: true,
    thinking: true,
    checkpoints: true,
    emails: false,
    language: 'en',
  } as const
  const frames: (ReviewFrame | ExportFrame)[] = []
  const scope = { kind: 'checkpoint', thread, id: COPY_CHECKPOINT } as const
  await handlers['export.review']({ scope, choices }, (frame) => frames.push(frame), context)
  const reviewed = frames.find((frame) => frame.kind === 'reviewed')
  if (reviewed?.kind !== 'reviewed') throw new Error(JSON.stringify(frames))
  const folder = (await handlers['export.chooseFolder'](undefined, context)) ?? out
  const { reviewId } = reviewed
  await handlers['export.write']({ reviewId, folder, kept: [] }, (frame) => frames.push(frame), context)
  const text = readFileSync(join(folder, 'plan-compact-1-checkpoint-1.md'), 'utf8')
  expect(text).toContain('Stands for 18 messages of plan.json')
  expect(text).toContain('Never touch locks/0.lock.')
  expect(text).not.toContain('system-reminder')
})

test('a thread that is no copy has no such checkpoint', async () => {
  const { handlers } = await compacted()
  const asked = handlers['checkpoint.get']({ thread: 'plan.json', id: COPY_CHECKPOINT }, context)
  await expect(asked).rejects.toMatchObject({ code: 'not-found' })
})
