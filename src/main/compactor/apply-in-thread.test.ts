import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import type { CompactOptions, WizardReduction } from '../../shared/compact/plan.ts'
import { PRESETS } from '../compaction/policy/presets.ts'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, call, prompt, threadText } from '../testing/thread-builder.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { Compactor } from './compactor.ts'
import { readNextRequest } from './in-place/next-request.ts'
import { startContext } from './in-place/testing/start-context.ts'

const OPTIONS: CompactOptions = {
  keepTurns: 6,
  instructions: 'Keep every path.',
  summarizerId: 'built-in',
  detail: 'short',
  language: 'same',
  budgetChars: 2_000,
  result: 'thread',
}

const ALL: readonly WizardReduction[] = ['collapse', 'truncate-arguments', 'microcompact']

/** Turns that read much, and write a long file each. */
function busyTurns(turns: number) {
  return Array.from({ length: turns }, (_, at) => at + 1).flatMap((turn) => [
    prompt(`u${turn}`, `Task ${turn}: look at src/part-${turn}.ts`),
    answer(`a${turn}`, 'Reading.', [
      call(`r${turn}`, 'read_file', { path: `src/part-${turn}.ts` }, 'export const part = 1\n'.repeat(80)),
      call(`s${turn}`, 'read_file', { path: `src/side-${turn}.ts` }, 'export const side = 1\n'.repeat(80)),
      call(`t${turn}`, 'read_file', { path: `src/tail-${turn}.ts` }, 'export const tail = 1\n'.repeat(80)),
    ]),
    answer(`w${turn}`, 'Writing.', [
      call(`x${turn}`, 'write_file', { path: `out/${turn}.ts`, content: 'let x = 1\n'.repeat(300) }, 'ok'),
    ]),
    answer(`b${turn}`, `Part ${turn} holds one constant.`),
  ])
}

async function start(options: Partial<CompactOptions> = {}) {
  const setting = await startContext(busyTurns(12), { windowTokens: 128_000 })
  const compactor = new Compactor(compactorPorts({ openContext: async () => setting.context }))
  const preview = await compactor.start(
    'thread.json',
    setting.file,
    { ...OPTIONS, ...options },
    () => undefined,
    new AbortController().signal,
  )
  return { ...setting, wizard: compactor, preview }
}

const bytes = (value: unknown) => JSON.stringify(value)

test('C-15 a checkpoint in this thread is one event; the file and its folder stay as they are', async () => {
  const { wizard, preview, store, path, context } = await start()
  const before = readFileSync(path)
  const outcome = await wizard.apply(preview.previewId, null)
  const event = store.active()
  expect(event).toMatchObject({ kind: 'wizard', number: 1, cutoffMessageId: 'u7', focus: 'Keep every path.' })
  expect(outcome).toMatchObject({ kind: 'in-thread', checkpointId: event?.id })
  expect(event?.tokensAfter).toBe(context.pressure.tokens)
  expect(event?.tokensAfter).toBeLessThan(event?.tokensBefore ?? 0)
  expect(readFileSync(path)).toEqual(before)
  expect(readdirSync(dirname(path))).toEqual(['thread.json'])
})

test('an edited section is what the event holds, and it says that it was edited', async () => {
  const { wizard, preview, store } = await start()
  wizard.edit(preview.previewId, [{ key: 'goal', text: 'Ship part nine on Monday.' }])
  await wizard.apply(preview.previewId, null)
  expect(store.active()?.isEdited).toBe(true)
  expect(store.active()?.summaryMessage.text).toContain('Ship part nine on Monday.')
})

test('S-134 where a checkpoint holds it is updated: only what came after it is summarized, and the sizes are the next request’s', async () => {
  const { wizard, preview, context, file, store } = await start({ keepTurns: 9 })
  await wizard.apply(preview.previewId, null)
  const first = store.active()
  const before = context.pressure.tokens
  const signal = new AbortController().signal
  const second = await wizard.start('thread.json', file, OPTIONS, () => undefined, signal)
  expect(second).toMatchObject({ tokensBefore: before, updatesCheckpoint: true, summarizedMessages: 12 })
  await wizard.apply(second.previewId, null)
  const event = store.active()
  expect(event).toMatchObject({ number: 2, cutoffMessageId: 'u7', tokensBefore: before })
  // What the person is shown is what comes to be, but for what is put back from disk and the file's name.
  expect(Math.abs((event?.tokensAfter ?? 0) - second.tokensAfter)).toBeLessThan(before / 20)
  // The files of the first tasks live on in the updated checkpoint, though their messages were not read again.
  expect(first?.summaryMessage.text).toContain('out/1.ts')
  expect(event?.summaryMessage.text).toContain('out/1.ts')
})

