import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moveToTrash } from './trash.ts'

let root: string
let env: NodeJS.ProcessEnv

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trash-'))
  env = { XDG_DATA_HOME: join(root, 'data') }
})
afterEach(() => rm(root, { recursive: true, force: true }))

const inTrash = (...path: string[]): string => join(root, 'data', 'Trash', ...path)

describe('the trash', () => {
  test('holds the file and the way back to it', async () => {
    const file = join(root, 'a thread é.json')
    await writeFile(file, 'words')
    await moveToTrash(file, env)
    expect(await readFile(inTrash('files', 'a thread é.json'), 'utf8')).toBe('words')
    const info = await readFile(inTrash('info', 'a thread é.json.trashinfo'), 'utf8')
    expect(info).toMatch(
      /^\[Trash Info\]\nPath=\/.*\/a%20thread%20%C3%A9\.json\nDeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\n$/,
    )
    expect(await readdir(root)).toEqual(['data'])
  })

  test('keeps items of the same name apart', async () => {
    for (const text of ['first', 'second', 'third']) {
      await writeFile(join(root, 'note.json'), text)
      await moveToTrash(join(root, 'note.json'), env)
    }
    expect((await readdir(inTrash('files'))).sort()).toEqual(['note.2.json', 'note.3.json', 'note.json'])
    expect(await readFile(inTrash('files', 'note.3.json'), 'utf8')).toBe('third')
    expect(await readdir(inTrash('info'))).toHaveLength(3)
  })

  test('takes a whole folder', async () => {
    await mkdir(join(root, 'folder', 'deep'), { recursive: true })
    await writeFile(join(root, 'folder', 'deep', 'x'), '1')
    await moveToTrash(join(root, 'folder'), env)
    expect(await readFile(inTrash('files', 'folder', 'deep', 'x'), 'utf8')).toBe('1')
  })

  test('takes a link and leaves what it points to', async () => {
    await writeFile(join(root, 'target'), 'stays')
    await symlink(join(root, 'target'), join(root, 'link'))
    await moveToTrash(join(root, 'link'), env)
    expect(await readFile(join(root, 'target'), 'utf8')).toBe('stays')
    expect(await readdir(inTrash('files'))).toEqual(['link'])
  })

  test('leaves no trace when there is nothing to move', async () => {
    await expect(moveToTrash(join(root, 'absent'), env)).rejects.toThrow('ENOENT')
    expect(await readdir(root)).toEqual([])
  })
})
