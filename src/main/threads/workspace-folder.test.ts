import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, threadText } from '../testing/thread-builder.ts'
import { openThreadFile } from './thread-file.ts'
import { type WorkspaceChange, watchWorkspace } from './watch-workspace.ts'
import { WorkspaceFolder } from './workspace-folder.ts'

async function workspace(): Promise<{ root: string; folder: WorkspaceFolder }> {
  const root = temporaryFolder()
  return { root, folder: await WorkspaceFolder.open(root) }
}

const text = threadText(plainTurns(1))

describe('WorkspaceFolder lists', () => {
  test('folders first, then names with numbers in order; hidden names are left out', async () => {
    const { root, folder } = await workspace()
    for (const name of ['plan-compact-10.json', 'plan-compact-2.json', 'plan.json', 'B.json'])
      writeFileSync(join(root, name), text)
    for (const name of ['zeta', '.palimpsest', '.git']) mkdirSync(join(root, name))
    writeFileSync(join(root, 'a.txt'), 'x')
    writeFileSync(join(root, 'package.json'), '{"name":"x"}')
    writeFileSync(join(root, 'empty.json'), '')
    writeFileSync(join(root, 'windows.json'), Buffer.from(`\ufeff${text}`, 'utf16le'))
    writeFileSync(join(root, 'cut.json'), text.slice(0, 400))
    const entries = await folder.list('')
    expect(entries.map((entry) => `${entry.kind} ${entry.name}`)).toEqual([
      'folder zeta',
      'other a.txt',
      'thread B.json',
      'thread cut.json',
      'thread empty.json',
      'other package.json',
      'thread plan-compact-2.json',
      'thread plan-compact-10.json',
      'thread plan.json',
      'thread windows.json',
    ])
    expect(entries.find((entry) => entry.name === 'plan-compact-10.json')?.copyOf).toBe('plan.json')
    expect(entries.find((entry) => entry.name === 'plan.json')?.copyOf).toBeNull()
  })

  test('a thread whose context comes after 64 KB is still one', async () => {
    const { root, folder } = await workspace()
    const late = `{"x":"${'y'.repeat(80_000)}","context":{"messages":[]},"runHistory":[]}`
    writeFileSync(join(root, 'late.json'), late)
    expect((await folder.list(''))[0]?.kind).toBe('thread')
  })

  test('ids of a subfolder are paths with /', async () => {
    const { root, folder } = await workspace()
    mkdirSync(join(root, 'notes/deep'), { recursive: true })
    writeFileSync(join(root, 'notes/deep/a.json'), text)
    writeFileSync(join(root, 'notes/deep/a-compact-1.json'), text)
    expect((await folder.list('notes'))[0]).toMatchObject({ path: 'notes/deep', kind: 'folder' })
    expect((await folder.list('notes/deep')).map((entry) => [entry.path, entry.copyOf])).toEqual([
      ['notes/deep/a-compact-1.json', 'notes/deep/a.json'],
      ['notes/deep/a.json', null],
    ])
  })

  test('a folder that is gone is an error with a code', async () => {
    const { folder } = await workspace()
    await expect(folder.list('no')).rejects.toMatchObject({ code: 'file-not-found' })
    await expect(WorkspaceFolder.open('/no/such/folder')).rejects.toMatchObject({ code: 'file-not-found' })
  })
})

describe('no path leads out of the workspace', () => {
  test.each(['..', '../x', 'a/../../x', '/etc/passwd', 'a//b', './a', 'a\0b'])('%j', async (id) => {
    const { folder } = await workspace()
    await expect(folder.resolve(id)).rejects.toMatchObject({ code: 'path-outside' })
  })

  test('links out are refused and not listed, links inside work', async () => {
    const { root, folder } = await workspace()
    const elsewhere = temporaryFolder()
    writeFileSync(join(elsewhere, 'secret.json'), text)
    writeFileSync(join(root, 'real.json'), text)
    symlinkSync(elsewhere, join(root, 'out'))
    symlinkSync('real.json', join(root, 'in.json'))
    symlinkSync('nowhere', join(root, 'broken.json'))
    expect((await folder.list('')).map((entry) => entry.name)).toEqual(['in.json', 'real.json'])
    await expect(folder.resolve('out/secret.json')).rejects.toMatchObject({ code: 'path-outside' })
    await expect(folder.createThread('out', 'x')).rejects.toMatchObject({ code: 'path-outside' })
    await expect(folder.move('real.json', 'out')).rejects.toMatchObject({ code: 'path-outside' })
    expect(readdirSync(elsewhere)).toEqual(['secret.json'])
    expect(folder.idOf(join(root, 'a', 'b.json'))).toBe('a/b.json')
    expect(folder.idOf(elsewhere)).toBeNull()
  })
})

