import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeFileAtomic } from './atomic-write.ts'
import { DISK, type Disk, sweepTemporaries } from './temporary-file.ts'

function errno(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** A disk whose rename fails with these codes, one after the other; the last one for ever when `forEver`. */
function renameFails(codes: readonly string[], forEver = false): Disk {
  let calls = 0
  return {
    ...DISK,
    rename: async (from, to) => {
      const code = codes[calls] ?? (forEver ? codes.at(-1) : undefined)
      calls += 1
      if (code !== undefined) throw errno(code)
      await DISK.rename(from, to)
    },
  }
}

describe('writeFileAtomic', () => {
  test('makes and replaces a file, keeping its permissions, and leaves nothing beside it', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'settings.json')
    await writeFileAtomic(path, 'one')
    chmodSync(path, 0o600)
    await writeFileAtomic(path, Buffer.from('two'))
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['two', 0o600])
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  test('writes through a symbolic link', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'real.json'), 'one')
    symlinkSync('real.json', join(folder, 'link.json'))
    await writeFileAtomic(join(folder, 'link.json'), 'two')
    expect(readFileSync(join(folder, 'real.json'), 'utf8')).toBe('two')
  })

  test('B-75 tries again while another program holds the file', async () => {
    const path = join(temporaryFolder(), 'a.json')
    const waits: number[] = []
    const sleep = async (ms: number) => waits.push(ms)
    await writeFileAtomic(path, 'x', { disk: renameFails(['EPERM', 'EBUSY', 'EACCES']), sleep })
    expect(readFileSync(path, 'utf8')).toBe('x')
    expect(waits).toEqual([10, 20, 40])
  })

  test('B-75 a block for ever is an error: old file intact, no temporary file left', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.json')
    writeFileSync(path, 'old')
    let waited = 0
    const sleep = async (ms: number) => {
      waited += ms
    }
    const disk = renameFails(['EBUSY'], true)
    await expect(writeFileAtomic(path, 'new', { disk, sleep })).rejects.toMatchObject({ code: 'file-busy' })
    expect(waited).toBeGreaterThan(5000)
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a.json']])
  })

  test.each([
    ['ENOSPC', 'disk-full'],
    ['EROFS', 'disk-read-only'],
    ['EIO', 'io-failed'],
  ])('B-74 %s while writing is %s, and the old file stays', async (code, expected) => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.json')
    writeFileSync(path, 'old')
    const disk: Disk = {
      ...DISK,
      open: async (...args) => {
        const file = await DISK.open(...args)
        file.writeFile = async () => {
          throw errno(code)
        }
        return file
      },
    }
    await expect(writeFileAtomic(path, 'new', { disk })).rejects.toMatchObject({ code: expected })
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a.json']])
  })
})

describe('sweepTemporaries', () => {
  test('takes away only old files of our own', async () => {
    const folder = temporaryFolder()
    const ours = `.palimpsest-${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.tmp`
    writeFileSync(join(folder, ours), '')
    writeFileSync(join(folder, '.palimpsest-mine.tmp'), '')
    const now = statSync(join(folder, ours)).mtimeMs
    expect(await sweepTemporaries(folder, now + 1000)).toBe(0)
    expect(await sweepTemporaries(folder, now + 4_000_000)).toBe(1)
    expect(readdirSync(folder)).toEqual(['.palimpsest-mine.tmp'])
  })
})
