import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PreviewFrame } from '../../shared/compact/preview.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, threadText } from '../testing/thread-builder.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { Compactor } from './compactor.ts'

const OPTIONS = {
  keepTurns: 3,
  instructions: 'Keep every path.',
  summarizerId: 'built-in',
  detail: 'short',
  language: 'same',
  budgetChars: 2_000,
} as const

/** Long enough that a checkpoint is smaller than what it replaces. */
function longTurns(turns: number, startAt = 1): string {
  const messages = plainTurns(turns, startAt).map((message) =>
    message.role === 'assistant'
      ? {
          ...message,
          content: [{ type: 'text', text: `${'The parser reads part after part. '.repeat(60)}` }],
        }
      : message,
  )
  return threadText(messages, { title: 'feature-design' })
}

function sourceFile(text = longTurns(8)): string {
  const path = join(temporaryFolder(), 'feature-design.json')
  writeFileSync(path, text)
  return path
}

async function started(path: string, compactor = new Compactor(compactorPorts()), options = {}) {
  const frames: PreviewFrame[] = []
  const preview = await compactor.start(
    'feature-design.json',
    await openThreadFile(path),
    { ...OPTIONS, ...options },
    (frame) => frames.push(frame),
    new AbortController().signal,
  )
  return { compactor, preview, frames }
}

describe('a preview', () => {
  test('S-178 turns one to five become one checkpoint and three turns stay', async () => {
    const { preview, frames } = await started(sourceFile())
    expect(preview).toMatchObject({ summarizedTurns: 5, keptTurns: 3, summarizedMessages: 15, blocks: [] })
    expect(preview.tokensAfter).toBeLessThan(preview.tokensBefore)
    expect(frames.at(-1)).toEqual({ kind: 'preview', preview })
  })

  test('S-166 S-170 changes nothing on disk', async () => {
    const path = sourceFile()
    const before = readFileSync(path)
    const { compactor, preview } = await started(path)
    compactor.edit(preview.previewId, [{ key: 'goal', text: 'Another goal' }])
    compactor.discard(preview.previewId)
    expect(readFileSync(path)).toEqual(before)
    expect(() => compactor.session(preview.previewId)).toThrow(
      expect.objectContaining({ code: 'preview-gone' }),
    )
  })

  test('S-160 with one turn there is nothing to compact, and it says so', async () => {
    await expect(started(sourceFile(longTurns(1)))).rejects.toMatchObject({ code: 'nothing-to-compact' })
  })

  test('S-179 keeping all turns is refused: one must age out', async () => {
    await expect(started(sourceFile(), undefined, { keepTurns: 8 })).rejects.toMatchObject({
      code: 'nothing-to-compact',
    })
  })

  test('strings that look like keys stay in the checkpoint and are told with their places', async () => {
    const key = `sk-${'proj'}-aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5`
    const text = longTurns(8).replaceAll('The parser reads', `Never log ${key}. The parser reads`)
    const rule = JSON.parse(text)
    rule.context.messages[0].content = [{ type: 'text', text: `Never log the key ${key} anywhere.` }]
    const { compactor, preview } = await started(sourceFile(JSON.stringify(rule)))
    const [first] = preview.secrets
    if (first === undefined) throw new Error('nothing was found')
    const textOf = (section: string) => preview.sections.find((one) => one.key === section)?.text ?? ''
    expect(textOf(first.section).slice(first.from, first.to)).toBe(key)
    expect(JSON.stringify(preview.secrets)).not.toContain(key)
    const clean = preview.sections.map((one) => ({ key: one.key, text: one.text.replaceAll(key, 'x') }))
    expect((await compactor.edit(preview.previewId, clean)).secrets).toEqual([])
  })

  test('an edit is measured again and marked', async () => {
    const { compactor, preview } = await started(sourceFile())
    const edited = compactor.edit(preview.previewId, [{ key: 'goal', text: 'Ship the parser. '.repeat(40) }])
    expect(edited.checkpointTokens).toBeGreaterThan(preview.checkpointTokens)
    expect(edited.tokensAfter - preview.tokensAfter).toBe(edited.checkpointTokens - preview.checkpointTokens)
    expect(edited.sections.filter((section) => section.isEdited).map(({ key }) => key)).toEqual(['goal'])
  })

  test('a checkpoint that makes nothing smaller blocks Apply', async () => {
    const { compactor, preview } = await started(sourceFile())
    const grown = compactor.edit(preview.previewId, [{ key: 'context', text: 'word '.repeat(60_000) }])
    expect(grown.blocks).toContain('no-shrink')
    expect(await compactor.apply(preview.previewId, null)).toMatchObject({ kind: 'blocked' })
  })

  test('an emptied narrative blocks Apply', async () => {
    const { compactor, preview } = await started(sourceFile())
    const narrative = preview.sections.filter((section) => section.lane === 'narrative')
    const empty = compactor.edit(
      preview.previewId,
      narrative.map(({ key }) => ({ key, text: '' })),
    )
    expect(empty.blocks).toEqual(['empty-summary'])
  })
})

