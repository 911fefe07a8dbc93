import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openThreadFile } from './thread-file.ts'
import { readMedia } from './view/read-media.ts'
import { WorkspaceFolder } from './workspace-folder.ts'

const ROOT = resolve(import.meta.dirname, '../../../resources/sample-workspace')

describe('the sample workspace', () => {
  test('lists its threads, the copy under its source', async () => {
    const folder = await WorkspaceFolder.open(ROOT)
    const names = async (id: string) =>
      (await folder.list(id)).map((entry) => [entry.kind, entry.name, entry.copyOf])
    expect(await names('')).toEqual([
      ['folder', 'notes', null],
      ['thread', 'feature-design.json', null],
      ['thread', 'hello.json', null],
      ['thread', 'two-turns.json', null],
      ['thread', '订单导出.json', null],
    ])
    expect(await names('notes')).toEqual([
      ['thread', 'release-checklist-compact-1.json', 'notes/release-checklist.json'],
      ['thread', 'release-checklist.json', null],
    ])
  })

  test('holds a long thread with everything the view has to show', async () => {
    const file = await openThreadFile(join(ROOT, 'feature-design.json'))
    expect(file.count).toBeGreaterThanOrEqual(150)
    expect(file.layout.turns.length).toBeGreaterThanOrEqual(14)
    expect(file.stats).toMatchObject({
      images: 1,
      missingBlobs: 0,
      unusedBlobs: 0,
      pendingCalls: 1,
      broken: 0,
    })
    expect(file.stats.failedResults).toBeGreaterThan(0)
    const tools = new Set(
      file
        .readMessages({ from: 0, to: file.count })
        .flatMap((message) => message.toolCalls.map((call) => call.name)),
    )
    for (const tool of ['read_file', 'grep', 'edit_file', 'run_command', 'todo_write', 'update_plan'])
      expect(tools).toContain(tool)
    const places = file
      .readMessages({ from: 0, to: file.count })
      .flatMap((message, index) =>
        message.content.flatMap((part, place) => (part.kind === 'image' ? [{ index, place }] : [])),
      )
    const picture = places[0]
    expect(picture && readMedia(file, picture.index, { kind: 'part', part: picture.place })?.mimeType).toBe(
      'image/png',
    )
  })

  test.each([
    ['hello.json', 1],
    ['two-turns.json', 2],
    ['订单导出.json', 6],
    ['notes/release-checklist.json', 5],
  ])('%s has %i turns', async (name, turns) => {
    const file = await openThreadFile(join(ROOT, name))
    expect([file.layout.turns.length, file.layout.checkpointIndex]).toEqual([turns, null])
  })

  test('the compacted one is a true copy: lineage, one checkpoint, kept turns byte for byte', async () => {
    const sourcePath = join(ROOT, 'notes/release-checklist.json')
    const source = await openThreadFile(sourcePath)
    const copy = await openThreadFile(join(ROOT, 'notes/release-checklist-compact-1.json'))
    expect(copy.layout).toMatchObject({ checkpointIndex: 0, turns: { length: 2 } })
    const cut = copy.origin?.summarizedMessages ?? 0
    for (let index = 1; index < copy.count; index += 1)
      expect(copy.rawSlice(index)).toEqual(source.rawSlice(cut + index - 1))
    const hash = createHash('sha256').update(readFileSync(sourcePath)).digest('hex')
    expect(readFileSync(copy.path, 'utf8')).toContain(hash)
    expect(copy.origin?.tokensAfter).toBeLessThan(copy.origin?.tokensBefore ?? 0)
  })
})
