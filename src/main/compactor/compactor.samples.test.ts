import { copyFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messageText } from '../../shared/thread/message-text.ts'
import { readCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { samplesFolder } from '../testing/samples.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { fingerprintOf } from '../threads/fingerprint.ts'
import { openThreadFile, type ThreadFile } from '../threads/thread-file.ts'
import { Compactor } from './compactor.ts'

const folder = samplesFolder()

function threads(): readonly string[] {
  if (folder === null) return []
  const root = join(folder, 'llm-space')
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
}

/** Slices of the messages from `from` on, as they stand in the file. */
function slicesFrom(file: ThreadFile, from: number): readonly string[] {
  const slices: string[] = []
  for (let index = from; index < file.count; index += 1)
    slices.push(Buffer.from(file.rawSlice(index)).toString('latin1'))
  return slices
}

async function compact(path: string, keepTurns: number): Promise<string> {
  const file = await openThreadFile(path)
  const compactor = new Compactor(compactorPorts({ newId: () => crypto.randomUUID() }))
  const preview = await compactor.start(
    path,
    file,
    {
      keepTurns,
      instructions: '',
      summarizerId: 'built-in',
      detail: 'short',
      language: 'same',
      budgetChars: 4_000,
    },
    () => undefined,
    AbortSignal.timeout(60_000),
  )
  const outcome = await compactor.apply(preview.previewId, null)
  // A short thread may not get smaller: that is said, and nothing is written.
  if (outcome.kind === 'blocked') {
    expect(outcome.blocks).toEqual(['no-shrink'])
    return ''
  }
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  return outcome.path
}

describe.skipIf(folder === null)('real threads compact and stay whole', () => {
  test.each(threads())('%s', { timeout: 120_000 }, async (name) => {
    const path = join(temporaryFolder(), basename(name))
    copyFileSync(join(folder ?? '', 'llm-space', name), path)
    const before = await fingerprintOf(path)
    const source = await openThreadFile(path)
    const turns = source.layout.turns.length
    if (turns < 2) {
      await expect(compact(path, 1)).rejects.toMatchObject({ code: 'nothing-to-compact' })
      return
    }
    for (const keep of new Set([1, Math.min(3, turns - 1), Math.max(1, Math.floor(turns / 2))])) {
      const copyPath = await compact(path, keep)
      if (copyPath === '') continue
      const copy = await openThreadFile(copyPath)
      const at = copy.layout.checkpointIndex
      expect(at).toBe(source.layout.metaPromptIndex === null ? 0 : 1)
      const first = source.layout.turns[turns - keep]?.from ?? -1
      expect(slicesFrom(copy, (at ?? -1) + 1)).toEqual(slicesFrom(source, first))
      expect(copy.layout.turns).toHaveLength(keep)
      expect([...copy.scan.blobs.keys()]).toEqual([...source.scan.blobs.keys()])
      expect(readCheckpoint(messageText(copy.readMessage(at ?? 0)))?.form).toBe('wrapped')
      if (keep < 2) continue
      const againPath = await compact(copyPath, 1)
      if (againPath === '') continue
      const again = await openThreadFile(againPath)
      expect(again.layout.checkpointIndex).toBe(at)
      expect(again.readMessage(at ?? 0).id).toBe(copy.readMessage(at ?? 0).id)
      expect(messageText(again.readMessage(at ?? 0)).match(/# Context checkpoint/g)).toHaveLength(1)
      expect(dirname(againPath)).toBe(dirname(path))
    }
    expect(await fingerprintOf(path)).toMatchObject({ sha256: before.sha256, sizeBytes: before.sizeBytes })
  })
})
