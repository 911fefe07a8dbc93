import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReviewFrame } from '../shared/ipc/export.ts'
import { previewOf } from './testing/start-core.ts'
import { context, ledger, startRuntime, THREAD, turns } from './testing/start-runtime.ts'
import { answer, call, prompt } from './testing/thread-builder.ts'

type App = Awaited<ReturnType<typeof startRuntime>>

async function compacted(app: App): Promise<string> {
  const outcome = await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  if (outcome.kind !== 'completed') throw new Error(JSON.stringify(outcome))
  return outcome.event.id
}
const edit = (app: App, id: string, sections: { key: 'goal' | 'done'; text: string }[]) =>
  app.handlers['checkpoint.edit']({ thread: THREAD, id, sections }, context)
const list = (app: App) => app.handlers['checkpoint.list']({ thread: THREAD }, context)
const textOf = async (app: App, id: string) => {
  const { sections } = await app.handlers['checkpoint.get']({ thread: THREAD, id }, context)
  return sections.map(({ text }) => text).join('\n')
}
const compare = (app: App, id: string, filter: 'all' | 'missing' | 'kept' = 'all', offset = 0, limit = 200) =>
  app.handlers['checkpoint.compare']({ thread: THREAD, id, filter, offset, limit }, context)

test('an edited summary is a new checkpoint on top; the file and the edited one stay, and undo brings its request back', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const first = await compacted(app)
  const [facts, words, before] = [readFileSync(app.path), await textOf(app, first), await ledger(app)]
  const outcome = await edit(app, first, [{ key: 'goal', text: 'Ship part nine on Monday.' }])
  if (outcome.kind !== 'stored') throw new Error(outcome.kind)
  const [newest, older] = outcome.entries
  expect(newest).toMatchObject({
    number: 2,
    state: 'active',
    isEdited: true,
    cutoffIndex: older?.cutoffIndex,
  })
  expect(older).toMatchObject({ id: first, state: 'superseded', isEdited: false })
  expect(await textOf(app, first)).toBe(words)
  expect(readFileSync(app.path).equals(facts)).toBe(true)
  await app.say('Go on.')
  expect(app.provider.requests.at(-1)?.text).toContain('Ship part nine on Monday.')
  // A restart reads the same event back from the disk.
  await app.restart()
  expect(await textOf(app, outcome.id)).toContain('Ship part nine on Monday.')
  await app.handlers['checkpoint.undo']({ thread: THREAD, id: outcome.id }, context)
  const after = await ledger(app)
  expect(after.items.slice(0, before.items.length)).toEqual(before.items)
})

test('an edit that changes nothing, says nothing or is longer than the originals stores nothing', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const id = await compacted(app)
  const { sections } = await app.handlers['checkpoint.get']({ thread: THREAD, id }, context)
  const all = (text: (key: string, was: string) => string) =>
    app.handlers['checkpoint.edit'](
      {
        thread: THREAD,
        id,
        sections: sections.map((one) => ({ key: one.key, text: text(one.key, one.text) })),
      },
      context,
    )
  expect(await all((_, was) => `${was}\n`)).toEqual({ kind: 'unchanged' })
  expect(
    await all((key, was) => (sections.some((s) => s.key === key && s.lane === 'facts') ? was : '- None')),
  ).toEqual({
    kind: 'blocked',
    block: 'empty-summary',
  })
  expect(await all((key, was) => (key === 'goal' ? 'word '.repeat(40_000) : was))).toEqual({
    kind: 'blocked',
    block: 'no-shrink',
  })
  await expect(edit(app, 'gone', [{ key: 'goal', text: 'x' }])).rejects.toMatchObject({ code: 'not-found' })
  expect(await list(app)).toHaveLength(1)
})

