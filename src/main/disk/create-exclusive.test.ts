import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createExclusive, createNewFile } from './create-exclusive.ts'
import { DISK, type Disk } from './temporary-file.ts'

function errno(code: string): Error {
  return Object.assign(new Error(code), { code })
}

const NO_LINKS: Disk = {
  ...DISK,
  link: async () => {
    throw errno('EPERM')
  },
}

describe.each([
  ['with hard links', DISK],
  ['on a disk without hard links', NO_LINKS],
])('createExclusive %s', (_name, disk) => {
  test('makes a file and leaves nothing else', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.json')
    expect(await createExclusive(path, (file) => file.writeFile('x'), { disk })).toBe('created')
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['x', ['a.json']])
  })

  test('S-176 never overwrites, whatever the case of the name', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'PLAN.json'), 'old')
    for (const name of ['PLAN.json', 'plan.json'])
      expect(await createExclusive(join(folder, name), (file) => file.writeFile('x'), { disk })).toBe(
        'exists',
      )
    expect([readFileSync(join(folder, 'PLAN.json'), 'utf8'), readdirSync(folder)]).toEqual([
      'old',
      ['PLAN.json'],
    ])
  })

  test('of many at once exactly one wins, and its content is whole', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.json')
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        createExclusive(path, (file) => file.writeFile(String(index).repeat(50_000)), { disk }),
      ),
    )
    expect(results.filter((result) => result === 'created')).toHaveLength(1)
    const winner = results.indexOf('created')
    expect(readFileSync(path, 'utf8')).toBe(String(winner).repeat(50_000))
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  test('a failure while writing leaves no file', async () => {
    const folder = temporaryFolder()
    const write = async () => {
      throw errno('ENOSPC')
    }
    const creation = createExclusive(join(folder, 'a.json'), write, { disk })
    await expect(creation).rejects.toMatchObject({ code: 'disk-full' })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('createExclusive', () => {
  test('finds that another program was quicker between check and link', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.json')
    const disk: Disk = { ...DISK, readdir: (async () => []) as unknown as Disk['readdir'] }
    writeFileSync(path, 'theirs')
    expect(await createExclusive(path, (file) => file.writeFile('x'), { disk })).toBe('exists')
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['theirs', ['a.json']])
  })

  test('passes by the lock of a process that died', async () => {
    const folder = temporaryFolder()
    const seen: string[] = []
    const spy: Disk = {
      ...NO_LINKS,
      open: async (path, ...rest) => {
        if (String(path).endsWith('.lock')) seen.push(String(path))
        return DISK.open(path, ...rest)
      },
    }
    await createNewFile(join(folder, 'a.json'), 'x', { disk: spy })
    const lock = seen[0] ?? ''
    await DISK.unlink(join(folder, 'a.json'))
    writeFileSync(lock, '')
    await expect(createNewFile(join(folder, 'a.json'), 'x', { disk: spy })).rejects.toMatchObject({
      code: 'file-exists',
    })
    utimesSync(lock, 1000, 1000)
    await createNewFile(join(folder, 'a.json'), 'x', { disk: spy })
    expect(readdirSync(folder)).toEqual(['a.json'])
  })
})
