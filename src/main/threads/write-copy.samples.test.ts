import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cutByTurns } from '../compaction/boundary/cut-point.ts'
import { wrapCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { samplesFolder } from '../testing/samples.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { byteLength } from './name-bytes.ts'
import { openThreadFile, type ThreadFile } from './thread-file.ts'
import { writeCompactedCopy } from './write-copy.ts'

const folder = samplesFolder()

function threadPaths(): readonly string[] {
  if (folder === null) return []
  const root = join(folder, 'llm-space')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(root, name))
}

/** Compacts and checks the copy against its source; returns it, or null when this thread cannot be cut so. */
async function compact(
  source: ThreadFile,
  to: string,
  keep: number,
  round: number,
): Promise<ThreadFile | null> {
  const cut = cutByTurns(source.layout, source.count, keep)
  if (cut.kind !== 'cut') return null
  const former = source.layout.checkpointIndex
  const id = former === null ? 'new-id' : source.readMessage(former).id
  const text = wrapCheckpoint(`## Goal\n\nRound ${round} 漢😀`)
  const { path, name } = await writeCompactedCopy({
    source,
    folder: to,
    cutIndex: cut.index,
    checkpoint: { id, text },
    meta: { compactionInstructions: 'Keep names.', palimpsest: { version: 1 } },
  })
  expect(byteLength(name)).toBeLessThanOrEqual(255)
  const copy = await openThreadFile(path)
  const meta = source.layout.metaPromptIndex
  const lead = meta === null ? 1 : 2
  expect(copy.layout.checkpointIndex).toBe(lead - 1)
  expect(copy.layout.metaPromptIndex).toBe(meta)
  expect(copy.layout.turns).toHaveLength(keep)
  expect(copy.count).toBe(source.count - cut.index + lead)
  if (meta !== null) expect(copy.rawSlice(0)).toEqual(source.rawSlice(meta))
  for (let index = cut.index; index < source.count; index += 1)
    expect(Buffer.compare(copy.rawSlice(index - cut.index + lead), source.rawSlice(index))).toBe(0)
  expect(copy.readMessage(lead - 1)).toMatchObject({ id, content: [{ kind: 'text', text }] })
  const { title, compactionInstructions, ...head } = copy.head
  const { title: _title, compactionInstructions: _instructions, ...sourceHead } = source.head
  expect(head).toEqual(sourceHead)
  expect(compactionInstructions).toBe('Keep names.')
  expect([...copy.scan.blobs.keys()]).toEqual([...source.scan.blobs.keys()])
  expect(title.endsWith(/-compact-\d+/.exec(name)?.[0] ?? '?')).toBe(true)
  const outside = (file: ThreadFile) =>
    file.scan.members.filter((member) => member.key !== 'meta').map(({ key }) => key)
  expect(outside(copy)).toEqual(outside(source))
  return copy
}

describe.skipIf(folder === null)('real threads compact', () => {
  test.each(threadPaths().map((path) => [path.slice((folder ?? '').length), path] as const))(
    '%s with keep 1, 3 and half, and once more',
    { timeout: 60_000 },
    async (_name, path) => {
      const to = temporaryFolder()
      const before = readFileSync(path)
      const source = await openThreadFile(path)
      const turns = source.layout.turns.length
      let copies = 0
      for (const keep of new Set([1, 3, Math.floor(turns / 2)])) {
        const copy = await compact(source, to, keep, 1)
        if (copy === null) continue
        copies += 1
        if ((await compact(copy, to, Math.max(1, keep - 1), 2)) !== null) copies += 1
      }
      expect(copies > 0).toBe(turns > 1)
      expect(readdirSync(to)).toHaveLength(copies)
      expect(readFileSync(path).equals(before)).toBe(true)
    },
  )
})