test('a checkpoint under a person’s own headings keeps them when it is edited, also after the policy asks for others', async () => {
  const custom = { kind: 'custom', headings: ['Ziel', 'Stand der Dinge'] } as const
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000, policy: { template: custom } })
  const id = await compacted(app)
  const { policy } = await app.handlers['policy.get']({ thread: null }, context)
  await app.handlers['policy.save'](
    { scope: 'default', thread: null, policy: { ...policy, template: { kind: 'checkpoint' } } },
    context,
  )
  const outcome = await app.handlers['checkpoint.edit'](
    { thread: THREAD, id, sections: [{ key: 'custom-1', text: 'Fast fertig.' }] },
    context,
  )
  if (outcome.kind !== 'stored') throw new Error(outcome.kind)
  const { sections } = await app.handlers['checkpoint.get']({ thread: THREAD, id: outcome.id }, context)
  expect(sections.filter(({ lane }) => lane === 'narrative')).toMatchObject([
    { key: 'custom-0', heading: 'Ziel' },
    { key: 'custom-1', heading: 'Stand der Dinge' },
  ])
  await app.say('Go on.')
  expect(app.provider.requests.at(-1)?.text).toMatch(/## Stand der Dinge\s+Fast fertig\./)
})

test('Compare marks each original and links it to its sentence: what was said word for word, told, left in the thread, and lost', async () => {
  const rule = 'Never touch the file deploy/keys.yaml by hand.'
  const app = await startRuntime({
    messages: [
      prompt('u0', rule),
      answer('a0', 'Understood.', [call('c0', 'read_file', { path: 'deploy/keys.yaml' }, 'kept: elsewhere')]),
      ...turns(40),
    ],
    windowTokens: 64_000,
  })
  const id = await compacted(app)
  const { cutoffIndex } = (await list(app))[0] ?? { cutoffIndex: 0 }
  const lost = await edit(app, id, [{ key: 'done', text: 'The header was mended everywhere.' }])
  if (lost.kind !== 'stored') throw new Error(lost.kind)
  const page = await compare(app, lost.id)
  expect(page.total).toBe(cutoffIndex)
  expect(page.items.map(({ index }) => index)).toEqual(
    Array.from({ length: Math.min(200, cutoffIndex) }, (_, at) => at),
  )
  expect(Object.values(page.counts).reduce((sum, count) => sum + count, 0)).toBe(cutoffIndex)
  const first = page.items[0]
  expect(first).toMatchObject({ state: 'kept', turn: 1 })
  const { sections } = await app.handlers['checkpoint.get']({ thread: THREAD, id: lost.id }, context)
  const line = sections.find(({ key }) => key === first?.sentence?.section)?.text.split('\n')[
    first?.sentence?.line ?? -1
  ]
  expect(line).toContain('deploy/keys.yaml')
  // Back from the sentence to the message.
  const back = page.sentences.find(
    (one) => one.section === first?.sentence?.section && one.line === first?.sentence?.line,
  )
  expect(page.items[back?.position ?? -1]?.index).toBe(0)
  const missing = await compare(app, lost.id, 'missing')
  expect(missing.total).toBe(page.counts.missing)
  expect(missing.items.every(({ facts }) => facts.some(({ state }) => state === 'missing'))).toBe(true)
  // Pages join to the whole.
  const parts = [await compare(app, lost.id, 'all', 0, 30), await compare(app, lost.id, 'all', 30, 170)]
  expect(parts.flatMap(({ items }) => items)).toEqual(page.items)
})

test('Compare decides and stores nothing, and a pinned original counts as kept from then on', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const id = await compacted(app)
  const hash = async () =>
    createHash('sha256')
      .update(JSON.stringify(await ledger(app)))
      .digest('hex')
  const before = await hash()
  const page = await compare(app, id)
  expect(await hash()).toBe(before)
  expect(page.items[3]?.state).not.toBe('kept')
  await app.handlers['mark.set']({ thread: THREAD, index: 3, kind: 'pin', isOn: true }, context)
  expect((await compare(app, id)).items[3]?.state).toBe('kept')
  await app.handlers['mark.set']({ thread: THREAD, index: 3, kind: 'exclude', isOn: true }, context)
  expect((await compare(app, id)).total).toBe(page.total - 1)
})

