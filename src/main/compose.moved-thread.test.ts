import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PRESETS } from './compaction/policy/presets.ts'
import { context, startRuntime, THREAD, turns } from './testing/start-runtime.ts'
import { answer, call, prompt, threadText } from './testing/thread-builder.ts'

const GRANTS = { allowed: [{ kind: 'write' as const }], refused: [] }
const NONE = { allowed: [], refused: [] }

type App = Awaited<ReturnType<typeof startRuntime>>

/** A second provider, and everything that can be chosen for one thread. */
async function chooseAll({ handlers, provider }: App, thread: string) {
  await handlers['provider.save'](
    {
      id: 'second',
      kind: 'openai-chat',
      name: 'Second',
      baseUrl: provider.url,
      model: 'scripted-2',
      windowTokens: 16_000,
    },
    context,
  )
  await handlers['turn.setProvider']({ thread, providerId: 'second' }, context)
  await handlers['agent.saveGrants']({ thread, grants: GRANTS }, context)
  const policy = { ...PRESETS['ratio-75'], mode: 'off' as const }
  await handlers['policy.save']({ scope: 'thread', thread, policy }, context)
  await handlers['mark.set']({ thread, index: 0, kind: 'pin', isOn: true }, context)
}

async function choicesOf({ handlers }: App, thread: string) {
  const { providerId, isDefault } = await handlers['turn.provider']({ thread }, context)
  const { policy } = await handlers['policy.get']({ thread }, context)
  const marks = await handlers['mark.list']({ thread }, context)
  return {
    providerId,
    isDefault,
    mode: policy.mode,
    grants: await handlers['agent.grants']({ thread }, context),
    pins: marks.map(({ index, kind }) => `${kind} ${index}`),
  }
}

const CHOSEN = { providerId: 'second', isDefault: false, mode: 'off', grants: GRANTS, pins: ['pin 0'] }

test('what was chosen for a thread and what was allowed in it follows it when it or its folder is renamed or moved', async () => {
  const app = await startRuntime({ messages: turns(2) })
  const { handlers } = app
  mkdirSync(join(app.root, 'one'))
  writeFileSync(join(app.root, 'a.json'), threadText(turns(3)))
  await chooseAll(app, 'a.json')
  await handlers['workspace.rename']({ path: 'a.json', name: 'b' }, context)
  expect(await choicesOf(app, 'b.json')).toEqual(CHOSEN)
  await handlers['workspace.move']({ path: 'b.json', folder: 'one' }, context)
  await handlers['workspace.rename']({ path: 'one', name: 'two' }, context)
  await app.restart()
  expect(await choicesOf(app, 'two/b.json')).toEqual(CHOSEN)
  // Under the former names nothing is allowed to anyone.
  for (const former of ['a.json', 'b.json', 'one/b.json'])
    expect(await app.handlers['agent.grants']({ thread: former }, context)).toEqual(NONE)
})

test('a thread that takes the name of one in the trash has neither its permissions nor its costs, and the log keeps them', async () => {
  const app = await startRuntime({ messages: turns(2) })
  const { handlers } = app
  const thread = 'again.json'
  const path = join(app.root, thread)
  writeFileSync(path, threadText(turns(2)))
  await handlers['turn.send']({ thread, text: 'hello' }, context)
  await expect
    .poll(async () => (await handlers['turn.state']({ thread }, context)).phase, { timeout: 20_000 })
    .toBe('idle')
  const spent = async (of: string) => (await handlers['context.get']({ thread: of }, context)).spent
  const log = (thread: string | null) =>
    handlers['activity.list']({ thread, before: null, limit: 200 }, context)
  const before = await log(null)
  expect((await spent(thread)).tokens).toBeGreaterThan(0)
  await handlers['agent.saveGrants']({ thread, grants: GRANTS }, context)
  const kept = readFileSync(path)
  await handlers['workspace.trash']({ path: thread }, context)
  rmSync(path)
  await handlers['workspace.createThread']({ folder: '', name: 'again' }, context)
  expect((await spent(thread)).tokens).toBe(0)
  expect(await log(thread)).toEqual([])
  expect(await log(null)).toEqual(before)

  await handlers['workspace.trash']({ path: thread }, context)
  rmSync(path)
  await handlers['agent.saveGrants']({ thread, grants: GRANTS }, context)
  writeFileSync(join(app.root, 'other.json'), kept)
  await handlers['workspace.rename']({ path: 'other.json', name: 'again' }, context)
  expect((await spent(thread)).tokens).toBe(0)
  expect(await handlers['agent.grants']({ thread }, context)).toEqual(NONE)
})

