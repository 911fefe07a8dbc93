import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toErrorValue } from '../shared/ipc/errors.ts'
import { DAMAGED_FILES, ODD_THREADS } from './testing/hostile-threads.ts'
import { context, previewOf, startWorkspace } from './testing/start-core.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { openThreadFile } from './threads/thread-file.ts'

/** Every text and number that an answer holds. */
function leaves(value: unknown): readonly (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...leaves(inner)])
}

describe('B-66 B-69 files that are no readable thread', () => {
  test.each(DAMAGED_FILES)(
    '$name: refused as $code, listed, left as it is, the rest usable',
    async ({ bytes, code }) => {
      const root = temporaryFolder()
      const path = join(root, 'damaged.json')
      writeFileSync(path, bytes)
      writeFileSync(join(root, 'good.json'), ODD_THREADS[0]?.text ?? '')
      const { handlers } = await startWorkspace(root)
      const listed = await handlers['workspace.list']({ folder: '' }, context)
      expect(listed.map(({ name }) => name)).toContain('damaged.json')
      await expect(handlers['thread.open']({ thread: 'damaged.json' }, context)).rejects.toMatchObject({
        code,
      })
      await expect(handlers['compact.plan']({ thread: 'damaged.json' }, context)).rejects.toMatchObject({
        code,
      })
      expect(readFileSync(path)).toEqual(Buffer.from(bytes))
      expect((await handlers['thread.open']({ thread: 'good.json' }, context)).turns).toBe(4)
    },
  )

  test('a thread replaced by a folder, and one that vanished, say so and take nothing along', async () => {
    const root = temporaryFolder()
    const { handlers } = await startWorkspace(root)
    mkdirSync(join(root, 'folder.json'))
    await expect(handlers['thread.open']({ thread: 'folder.json' }, context)).rejects.toMatchObject({
      code: 'file-not-thread',
    })
    await expect(handlers['thread.open']({ thread: 'gone.json' }, context)).rejects.toMatchObject({
      code: 'file-not-found',
    })
  })
})

describe('changes in a workspace that another program changes too', () => {
  test('what vanished or is in the way is said by its code, and nothing else is touched', async () => {
    const root = temporaryFolder()
    const good = ODD_THREADS[0]?.text ?? ''
    for (const name of ['a.json', 'b.json']) writeFileSync(join(root, name), good)
    mkdirSync(join(root, 'sub'))
    writeFileSync(join(root, 'sub', 'a.json'), 'other')
    const { handlers } = await startWorkspace(root)
    const code = async (change: Promise<unknown>) => toErrorValue(await change.catch((error) => error)).code
    expect(await code(handlers['workspace.rename']({ path: 'gone.json', name: 'x' }, context))).toBe(
      'file-not-found',
    )
    expect(await code(handlers['workspace.duplicate']({ path: 'gone.json' }, context))).toBe('file-not-found')
    expect(await code(handlers['workspace.trash']({ path: 'gone.json' }, context))).toBe('file-not-found')
    expect(await code(handlers['workspace.move']({ path: 'a.json', folder: 'gone' }, context))).toBe(
      'file-not-found',
    )
    expect(await code(handlers['workspace.move']({ path: 'a.json', folder: 'b.json' }, context))).toBe(
      'file-not-found',
    )
    expect(await code(handlers['workspace.move']({ path: 'a.json', folder: 'sub' }, context))).toBe(
      'file-exists',
    )
    expect(await code(handlers['workspace.move']({ path: 'sub', folder: 'sub' }, context))).toBe('bad-input')
    expect(await code(handlers['workspace.rename']({ path: 'a.json', name: 'B.JSON' }, context))).toBe(
      'file-exists',
    )
    expect(await code(handlers['workspace.rename']({ path: '', name: 'x' }, context))).toBe('bad-input')
    expect(await code(handlers['workspace.trash']({ path: '../x' }, context))).toBe('path-outside')
    expect(readdirSync(root)).toEqual(['a.json', 'b.json', 'sub'])
    expect(readFileSync(join(root, 'sub', 'a.json'), 'utf8')).toBe('other')
  })

  test('B-77 names that lead elsewhere or that a platform refuses become names of their folder', async () => {
    const root = temporaryFolder()
    const { handlers } = await startWorkspace(root)
    const names = [
      '../up',
      'a/b',
      'a\\b',
      '..',
      '.',
      'con',
      'NUL\u0000x',
      ' ',
      '.hidden',
      '-rf',
      'x'.repeat(390),
      '漢'.repeat(130),
    ]
    for (const [index, name] of names.entries()) {
      const { path: folder } = await handlers['workspace.createFolder'](
        { folder: '', name: `f${index}` },
        context,
      )
      const made = await handlers['workspace.createThread']({ folder, name }, context)
      expect(made.path).toBe(`${folder}/${made.name}`)
      expect(Buffer.byteLength(made.name)).toBeLessThanOrEqual(255)
      expect((await handlers['thread.open']({ thread: made.path }, context)).messages).toBe(0)
    }
  })
})

describe('threads that are odd but readable', () => {
  test.each(ODD_THREADS)(
    '$name: opens, shows every row, compacts; kept bytes are the same',
    async ({ text }) => {
      const root = temporaryFolder()
      writeFileSync(join(root, 'odd.json'), text)
      const { handlers } = await startWorkspace(root)
      const answers: unknown[] = []
      const opened = await handlers['thread.open']({ thread: 'odd.json' }, context)
      answers.push(opened)
      for (let from = 0; from < opened.messages; from += 50) {
        const page = await handlers['thread.page']({ thread: 'odd.json', from, limit: 50 }, context)
        answers.push(page)
        for (const row of page.rows) {
          answers.push(await handlers['thread.raw']({ thread: 'odd.json', index: row.index }, context))
          const calls = row.kind === 'assistant' ? row.calls.length : 0
          for (let call = 0; call < calls; call += 1)
            answers.push(
              await handlers['thread.call']({ thread: 'odd.json', index: row.index, call }, context),
            )
        }
      }
      answers.push(await handlers['compact.plan']({ thread: 'odd.json' }, context))
      const preview = await previewOf(handlers, 'odd.json', { keepTurns: 2 })
      answers.push(preview)
      answers.push(
        await handlers['compact.projection']({ previewId: preview.previewId, from: 0, limit: 200 }, context),
      )
      expect(preview.blocks).toEqual([])
      const outcome = await handlers['compact.apply']({ previewId: preview.previewId, folder: null }, context)
      expect(outcome).toMatchObject({ kind: 'applied', thread: 'odd-compact-1.json' })
      answers.push(await handlers['thread.open']({ thread: 'odd-compact-1.json' }, context))

      const source = await openThreadFile(join(root, 'odd.json'))
      const copy = await openThreadFile(join(root, 'odd-compact-1.json'))
      expect(readFileSync(source.path, 'utf8')).toBe(text)
      expect(copy.layout).toMatchObject({ checkpointIndex: 0, metaPromptIndex: null })
      expect(copy.layout.turns).toHaveLength(2)
      for (let back = 1; back < copy.count; back += 1)
        expect(
          Buffer.from(copy.rawSlice(copy.count - back)).equals(source.rawSlice(source.count - back)),
        ).toBe(true)

      // I10, I11 and: nothing of a file reaches a prototype.
      for (const leaf of answers.flatMap(leaves)) {
        if (typeof leaf === 'string') expect(leaf.isWellFormed()).toBe(true)
        else expect(Number.isFinite(leaf)).toBe(true)
      }
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    },
  )
})