test('one checkpoint is exported as Markdown after its review, its secrets replaced; one that is gone is told', async () => {
  const key = `sk-${'proj'}-aB3dE5fG7hJ9kL1mN3pQ5rS7`
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const first = await compacted(app)
  const outcome = await edit(app, first, [{ key: 'goal', text: `Deploy with ${key} on Monday.` }])
  const id = outcome.kind === 'stored' ? outcome.id : ''
  const review = async (checkpoint: string) => {
    const frames: ReviewFrame[] = []
    await app.handlers['export.review'](
      {
        scope: { kind: 'checkpoint', thread: THREAD, id: checkpoint },
        choices: {
          format: 'json',
          toolCalls: true,
          thinking: true,
          checkpoints: true,
          emails: false,
          language: 'en',
        },
      },
      (frame) => frames.push(frame),
      context,
    )
    return frames
  }
  const reviewed = (await review(id)).at(-1)
  if (reviewed?.kind !== 'reviewed') throw new Error('no review came')
  expect(reviewed.findings.map(({ kind }) => kind)).toEqual(['api-key'])
  const folder = (await app.handlers['export.chooseFolder'](undefined, context)) ?? ''
  await app.handlers['export.write'](
    { reviewId: reviewed.reviewId, folder, kept: [] },
    () => undefined,
    context,
  )
  const written = readdirSync(folder).filter((name) => name.endsWith('.md'))
  expect(written).toEqual(['work-checkpoint-2.md'])
  const text = readFileSync(join(folder, 'work-checkpoint-2.md'), 'utf8')
  expect(text).toMatch(/^# .* · Checkpoint 2\n\nStands for messages 1 to \d+ · /)
  expect(text).toContain('## Goal\nDeploy with ')
  expect(text).toContain('Never touch the lock file.')
  expect(text).not.toContain(key)
  expect((await review('gone')).find(({ kind }) => kind === 'failed')).toMatchObject({
    error: { code: 'not-found' },
  })
})

test('an original pinned in a preview of a copy is a pin of the copy alone; in the thread it is one of the thread', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const bytes = readFileSync(app.path)
  const pinsOf = async (thread: string) => {
    const marks = await app.handlers['mark.list']({ thread }, context)
    return marks.map(({ kind, index, messageId }) => [kind, index, messageId])
  }
  const copy = await previewOf(app.handlers, THREAD, { keepTurns: 3 })
  const pinned = await app.handlers['compact.pin'](
    { previewId: copy.previewId, index: 8, isOn: true },
    context,
  )
  expect(pinned.pinned.map(({ index }) => index)).toEqual([8])
  expect(await pinsOf(THREAD)).toEqual([])
  const applied = await app.handlers['compact.apply']({ previewId: copy.previewId, folder: null }, context)
  if (applied.kind !== 'applied') throw new Error(applied.kind)
  expect(await pinsOf(applied.thread)).toEqual([['pin', 1, 'u4']])
  expect(await pinsOf(THREAD)).toEqual([])
  expect(readFileSync(app.path).equals(bytes)).toBe(true)

  const own = await previewOf(app.handlers, THREAD, { keepTurns: 3, result: 'thread' })
  await app.handlers['compact.pin']({ previewId: own.previewId, index: 8, isOn: true }, context)
  expect(await pinsOf(THREAD)).toEqual([['pin', 8, 'u4']])
  await app.handlers['compact.apply']({ previewId: own.previewId, folder: null }, context)
  await app.restart()
  const { items } = await ledger(app)
  const at = items.findIndex(({ kind }) => kind === 'checkpoint')
  expect(items[at + 1]?.index).toBe(8)
  await expect(
    app.handlers['compact.pin']({ previewId: copy.previewId, index: 8, isOn: false }, context),
  ).rejects.toMatchObject({ code: 'preview-gone' })
})

test('a checkpoint tells how many strings in it look like keys, also one that nobody previewed', async () => {
  const key = `sk-proj-${'Ab3dE9fGh2'.repeat(5)}`
  const messages = [
    prompt('r', `Never print the key ${key} anywhere.`),
    answer('ra', 'I will not.'),
    ...turns(40),
  ]
  const app = await startRuntime({ messages, windowTokens: 9_000 })
  await app.say('Go on.')
  const [entry] = await list(app)
  // In the first request and in the rule.
  expect(entry).toMatchObject({ kind: 'automatic', secrets: 2 })
  expect(await textOf(app, entry?.id ?? '')).toContain(key)
})
