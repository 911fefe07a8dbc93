import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SectionKey } from '../../shared/compact/checkpoint.ts'
import type { CompactOptions } from '../../shared/compact/plan.ts'
import type { Preview } from '../../shared/compact/preview.ts'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, call, prompt, threadText } from '../testing/thread-builder.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { Compactor } from './compactor.ts'
import { editCheckpoint } from './in-place/edit-checkpoint.ts'
import { startContext } from './in-place/testing/start-context.ts'
import type { CompactorPorts } from './ports.ts'

const OPTIONS: CompactOptions = {
  keepTurns: 9,
  instructions: '',
  summarizerId: 'built-in',
  detail: 'short',
  language: 'same',
  budgetChars: 900,
}
const LINES: readonly (readonly [SectionKey, string])[] = [
  ['done', '- Old Ann signed the paper for the harbour office.'],
  ['context', 'The pump is the one with the green handle.'],
  ['decisions', '- We pay the fee of 4711 crowns, whatever it says elsewhere.'],
  ['references', '- see the drawer under the window, third from left'],
]

/** Turns that fill a small checkpoint several times over. */
function busyTurns(turns: number) {
  return Array.from({ length: turns }, (_, at) => at + 1).flatMap((turn) => [
    prompt(`u${turn}`, `Task ${turn}: look at src/part-${turn}.ts and decide what the next step for it is.`),
    answer(`a${turn}`, 'I read it now and write it anew. '.repeat(20), [
      call(`r${turn}`, 'read_file', { path: `src/part-${turn}.ts` }, 'export const part = 1\n'.repeat(90)),
      call(`w${turn}`, 'write_file', { path: `out/${turn}.ts`, content: 'let x = 1\n'.repeat(90) }, 'ok'),
    ]),
    answer(`b${turn}`, `I decided to keep part ${turn} because it holds one constant. Part ${turn} is done.`),
  ])
}

function textOf(preview: Preview, key: SectionKey): string {
  return preview.sections.find((section) => section.key === key)?.text ?? ''
}

function linesOf(preview: Preview, key: SectionKey): readonly string[] {
  return textOf(preview, key).split('\n')
}

function addLines(compactor: Compactor, preview: Preview): void {
  const changes = LINES.map(([key, line]) => ({ key, text: `${textOf(preview, key)}\n${line}`.trim() }))
  compactor.edit(preview.previewId, changes)
}

const run = async (compactor: Compactor, path: string, options: Partial<CompactOptions> = {}) =>
  compactor.start(
    'thread.json',
    await openThreadFile(path),
    { ...OPTIONS, ...options },
    () => undefined,
    new AbortController().signal,
  )

async function copied(compactor: Compactor, { previewId }: Preview): Promise<string> {
  const outcome = await compactor.apply(previewId, null)
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  return outcome.path
}

function source(): string {
  const path = join(temporaryFolder(), 'thread.json')
  writeFileSync(path, threadText(busyTurns(12)))
  return path
}

test('lines written by hand into a copy stand in it word for word after two more compactions with little room', async () => {
  const compactor = new Compactor(compactorPorts())
  const first = await run(compactor, source())
  addLines(compactor, first)
  let path = await copied(compactor, first)
  for (const keepTurns of [6, 3]) {
    const next = await run(compactor, path, { keepTurns })
    for (const [key, line] of LINES)
      expect(linesOf(next, key).filter((each) => each === line)).toEqual([line])
    path = await copied(compactor, next)
  }
})