test('compactions of a renamed thread go on in its history file, and a new thread of its old name begins one of its own', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const { handlers } = app
  const compact = async (thread: string) => {
    const outcome = await handlers['context.compact']({ thread, focus: '' }, context)
    if (outcome.kind !== 'completed') throw new Error(`the compaction ended ${outcome.kind}`)
    return outcome.event.filePath ?? ''
  }
  writeFileSync(join(app.root, 'a.json'), threadText(turns(40)))
  const first = await compact('a.json')
  await handlers['workspace.rename']({ path: 'a.json', name: 'b' }, context)
  await handlers['workspace.createThread']({ folder: '', name: 'a' }, context)
  writeFileSync(
    join(app.root, 'a.json'),
    threadText(turns(40).map((message) => ({ ...message, id: `new-${String(message.id)}` }))),
  )
  const ofNew = await compact('a.json')
  expect(ofNew).not.toBe(first)
  const [entry] = await handlers['checkpoint.list']({ thread: 'b.json' }, context)
  await handlers['checkpoint.undo']({ thread: 'b.json', id: entry?.id ?? '' }, context)
  const whole = readFileSync(join(app.root, first), 'utf8')
  expect(await compact('b.json')).toBe(first)
  expect(readFileSync(join(app.root, first), 'utf8').startsWith(whole)).toBe(true)
  expect(existsSync(join(app.root, ofNew))).toBe(true)
})

test('a branch and a duplicate are answered by who was chosen for their source, with its policy and its marks, and allow nothing', async () => {
  const app = await startRuntime({ messages: turns(3) })
  const { handlers } = app
  await chooseAll(app, THREAD)
  await handlers['mark.set']({ thread: THREAD, index: 5, kind: 'exclude', isOn: true }, context)
  const expected = { ...CHOSEN, grants: NONE }
  const fork = await handlers['thread.fork']({ thread: THREAD, index: 4, text: null }, context)
  expect(await choicesOf(app, fork.thread)).toEqual(expected)
  const copy = await handlers['workspace.duplicate']({ path: THREAD }, context)
  expect(await choicesOf(app, copy.path)).toEqual({ ...expected, pins: ['pin 0', 'exclude 5'] })
})

test('a result that was cleared stays cleared in a compacted copy', async () => {
  const late = [
    prompt('u-late', 'Read it.'),
    answer('a-late', '', [call('c', 'read_file', { path: 'x' }, 'a long result '.repeat(80))]),
  ]
  const app = await startRuntime({ messages: [...turns(12), ...late] })
  const { handlers } = app
  await handlers['mark.clearResult']({ thread: THREAD, index: 25, call: 0, isOn: true }, context)
  await handlers['turn.setProvider']({ thread: THREAD, providerId: 'p' }, context)
  let previewId = ''
  await handlers['compact.start'](
    {
      thread: THREAD,
      options: {
        keepTurns: 3,
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
  if (applied.kind !== 'applied') throw new Error('the copy was not written')
  const marks = await handlers['mark.list']({ thread: applied.thread }, context)
  expect(marks).toMatchObject([{ kind: 'clear', call: 0, messageId: 'a-late' }])
  expect(await handlers['turn.provider']({ thread: applied.thread }, context)).toMatchObject({
    providerId: 'p',
    isDefault: false,
  })
})
