import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AppEvents } from '../shared/ipc/events.ts'
import { context, startRuntime, THREAD, turns } from './testing/start-runtime.ts'

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