test('what a person wrote is a floor of the budget: the summary gives way to it', async () => {
  const compactor = new Compactor(compactorPorts())
  const budgetChars = 3_000
  const first = await run(compactor, source(), { budgetChars })
  addLines(compactor, first)
  const next = await run(compactor, await copied(compactor, first), { keepTurns: 6, budgetChars })
  for (const [key, line] of LINES) expect(linesOf(next, key)).toContain(line)
  expect(next.sections.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(budgetChars)
})

test('a line that the person deletes stays deleted', async () => {
  const compactor = new Compactor(compactorPorts())
  const first = await run(compactor, source())
  addLines(compactor, first)
  const second = await run(compactor, await copied(compactor, first), { keepTurns: 6 })
  const text = linesOf(second, 'done')
    .filter((line) => line !== LINES[0]?.[1])
    .join('\n')
  compactor.edit(second.previewId, [{ key: 'done', text }])
  const third = await run(compactor, await copied(compactor, second), { keepTurns: 3 })
  expect(textOf(third, 'done')).not.toContain('Old Ann')
  expect(linesOf(third, 'context')).toContain(LINES[1]?.[1])
})

test('a goal in the words of a person goes on leading, and no later request is called the first', async () => {
  const compactor = new Compactor(compactorPorts())
  const goal = 'Bring the ferry back into service by Easter.'
  const first = await run(compactor, source())
  compactor.edit(first.previewId, [{ key: 'goal', text: goal }])
  const second = await run(compactor, await copied(compactor, first), { keepTurns: 6 })
  const third = await run(compactor, await copied(compactor, second), { keepTurns: 3 })
  expect(linesOf(third, 'goal')[0]).toBe(goal)
  expect(textOf(third, 'goal')).not.toContain('First request')
})

test('lines written by hand into a checkpoint in the thread stand in it after two more compactions', async () => {
  const { context, store, path } = await startContext(busyTurns(12), { windowTokens: 128_000 })
  const compactor = new Compactor(compactorPorts({ openContext: async () => context }))
  const inThread = { result: 'thread' as const }
  const first = await run(compactor, path, inThread)
  addLines(compactor, first)
  await compactor.apply(first.previewId, null)
  for (const keepTurns of [6, 3]) {
    const next = await run(compactor, path, { ...inThread, keepTurns })
    await compactor.apply(next.previewId, null)
    const stored = store.active()?.summaryMessage.text.split('\n')
    for (const [, line] of LINES) expect(stored?.filter((each) => each === line)).toEqual([line])
  }
})

test('an edit of a stored checkpoint goes on as well, and so does its deletion', async () => {
  const { context, store, path } = await startContext(busyTurns(12), { windowTokens: 128_000 })
  const compactor = new Compactor(compactorPorts({ openContext: async () => context }))
  const inThread = { result: 'thread' as const }
  const first = await run(compactor, path, inThread)
  await compactor.apply(first.previewId, null)
  const edit = (key: SectionKey, text: (before: string) => string, id: string) => {
    const event = store.active()
    if (event === null) throw new Error('no event')
    const before = event.summaryMessage.sections.find((section) => section.key === key)?.text ?? ''
    const edited = editCheckpoint(context, event, [{ key, text: text(before) }], { id, nowMs: 5 })
    if (edited.kind !== 'stored') throw new Error(edited.kind)
  }
  const line = '- Old Ann signed the paper for the harbour office.'
  edit('done', (before) => `${before}\n${line}`, 'edit-1')
  const second = await run(compactor, path, { ...inThread, keepTurns: 6 })
  expect(linesOf(second, 'done')).toContain(line)
  await compactor.apply(second.previewId, null)
  edit('done', (before) => before.replace(line, ''), 'edit-2')
  const third = await run(compactor, path, { ...inThread, keepTurns: 3 })
  expect(textOf(third, 'done')).not.toContain('Old Ann')
})

test('a copy whose lineage names no lines goes on as before', async () => {
  const compactor = new Compactor(compactorPorts())
  const path = await copied(compactor, await run(compactor, source()))
  expect((await openThreadFile(path)).origin).not.toHaveProperty('byHand')
  const next = await run(compactor, path, { keepTurns: 6 })
  expect(next.updatesCheckpoint).toBe(true)
  expect(next.sections.some((section) => section.byHand !== undefined)).toBe(false)
})

test('a model that leaves the lines out loses none of them', async () => {
  const first = new Compactor(compactorPorts())
  const begun = await run(first, source())
  addLines(first, begun)
  const path = await copied(first, begun)
  const openSummarizer: CompactorPorts['openSummarizer'] = async () => ({
    id: 'p',
    label: 'forgetful',
    windowTokens: null,
    summarize: async () => ({
      text: '## Goal\nAll of it\n\n## Progress\n### Done\n- Much\n',
      usage: null,
      model: 'm',
    }),
  })
  const second = new Compactor(compactorPorts({ openSummarizer }))
  const next = await run(second, path, { keepTurns: 6, summarizerId: 'p' })
  expect(linesOf(next, 'done')).toEqual(['- Much', LINES[0]?.[1]])
  for (const [key, line] of LINES) expect(linesOf(next, key)).toContain(line)
})
