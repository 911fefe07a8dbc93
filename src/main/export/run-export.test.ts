import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, threadText } from '../testing/thread-builder.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { exportChunks } from './export-chunks.ts'
import { readThrough, writeExport } from './run-export.ts'
import { choicesFor, exported, openText, unwatched } from './testing/export-sample.ts'
import { noFilter } from './text-filter.ts'

describe('writing an export', () => {
  test('takes the first free name and never replaces a file', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'Plan.md'), 'mine')
    const source = exported(await openText(threadText(plainTurns(2))))
    const write = () =>
      writeExport(source, choicesFor('markdown'), noFilter, { folder, name: 'plan' }, unwatched)
    expect([(await write()).path, (await write()).path]).toEqual([
      join(folder, 'plan 2.md'),
      join(folder, 'plan 3.md'),
    ])
    expect(readFileSync(join(folder, 'Plan.md'), 'utf8')).toBe('mine')
  })

  test('tells the size of the file and leaves the thread as it was', async () => {
    const file = await openText(threadText(plainTurns(3)))
    const before = readFileSync(file.path)
    const target = { folder: temporaryFolder(), name: 'x' }
    const { path, bytes } = await writeExport(exported(file), choicesFor('html'), noFilter, target, unwatched)
    expect(readFileSync(path).length).toBe(bytes)
    expect(readFileSync(file.path)).toEqual(before)
  })

  test('Stop leaves nothing behind, and says so as a cancellation', async () => {
    const folder = temporaryFolder()
    const source = exported(await openText(threadText(plainTurns(2000))))
    const stop = new AbortController()
    const watch = { signal: stop.signal, onShare: () => stop.abort() }
    await expect(
      writeExport(source, choicesFor('html'), noFilter, { folder, name: 'x' }, watch),
    ).rejects.toMatchObject({ code: 'cancelled' })
    expect(readdirSync(folder)).toEqual([])
  })

  test('a folder that is gone is told, not made', async () => {
    const folder = join(temporaryFolder(), 'gone')
    const source = exported(await openText(threadText(plainTurns(2))))
    await expect(
      writeExport(source, choicesFor('json'), noFilter, { folder, name: 'x' }, unwatched),
    ).rejects.toMatchObject({ code: 'file-not-found' })
    expect(existsSync(folder)).toBe(false)
  })

  test('reading through sees every text that would be written, and writes nothing', async () => {
    const file = await openText(threadText(plainTurns(2)))
    const seen: string[] = []
    const filter = (text: string) => {
      seen.push(text)
      return text
    }
    const folder = join(file.path, '..')
    const before = readdirSync(folder)
    await readThrough(exported(file), choicesFor('markdown'), filter, unwatched)
    expect(seen.join('\n')).toContain('Task 2: look at src/part-2.ts')
    expect(readdirSync(folder)).toEqual(before)
  })
})

test.each(['markdown', 'html', 'json', 'claude-code'] as const)(
  '%s: no piece is larger than what one message takes',
  async (format) => {
    const folder = temporaryFolder()
    const path = join(folder, 'long.json')
    writeFileSync(path, threadText(plainTurns(3000)))
    const file = await openThreadFile(path, { heldBytes: 1 })
    let largest = 0
    let total = 0
    for (const { content } of await exportChunks(
      exported(file),
      choicesFor(format),
      noFilter,
      unwatched.signal,
    )) {
      largest = Math.max(largest, content.length)
      total += content.length
    }
    file.close()
    expect(total).toBeGreaterThan(500_000)
    expect(largest).toBeLessThan(8192)
  },
)