test('a boundary above the one that holds begins anew from the messages', async () => {
  const { wizard, preview, file, store } = await start()
  await wizard.apply(preview.previewId, null)
  const signal = new AbortController().signal
  const options = { ...OPTIONS, keepTurns: 9 }
  const second = await wizard.start('thread.json', file, options, () => undefined, signal)
  expect(second).toMatchObject({ updatesCheckpoint: false, summarizedMessages: 12 })
  expect(second.tokensAfter).toBeGreaterThan(second.tokensBefore)
  // More messages word for word make the request larger: that is said, and nothing is applied (I5).
  expect(await wizard.apply(second.previewId, null)).toEqual({ kind: 'blocked', blocks: ['no-shrink'] })
  expect(store.active()).toMatchObject({ number: 1 })
})

test('what a person left unsent is in no checkpoint of the thread', async () => {
  const setting = await startContext(busyTurns(12), { windowTokens: 128_000 })
  setting.store.marks = () => ({ pins: new Set(), excluded: new Set([4]), cleared: new Map() })
  setting.context.changed()
  const compactor = new Compactor(compactorPorts({ openContext: async () => setting.context }))
  const signal = new AbortController().signal
  const preview = await compactor.start('thread.json', setting.file, OPTIONS, () => undefined, signal)
  expect(preview.summarizedMessages).toBe(23)
  await compactor.apply(preview.previewId, null)
  expect(setting.store.active()?.summaryMessage.text).not.toContain('Task 2: look')
})

test.each(['thread', 'copy'] as const)(
  'the report places each fact at its message and turn, also behind a checkpoint and a meta prompt: %s',
  async (result) => {
    const meta = { ...prompt('meta', 'Rules of this workspace: stay brief.'), isMeta: true }
    const setting = await startContext([meta, ...busyTurns(12)], { windowTokens: 128_000 })
    const compactor = new Compactor(compactorPorts({ openContext: async () => setting.context }))
    const signal = new AbortController().signal
    const options = { ...OPTIONS, result, budgetChars: 600 }
    const begin = (keepTurns: number) =>
      compactor.start('thread.json', setting.file, { ...options, keepTurns }, () => undefined, signal)
    await compactor.apply((await begin(9)).previewId, null)
    const preview = await begin(3)
    const placed = preview.retention.notable.filter(({ messageIndex }) => messageIndex >= 0)
    expect(placed.length).toBeGreaterThan(3)
    for (const { messageIndex, text, turn, class: kind } of placed) {
      if (kind === 'rule') continue
      expect(JSON.stringify(setting.file.readMessage(messageIndex))).toContain(text)
      expect(setting.file.layout.turns[(turn ?? 0) - 1]?.from).toBeLessThanOrEqual(messageIndex)
    }
  },
)

test('a preview that another checkpoint has overtaken is stale', async () => {
  const { wizard, preview, file, store } = await start()
  const signal = new AbortController().signal
  const options = { ...OPTIONS, keepTurns: 9 }
  const other = await wizard.start('thread.json', file, options, () => undefined, signal)
  await wizard.apply(other.previewId, null)
  expect(await wizard.apply(preview.previewId, null)).toEqual({ kind: 'stale' })
  expect(store.active()?.number).toBe(1)
})

test('two clicks store one event', async () => {
  const { wizard, preview, store } = await start()
  const [first, second] = await Promise.all([
    wizard.apply(preview.previewId, null),
    wizard.apply(preview.previewId, null),
  ])
  expect(second).toEqual(first)
  expect(store.nextNumber()).toBe(2)
})

test('reductions join the checkpoint: the kept part shrinks further and outputs are on disk first', async () => {
  const plain = await start()
  await plain.wizard.apply(plain.preview.previewId, null)
  const reduced = await start({ reductions: ALL })
  await reduced.wizard.apply(reduced.preview.previewId, null)
  expect(reduced.store.overrides().length).toBeGreaterThan(0)
  expect(reduced.context.pressure.tokens).toBeLessThan(plain.context.pressure.tokens)
  expect(reduced.store.active()?.tokensAfter).toBe(reduced.context.pressure.tokens)
  const cutoff = reduced.store.active()?.cutoffIndex ?? 0
  expect(reduced.store.overrides().every(({ index }) => index >= cutoff)).toBe(true)
})

test('S-178 a copy takes no reductions: its kept messages stay byte for byte', async () => {
  const { wizard, preview, file } = await start({ result: 'copy', reductions: ALL })
  const outcome = await wizard.apply(preview.previewId, null)
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  const copy = await openThreadFile(outcome.path)
  const kept = copy.count - 1
  for (let at = 0; at < kept; at += 1)
    expect(copy.rawSlice(copy.count - 1 - at)).toEqual(file.rawSlice(file.count - 1 - at))
})

