import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ExportChoices, ExportFrame, ReviewFrame } from '../../shared/ipc/export.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import { context, startWorkspace } from '../testing/start-core.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, prompt, threadText } from '../testing/thread-builder.ts'

const KEY = `sk-${'proj'}-aB3dE5fG7hJ9kL1mN3pQ5rS7`
const STORED = 'kept.by.this.program.7'
const CHOICES: ExportChoices = {
  format: 'markdown',
  toolCalls: true,
  thinking: true,
  checkpoints: true,
  emails: false,
  language: 'en',
}

/** A workspace with two threads in folders; the first folder dialog opened it, later ones answer `target`. */
async function start() {
  const root = temporaryFolder()
  const target = temporaryFolder()
  mkdirSync(join(root, 'sub'))
  writeFileSync(join(root, 'a.json'), threadText([prompt('u', `use ${KEY}`), answer('b', STORED)]))
  writeFileSync(join(root, 'sub', 'b.json'), threadText([prompt('u', 'plain'), answer('b', 'ACME-7-x')]))
  const folders = [root, target]
  const workspace = await startWorkspace(root, {
    chooseFolder: async () => folders.shift() ?? null,
    getSecret: async () => STORED,
  })
  return { ...workspace, root, target }
}

async function review(handlers: Handlers, choices: Partial<ExportChoices> = {}) {
  const frames: ReviewFrame[] = []
  const input = { scope: { kind: 'folder', folder: '' }, choices: { ...CHOICES, ...choices } } as const
  await handlers['export.review'](input, (frame) => frames.push(frame), context)
  const last = frames.at(-1)
  if (last?.kind !== 'reviewed') throw new Error('no review came')
  return last
}

async function write(handlers: Handlers, reviewId: string, folder: string, kept: readonly string[]) {
  const frames: ExportFrame[] = []
  await handlers['export.write'](
    { reviewId, folder, kept: [...kept] },
    (frame) => frames.push(frame),
    context,
  )
  return frames.filter(({ kind }) => kind !== 'progress')
}

test('a folder is reviewed, then written below the chosen folder; what is kept stays', async () => {
  const { handlers, root, target } = await start()
  await handlers['provider.save'](
    {
      id: 'p',
      kind: 'openai-chat',
      name: 'p',
      baseUrl: '',
      model: 'm',
      windowTokens: null,
    },
    context,
  )
  await handlers['settings.set']({ redactionPatterns: ['ACME-*'] }, context)
  const { reviewId, findings, threads, messages } = await review(handlers)
  expect({ threads, messages }).toEqual({ threads: 2, messages: 4 })
  expect(findings.map(({ kind, thread }) => [kind, thread])).toEqual([
    ['api-key', 'a.json'],
    ['stored-key', 'a.json'],
    ['own', 'sub/b.json'],
  ])
  expect(JSON.stringify(findings)).not.toMatch(/kept\.by|aB3dE5/)
  expect(readdirSync(root).toSorted()).toEqual(['a.json', 'sub'])

  await handlers['export.chooseFolder'](undefined, context)
  const frames = await write(
    handlers,
    reviewId,
    target,
    findings.map(({ id }) => id),
  )
  expect(frames).toMatchObject([
    { kind: 'written', thread: 'a.json', path: join(target, 'a.md'), replaced: 1 },
    { kind: 'written', thread: 'sub/b.json', path: join(target, 'sub', 'b.md'), replaced: 0 },
  ])
  const text = readFileSync(join(target, 'a.md'), 'utf8')
  expect(text).toContain(KEY)
  // A key of this program leaves it in no export, whatever was said about it.
  expect(text).not.toContain(STORED)
})

test('nothing is written without a review, nor into a folder that nobody chose', async () => {
  const { handlers, target } = await start()
  const { reviewId } = await review(handlers)
  await expect(write(handlers, reviewId, target, [])).rejects.toMatchObject({ code: 'path-outside' })
  await handlers['export.chooseFolder'](undefined, context)
  await expect(write(handlers, 'other', target, [])).rejects.toMatchObject({ code: 'preview-gone' })
  expect(readdirSync(target)).toEqual([])
})

test('a request is the one the window would send: without a message that is left unsent', async () => {
  const { handlers, target } = await start()
  await handlers['mark.set']({ thread: 'sub/b.json', index: 1, kind: 'exclude', isOn: true }, context)
  const { reviewId } = await review(handlers, { format: 'openai-chat' })
  await handlers['export.chooseFolder'](undefined, context)
  await write(handlers, reviewId, target, [])
  const text = readFileSync(join(target, 'sub', 'b.openai-chat.json'), 'utf8')
  expect(text).toContain('plain')
  expect(text).not.toContain('ACME-7-x')
})

test('one unreadable thread is listed and the others are written', async () => {
  const { handlers, target } = await start()
  const frames: ReviewFrame[] = []
  const scope = { kind: 'threads', threads: ['gone.json', 'a.json'] } as const
  await handlers['export.review'](
    { scope: { kind: 'threads', threads: [...scope.threads] }, choices: CHOICES },
    (frame) => frames.push(frame),
    context,
  )
  expect(frames.find(({ kind }) => kind === 'failed')).toMatchObject({
    thread: 'gone.json',
    error: { code: 'file-not-found' },
  })
  const last = frames.at(-1)
  await handlers['export.chooseFolder'](undefined, context)
  await write(handlers, last?.kind === 'reviewed' ? last.reviewId : '', target, [])
  expect(readdirSync(target)).toEqual(['a.md'])
})
