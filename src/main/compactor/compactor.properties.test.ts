import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageText } from '../../shared/thread/message-text.ts'
import { isInnerCheckpoint } from '../compaction/boundary/sketch.ts'
import { parseCheckpointBody } from '../compaction/checkpoint/compose.ts'
import { validateCheckpoint } from '../compaction/checkpoint/validate.ts'
import { readCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { randomThreadText } from '../testing/random-thread.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openThreadFile, type ThreadFile } from '../threads/thread-file.ts'
import { writeCompactedCopy } from '../threads/write-copy.ts'
import { Compactor } from './compactor.ts'
import { checkpointText } from './draft-preview.ts'

const OPTIONS = {
  instructions: '',
  summarizerId: 'built-in',
  detail: 'short',
  language: 'same',
  budgetChars: null,
} as const

/** Compacts a file and opens the copy. A checkpoint that would save nothing is written here all the same. */
async function compacted(
  file: ThreadFile,
  folder: string,
  keepTurns: number,
  fromIndex: number | null = null,
): Promise<ThreadFile> {
  const compactor = new Compactor(compactorPorts())
  const preview = await compactor.start(
    'plan.json',
    file,
    { ...OPTIONS, keepTurns, fromIndex },
    () => undefined,
    new AbortController().signal,
  )
  const { cut } = compactor.session(preview.previewId).material.source
  if (preview.blocks.length === 0) {
    const outcome = await compactor.apply(preview.previewId, null)
    if (outcome.kind !== 'written') throw new Error(outcome.kind)
    return openThreadFile(outcome.path)
  }
  const text = checkpointText(preview.sections)
  const { path } = await writeCompactedCopy({
    source: file,
    folder,
    cutIndex: cut.index,
    head: cut.head,
    checkpoint: { id: preview.checkpointId, text },
    meta: {},
  })
  return openThreadFile(path)
}

function expectCopyOf(source: ThreadFile, copy: ThreadFile, keepTurns: number): void {
  // S-178: the kept messages are the same bytes, drafts behind the last turn included.
  const first = source.layout.turns.at(-keepTurns)?.from ?? -1
  const kept = source.count - first
  for (let back = 1; back <= kept; back += 1) {
    const same = Buffer.from(copy.rawSlice(copy.count - back)).equals(source.rawSlice(source.count - back))
    expect({ back, same }).toEqual({ back, same: true })
  }
  // S-185 to S-187: meta prompt, checkpoint, kept turns.
  const meta = source.layout.metaPromptIndex
  expect(copy.layout.metaPromptIndex).toBe(meta)
  expect(copy.layout.checkpointIndex).toBe(meta === null ? 0 : 1)
  expect(copy.count).toBe((meta === null ? 0 : 1) + 1 + kept)
  if (meta !== null) expect(Buffer.from(copy.rawSlice(0))).toEqual(Buffer.from(source.rawSlice(0)))
  // S-193: the checkpoint is no turn.
  expect(copy.layout.turns).toHaveLength(keepTurns)
  // S-183, S-184: a well-formed checkpoint whose text no conversation can break out of.
  const text = messageText(copy.readMessage(copy.layout.checkpointIndex ?? -1))
  const found = readCheckpoint(text)
  expect(found?.form).toBe('wrapped')
  // Where there was nothing to say Apply is not offered; the form still has to hold.
  expect(validateCheckpoint(text).filter(({ kind }) => kind !== 'empty')).toEqual([])
  expect(text.match(/<\/system-reminder/g)).toHaveLength(1)
  expect(parseCheckpointBody(found?.body ?? '').filter(({ key }) => key === 'goal')).toHaveLength(1)
}

describe('whatever a thread holds', () => {
  test('S-173 S-174 S-178 S-185 S-191 S-192 S-193 I4 any keep gives a copy that compacts again', {
    timeout: 120_000,
  }, async () => {
    let compactions = 0
    await fc.assert(
      fc.asyncProperty(randomThreadText(), fc.nat(), fc.nat(), async (text, firstKeep, secondKeep) => {
        const folder = temporaryFolder()
        const path = join(folder, 'plan.json')
        writeFileSync(path, text)
        const source = await openThreadFile(path)
        const turns = source.layout.turns.length
        fc.pre(turns >= 2)
        const keep = 1 + (firstKeep % (turns - 1))
        const copy = await compacted(source, folder, keep)
        expect(copy.path).toBe(join(folder, 'plan-compact-1.json'))
        expectCopyOf(source, copy, keep)
        compactions += 1
        if (keep > 1) {
          const again = 1 + (secondKeep % (keep - 1))
          const second = await compacted(copy, folder, again)
          expect(second.path).toBe(join(folder, 'plan-compact-2.json'))
          expectCopyOf(copy, second, again)
          const id = (file: ThreadFile) => file.readMessage(file.layout.checkpointIndex ?? -1).id
          expect(id(second)).toBe(id(copy))
        }
        expect(readFileSync(path, 'utf8')).toBe(text)
      }),
      { numRuns: 150 },
    )
    expect(compactions).toBeGreaterThan(20)
  })

  test('S-037 S-178 from any message on: what is before and behind stays byte for byte, and it compacts again', {
    timeout: 120_000,
  }, async () => {
    let heads = 0
    await fc.assert(
      fc.asyncProperty(randomThreadText(), fc.nat(), fc.nat(), async (text, someKeep, someFrom) => {
        const folder = temporaryFolder()
        const path = join(folder, 'plan.json')
        writeFileSync(path, text)
        const source = await openThreadFile(path)
        const turns = source.layout.turns.length
        fc.pre(turns >= 2)
        const keepTurns = 1 + (someKeep % (turns - 1))
        const cutIndex = source.layout.turns.at(-keepTurns)?.from ?? 0
        const fromIndex = someFrom % cutIndex
        const copy = await compacted(source, folder, keepTurns, fromIndex)
        const tail = source.count - cutIndex
        const at = copy.count - tail - 1
        const same = (place: number, original: number) =>
          Buffer.from(copy.rawSlice(place)).equals(source.rawSlice(original))
        for (let back = 1; back <= tail; back += 1)
          expect(same(copy.count - back, source.count - back)).toBe(true)
        for (let index = 0; index < at; index += 1) expect(same(index, index)).toBe(true)
        expect(readCheckpoint(messageText(copy.readMessage(at)))?.form).toBe('wrapped')
        const { metaPromptIndex, checkpointIndex } = source.layout
        const start = Math.max(metaPromptIndex ?? -1, checkpointIndex ?? -1) + 1
        if (fromIndex > start) {
          heads += 1
          expect(at).toBe(fromIndex)
        }
        // S-188: the next summary of it all takes the checkpoint in the middle in, and there is one again.
        expect(copy.layout.turns.length).toBeGreaterThanOrEqual(keepTurns)
        if (copy.layout.turns.length >= 2) {
          const again = await compacted(copy, folder, 1)
          expect(again.sketches.filter(isInnerCheckpoint)).toEqual([])
          expect(again.layout.checkpointIndex).not.toBeNull()
        }
        expect(readFileSync(path, 'utf8')).toBe(text)
      }),
      { numRuns: 80 },
    )
    expect(heads).toBeGreaterThan(10)
  })
})