test('S-169 the plan tells what each reduction frees and decides nothing', async () => {
  const { wizard, file, store, context } = await start()
  const before = bytes(context.projection)
  const { inThread } = await wizard.plan('thread.json', file, 'built-in')
  expect(inThread?.savings.map(({ step }) => step)).toEqual(ALL)
  for (const saving of inThread?.savings ?? []) expect(saving.tokens).toBeGreaterThan(0)
  expect(store.overrides()).toEqual([])
  expect(bytes(context.projection)).toBe(before)
})

test('only these, no summary: decisions are stored and no event', async () => {
  const { wizard, store, file } = await start()
  const { inThread } = await wizard.plan('thread.json', file, 'built-in')
  const told = inThread?.savings.find(({ step }) => step === 'truncate-arguments')?.tokens
  const { tokensBefore, tokensAfter } = await wizard.reduce('thread.json', ['truncate-arguments'])
  expect(tokensBefore - tokensAfter).toBe(told)
  expect(store.active()).toBeNull()
  await expect(wizard.reduce('thread.json', ['truncate-arguments'])).rejects.toMatchObject({
    code: 'nothing-to-compact',
  })
})

test('a source that changed meanwhile makes it stale and no event is stored', async () => {
  const { wizard, preview, store, path } = await start()
  const before = readFileSync(path)
  writeFileSync(path, threadText(busyTurns(13)))
  expect(await wizard.apply(preview.previewId, null)).toEqual({ kind: 'stale' })
  expect(store.active()).toBeNull()
  // The change was this test's own; what is checked after it is ours.
  writeFileSync(path, before)
})

test('an output that cannot be written keeps its result whole', async () => {
  const setting = await startContext(
    busyTurns(12).map((message) =>
      JSON.parse(JSON.stringify(message).replaceAll('read_file', 'run_command')),
    ),
    { windowTokens: 128_000, ports: { writeOutput: async () => false } },
  )
  const wizard = new Compactor(compactorPorts({ openContext: async () => setting.context }))
  await expect(wizard.reduce('thread.json', ['microcompact'])).rejects.toMatchObject({
    code: 'nothing-to-compact',
  })
  expect(setting.store.overrides()).toEqual([])
})

test('S-182 instructions are never part of an ordinary request', async () => {
  const path = `${temporaryFolder()}/thread.json`
  writeFileSync(path, threadText(busyTurns(2), { meta: { compactionInstructions: 'Zebra crossing only.' } }))
  const file = await openThreadFile(path)
  expect(file.head.compactionInstructions).toBe('Zebra crossing only.')
  const request = await readNextRequest(file, {
    policy: PRESETS['ratio-75'],
    window: { tokens: 128_000, source: 'manual' },
    now: new Date(0),
    timeZone: 'UTC',
    signal: new AbortController().signal,
  })
  expect(bytes([request.systemPrompt, request.messages])).not.toContain('Zebra')
  expect(request.messages.length).toBeGreaterThan(0)
})

test('S-037 from a message on: the event names the segment, and the request holds what is before it word for word', async () => {
  const { wizard, preview, store, context, facts } = await start({ fromIndex: 8, keepTurns: 2 })
  expect(preview).toMatchObject({ headMessages: 8, summarizedTurns: 8, updatesCheckpoint: false })
  await wizard.apply(preview.previewId, null)
  const event = store.active()
  expect(event?.segment).toEqual({ fromIndex: 8, fromMessageId: facts.readMessage(8).id })
  const places = context.projection.map(({ index }) => index)
  expect(places.slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, null])
  expect(places.at(9)).toBe(40)
  expect(event?.summaryMessage.text).toContain('out/5.ts')
  expect(event?.summaryMessage.text).not.toContain('out/1.ts')
  // The forecast was of this request, but for what is put back from disk and the file's name.
  expect(Math.abs((event?.tokensAfter ?? 0) - preview.tokensAfter)).toBeLessThan(preview.tokensBefore / 20)
})