describe('WorkspaceFolder changes', () => {
  test('makes threads that open, in names that every platform takes', async () => {
    const { root, folder } = await workspace()
    expect(await folder.createThread('', 'Plan: a/b?')).toMatchObject({
      name: 'Plan： a／b？.json',
      kind: 'thread',
    })
    const made = readFileSync(join(root, 'Plan： a／b？.json'), 'utf8')
    expect(made.startsWith('{\n  "title": "Plan： a／b？",') && made.endsWith('}\n')).toBe(true)
    expect((await openThreadFile(join(root, 'Plan： a／b？.json'))).count).toBe(0)
    await expect(folder.createThread('', 'plan： A／b？')).rejects.toMatchObject({ code: 'file-exists' })
  })

  test('makes folders, renames, moves and duplicates without ever replacing', async () => {
    const { root, folder } = await workspace()
    writeFileSync(join(root, 'a.json'), text)
    writeFileSync(join(root, 'b.json'), 'other')
    expect(await folder.createFolder('', 'notes')).toMatchObject({ path: 'notes', kind: 'folder' })
    await expect(folder.createFolder('', 'NOTES')).rejects.toMatchObject({ code: 'file-exists' })
    await expect(folder.rename('a.json', 'b')).rejects.toMatchObject({ code: 'file-exists' })
    expect((await folder.rename('a.json', 'A')).name).toBe('A.json')
    expect((await folder.duplicate('A.json')).name).toBe('A copy.json')
    expect((await folder.duplicate('A copy.json')).name).toBe('A copy 2.json')
    expect(readFileSync(join(root, 'A copy 2.json'), 'utf8')).toBe(text)
    expect((await folder.move('A.json', 'notes')).path).toBe('notes/A.json')
    writeFileSync(join(root, 'A.json'), 'mine')
    await expect(folder.move('A.json', 'notes')).rejects.toMatchObject({ code: 'file-exists' })
    await expect(folder.move('notes', 'notes')).rejects.toMatchObject({ code: 'bad-input' })
    await expect(folder.rename('', 'x')).rejects.toMatchObject({ code: 'bad-input' })
    expect(readFileSync(join(root, 'notes/A.json'), 'utf8')).toBe(text)
  })

  test('hands what is deleted to the trash by its own path, a link as the link', async () => {
    const { root, folder } = await workspace()
    writeFileSync(join(root, 'a.json'), text)
    symlinkSync('a.json', join(root, 'l.json'))
    const trashed: string[] = []
    const port = { trashItem: async (path: string) => void trashed.push(path) }
    await folder.trash('l.json', port)
    await expect(folder.trash('no.json', port)).rejects.toMatchObject({ code: 'file-not-found' })
    await expect(folder.trash('', port)).rejects.toMatchObject({ code: 'bad-input' })
    expect(trashed).toEqual([join(root, 'l.json')])
  })
})

describe('watchWorkspace', () => {
  test('tells changes from outside in batches, and nothing about hidden files', {
    timeout: 30_000,
  }, async () => {
    const root = temporaryFolder()
    mkdirSync(join(root, 'notes'))
    writeFileSync(join(root, 'a.json'), 'x')
    const changes: WorkspaceChange[] = []
    let told: () => void = () => undefined
    const watching = watchWorkspace(
      root,
      (change) => {
        changes.push(change)
        told()
      },
      { quietMs: 60 },
    )
    onTestFinished(() => watching.close())
    await watching.ready
    const next = () =>
      new Promise<void>((resolve) => {
        told = resolve
      })
    let change = next()
    writeFileSync(join(root, '.palimpsest-x.tmp'), 'x')
    writeFileSync(join(root, 'notes/b.json'), 'x')
    writeFileSync(join(root, 'notes/c.json'), 'x')
    await change
    expect(new Set(changes.flatMap((told) => told.changedFiles))).toEqual(
      new Set(['notes/b.json', 'notes/c.json']),
    )
    expect(changes[0]?.folders).toEqual(['notes'])
    changes.length = 0
    change = next()
    rmSync(join(root, 'a.json'))
    await change
    expect(changes[0]).toMatchObject({ folders: [''], removedFiles: ['a.json'] })
  })
})