test('one section is written anew by code: its edit goes, the edits of the others stay', async () => {
  const { compactor, preview } = await started(sourceFile())
  const { previewId } = preview
  const textOf = (key: string, of = preview) => of.sections.find((section) => section.key === key)?.text
  compactor.edit(previewId, [
    { key: 'goal', text: 'By hand' },
    { key: 'context', text: 'Also by hand' },
  ])
  const frames: PreviewFrame[] = []
  const signal = new AbortController().signal
  const after = await compactor.rewrite(previewId, 'goal', (frame) => frames.push(frame), signal)
  expect(textOf('goal', after)).toBe(textOf('goal'))
  expect(textOf('context', after)).toBe('Also by hand')
  expect(frames.map(({ kind }) => kind)).toEqual(['pass', 'section', 'preview'])
  expect(compactor.session(previewId).preview).toEqual(after)
})

describe('Apply', () => {
  test('S-168 S-172 S-175 writes the copy beside the source, which keeps every byte', async () => {
    const path = sourceFile()
    const before = readFileSync(path)
    const { compactor, preview } = await started(path)
    const outcome = await compactor.apply(preview.previewId, null)
    expect(outcome).toMatchObject({ kind: 'written', name: 'feature-design-compact-1.json' })
    expect(readFileSync(path)).toEqual(before)
  })

  test('two clicks make one file', async () => {
    const { compactor, preview } = await started(sourceFile())
    const [first, second] = await Promise.all([
      compactor.apply(preview.previewId, null),
      compactor.apply(preview.previewId, null),
    ])
    expect(second).toEqual(first)
  })

  test('C-15 S-180 instructions and lineage land in the meta of the copy only', async () => {
    const path = sourceFile()
    const { compactor, preview } = await started(path)
    const outcome = await compactor.apply(preview.previewId, null)
    if (outcome.kind !== 'written') throw new Error(outcome.kind)
    const copy = await openThreadFile(outcome.path)
    expect(copy.head.compactionInstructions).toBe('Keep every path.')
    expect(copy.origin).toMatchObject({ sourceName: 'feature-design.json', summarizedTurns: 5 })
    expect(readFileSync(path, 'utf8')).not.toContain('Keep every path.')
  })

  test('a source that changed meanwhile makes the preview stale and nothing is written', async () => {
    const path = sourceFile()
    const { compactor, preview } = await started(path)
    writeFileSync(path, longTurns(9))
    expect(await compactor.apply(preview.previewId, null)).toEqual({ kind: 'stale' })
  })

  test('a folder that cannot be written keeps the preview, and another folder may be tried', async () => {
    const path = sourceFile()
    const { compactor, preview } = await started(path)
    const missing = join(temporaryFolder(), 'gone')
    await expect(compactor.apply(preview.previewId, missing)).rejects.toMatchObject({
      code: 'file-not-found',
    })
    const other = temporaryFolder()
    expect(await compactor.apply(preview.previewId, other)).toMatchObject({ kind: 'written' })
  })

  test('S-191 S-192 compacting the copy updates its checkpoint under the same id and never nests', async () => {
    const path = sourceFile()
    const { compactor, preview } = await started(path)
    const first = await compactor.apply(preview.previewId, null)
    if (first.kind !== 'written') throw new Error(first.kind)
    const again = await started(first.path, compactor, { keepTurns: 1 })
    expect(again.preview).toMatchObject({ updatesCheckpoint: true, summarizedTurns: 2, keptTurns: 1 })
    const second = await compactor.apply(again.preview.previewId, null)
    if (second.kind !== 'written') throw new Error(second.kind)
    expect(second.name).toBe('feature-design-compact-2.json')
    const copy = await openThreadFile(second.path)
    expect(copy.readMessage(0).id).toBe(preview.checkpointId)
    const text = messageText(copy.readMessage(0))
    expect(text.match(/# Context checkpoint/g)).toHaveLength(1)
    expect(text).toContain('src/part-1.ts')
  })

  test('S-190 the updated checkpoint still holds what the former one said', async () => {
    const rules = longTurns(8).replace(
      'Task 1: look at src/part-1.ts',
      'Task 1: look at src/part-1.ts. Never rewrite parts.json in place. We decided to stream the parts.',
    )
    const { compactor, preview } = await started(sourceFile(rules), undefined, { budgetChars: 8_000 })
    const first = await compactor.apply(preview.previewId, null)
    if (first.kind !== 'written') throw new Error(first.kind)
    const again = await started(first.path, compactor, { keepTurns: 1, budgetChars: 8_000 })
    const text = again.preview.sections.map((section) => section.text).join('\n')
    expect(text).toContain('Never rewrite parts.json in place')
    expect(text).toContain('src/part-1.ts')
    expect(again.preview.sections.find(({ key }) => key === 'goal')?.text).toContain('src/part-1.ts')
  })
})
