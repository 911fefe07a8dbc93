import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AppEvents } from '../shared/ipc/events.ts'
import { openDatabase } from './checkpoints/database.ts'
import { createPolicies } from './checkpoints/policy-repository.ts'
import { PRESETS } from './compaction/policy/presets.ts'
import { context, startRuntime, THREAD, turns } from './testing/start-runtime.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

test('S-001 S-008 the summary is joined to the messages by the context alone: the thread file and its rows hold none', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const bytes = readFileSync(app.path)
  await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  expect(readFileSync(app.path).equals(bytes)).toBe(true)
  const page = await app.handlers['thread.page']({ thread: THREAD, from: 0, limit: 200 }, context)
  expect(page.total).toBe(80)
  expect(page.rows.some(({ kind }) => kind === 'checkpoint')).toBe(false)
  const [entry] = await app.handlers['checkpoint.list']({ thread: THREAD }, context)
  const ledger = await app.handlers['projection.page']({ thread: THREAD, from: 0, limit: 200 }, context)
  const at = ledger.items.findIndex(({ kind }) => kind === 'checkpoint')
  expect(ledger.items[at + 1]?.index).toBe(entry?.cutoffIndex)
})

test('S-004 the view gets the conversation, the notice of a compaction and what the thread is doing', async () => {
  const app = await startRuntime({ messages: turns(40) })
  await app.say('And now?')
  const page = await app.handlers['thread.page']({ thread: THREAD, from: 79, limit: 10 }, context)
  expect(page.rows.map(({ kind }) => kind)).toEqual(['assistant', 'user', 'assistant'])
  const states = app.events.flatMap(({ name, payload }) =>
    name === 'turn.changed' ? [(payload as AppEvents['turn.changed']).state] : [],
  )
  expect(states.some(({ notice }) => notice?.outcome?.kind === 'completed')).toBe(true)
  expect(new Set(states.map(({ phase }) => phase))).toContain('compacting')
  expect(states.at(-1)?.phase).toBe('idle')
})

test('C-14 facts stay where they are, the history file is an export the event points to, and a copy names its source', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const bytes = readFileSync(app.path)
  const outcome = await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const pointer = outcome.kind === 'completed' ? outcome.event.filePath : null
  expect(readFileSync(join(app.root, pointer ?? ''), 'utf8')).toContain('Task 0')
  expect(readFileSync(app.path).equals(bytes)).toBe(true)
  let previewId = ''
  await app.handlers['compact.start'](
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
  const applied = await app.handlers['compact.apply']({ previewId, folder: null }, context)
  const copy = applied.kind === 'applied' ? applied.thread : ''
  expect(await app.handlers['thread.original']({ thread: copy }, context)).toBe(THREAD)
})

test('what a person set is one value until it is set anew: nothing is built again from it at every check', async () => {
  const { db, close } = openDatabase(temporaryFolder(), () => 1)
  const policies = createPolicies(db)
  policies.save('default', '/w', null, PRESETS.reserve)
  const first = policies.get('default', '/w', null)
  expect(first).toEqual(PRESETS.reserve)
  expect(policies.get('default', '/w', null)).toBe(first)
  policies.save('default', '/w', null, PRESETS['ratio-75'])
  expect(policies.get('default', '/w', null)).toEqual(PRESETS['ratio-75'])
  close()
})

test('a turn that stores no event, decision or mark asks no window to read the checkpoints again', async () => {
  const app = await startRuntime({ messages: turns(2), windowTokens: 200_000 })
  await app.say('Hello.')
  expect(app.events.filter(({ name }) => name === 'checkpoints.changed')).toEqual([])
  await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
})

test('a checkpoint and reductions of the wizard in this thread are told to every window that shows it', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  let previewId = ''
  await app.handlers['compact.start'](
    {
      thread: THREAD,
      options: {
        keepTurns: 3,
        instructions: '',
        summarizerId: 'built-in',
        detail: 'standard',
        language: 'same',
        budgetChars: null,
        result: 'thread',
      },
    },
    (frame) => {
      if (frame.kind === 'preview') previewId = frame.preview.previewId
    },
    context,
  )
  const from = app.events.length
  const applied = await app.handlers['compact.apply']({ previewId, folder: null }, context)
  const told = app.events.slice(from)
  expect(told.map(({ name }) => name)).toContain('checkpoints.changed')
  const report = told.find(({ name }) => name === 'context.changed')?.payload as AppEvents['context.changed']
  expect(report.thread).toBe(THREAD)
  expect(report.report.usedTokens).toBe(applied.kind === 'applied' ? applied.tokensAfter : null)
})

test('a star, and another name of a checkpoint, are told to every window and leave the size as it is', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  await app.say('Go on.')
  const before = await app.handlers['context.get']({ thread: THREAD }, context)
  const told = async (change: () => Promise<unknown>) => {
    const from = app.events.length
    await change()
    return app.events.slice(from)
  }
  const changed = { name: 'checkpoints.changed', payload: { thread: THREAD } }
  const star = { thread: THREAD, index: 2, kind: 'star' as const, isOn: true }
  expect(await told(() => app.handlers['mark.set'](star, context))).toEqual([changed])
  const [entry] = await app.handlers['checkpoint.list']({ thread: THREAD }, context)
  const name = { thread: THREAD, id: entry?.id ?? '', name: 'Before the release' }
  expect(await told(() => app.handlers['checkpoint.rename'](name, context))).toEqual([changed])
  expect(await app.handlers['context.get']({ thread: THREAD }, context)).toEqual(before)
})

test('C-01 the wizard shows where the policy of this very thread fires', async () => {
  const app = await startRuntime({ messages: turns(4) })
  const plan = () => app.handlers['compact.plan']({ thread: THREAD }, context)
  const before = await plan()
  await app.handlers['policy.save'](
    {
      scope: 'thread',
      thread: THREAD,
      policy: { ...PRESETS['ratio-75'], trigger: { kind: 'ratio', value: 0.5 } },
    },
    context,
  )
  const after = await plan()
  expect(before.windowTokens).not.toBeNull()
  expect(after.triggerTokens).toBe((after.windowTokens ?? 0) / 2)
})

test('the wizard and the meter tell one window and one size, also where a checkpoint holds', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const plan = await app.handlers['compact.plan']({ thread: THREAD }, context)
  const report = await app.handlers['context.get']({ thread: THREAD }, context)
  expect(plan.windowTokens).toBe(64_000)
  expect(plan.triggerTokens).toBe(report.triggerTokens)
  expect(plan.inThread?.usedTokens).toBe(report.usedTokens)
  expect(report.usedTokens).toBeLessThan(plan.totalTokens)
})

test('a page of the ledger is the same part of the whole, and its sum that of all', async () => {
  const app = await startRuntime({ messages: turns(20), windowTokens: 200_000 })
  await app.handlers['mark.set']({ thread: THREAD, index: 3, kind: 'exclude', isOn: true }, context)
  const whole = await app.handlers['projection.page']({ thread: THREAD, from: 0, limit: 200 }, context)
  const part = await app.handlers['projection.page']({ thread: THREAD, from: 5, limit: 7 }, context)
  expect(part).toEqual({ ...whole, items: whole.items.slice(5, 12) })
  expect(whole.items).toHaveLength(whole.total)
  expect(whole.items.at(-1)).toMatchObject({ index: 3, isSent: false })
  expect(whole.tokens).toBe(whole.items.reduce((sum, item) => sum + (item.isSent ? item.tokens : 0), 0))
})