test('a pinned message stays in a copy word for word behind the checkpoint; an excluded one is in no summary', async () => {
  const setting = await startContext(busyTurns(12), { windowTokens: 128_000 })
  setting.store.marks = () => ({ pins: new Set([3, 6]), excluded: new Set([4]), cleared: new Map() })
  setting.context.changed()
  const compactor = new Compactor(compactorPorts({ openContext: async () => setting.context }))
  const { signal } = new AbortController()
  const options = { ...OPTIONS, result: 'copy' as const }
  const plan = await compactor.plan('thread.json', setting.file, 'built-in')
  expect(plan.marks.map(({ kind, index, turn }) => [kind, index, turn])).toEqual([
    ['pin', 3, 1],
    ['exclude', 4, 2],
    ['pin', 6, 2],
  ])
  const preview = await compactor.start('thread.json', setting.file, options, () => undefined, signal)
  expect(preview.tokensBefore).toBe(plan.totalTokens)
  expect(preview.sections.map(({ text }) => text).join()).not.toContain('Task 2')
  const outcome = await compactor.apply(preview.previewId, null)
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  const copy = await openThreadFile(outcome.path)
  expect(copy.rawSlice(1)).toEqual(setting.file.rawSlice(3))
  expect(copy.rawSlice(2)).toEqual(setting.file.rawSlice(6))
  expect(copy.rawSlice(3)).toEqual(setting.file.rawSlice(24))
  expect(copy.count).toBe(1 + 2 + 24)
  expect([3, 6, 24, 4].map((index) => outcome.placeOf(index))).toEqual([1, 2, 3, null])
})

test('an original pinned in a preview lands in the copy word for word behind the checkpoint, and its facts are kept', async () => {
  const { wizard, preview, file } = await start({ result: 'copy', budgetChars: 600 })
  const lost = preview.retention.notable.find(
    ({ state, messageIndex }) => state === 'missing' && messageIndex >= 0,
  )
  if (lost === undefined) throw new Error('nothing is missing')
  const pinned = await wizard.pin(preview.previewId, lost.messageIndex, true)
  expect(pinned.pinned).toMatchObject([{ index: lost.messageIndex, tokens: file.tokens[lost.messageIndex] }])
  expect(pinned.tokensAfter).toBe(preview.tokensAfter + (file.tokens[lost.messageIndex] ?? 0))
  expect(pinned.sections).toEqual(preview.sections)
  expect(pinned.retention.notable).not.toContainEqual(lost)
  expect(pinned.retention.counts.missing).toBeLessThan(preview.retention.counts.missing)
  // Twice is once, and off again is as before.
  expect(await wizard.pin(preview.previewId, lost.messageIndex, true)).toEqual(pinned)
  expect(await wizard.pin(preview.previewId, lost.messageIndex, false)).toEqual(preview)
  await wizard.pin(preview.previewId, 6, true)
  await wizard.pin(preview.previewId, lost.messageIndex, true)
  const outcome = await wizard.apply(preview.previewId, null)
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  const copy = await openThreadFile(outcome.path)
  const places = [6, lost.messageIndex].toSorted((a, b) => a - b)
  for (const [at, index] of places.entries()) expect(copy.rawSlice(1 + at)).toEqual(file.rawSlice(index))
  expect(copy.rawSlice(3)).toEqual(file.rawSlice(24))
})

test('only what ages out can be pinned in a preview', async () => {
  const { wizard, preview } = await start({ result: 'copy' })
  for (const index of [24, 999])
    await expect(wizard.pin(preview.previewId, index, true)).rejects.toMatchObject({ code: 'bad-input' })
  await expect(wizard.pin('gone', 0, true)).rejects.toMatchObject({ code: 'preview-gone' })
})

test('a message pinned in the thread while its preview stands counts with its size, and is sent after Apply', async () => {
  const { wizard, preview, store, context } = await start({ budgetChars: 600 })
  store.marks = () => ({ pins: new Set([3]), excluded: new Set(), cleared: new Map() })
  context.changed()
  const pinned = await wizard.pin(preview.previewId, 3, true)
  expect(pinned.pinned.map(({ index }) => index)).toEqual([3])
  expect(pinned.tokensAfter).toBeGreaterThan(preview.tokensAfter)
  await wizard.apply(preview.previewId, null)
  expect(context.projection.map(({ index }) => index).slice(0, 3)).toEqual([null, 3, 24])
  const { tokensAfter } = store.active() ?? { tokensAfter: 0 }
  expect(Math.abs(tokensAfter - pinned.tokensAfter)).toBeLessThan(preview.tokensBefore / 20)
})

test('the checkpoint that is updated comes with the preview, as it was and with its number', async () => {
  const { wizard, preview, file, store } = await start({ keepTurns: 9 })
  expect(preview.updates).toBeNull()
  await wizard.apply(preview.previewId, null)
  const { signal } = new AbortController()
  const second = await wizard.start('thread.json', file, OPTIONS, () => undefined, signal)
  expect(second.updates).toEqual({ number: 1, sections: store.active()?.summaryMessage.sections })
  const plan = await wizard.plan('thread.json', file, 'built-in')
  expect(plan.inThread).toMatchObject({ basis: 'estimate', checkpoint: 1 })
})
