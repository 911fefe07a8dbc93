import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, threadText } from '../testing/thread-builder.ts'
import { listFolder } from './list-folder.ts'
import { mapLimited } from './map-limited.ts'

describe('listing a folder', () => {
  test.skipIf(process.platform === 'win32')(
    'of more threads than files may be open at once: none is hidden',
    () => {
      const folder = temporaryFolder()
      for (let number = 0; number < 400; number += 1)
        writeFileSync(join(folder, `t${number}.json`), threadText(plainTurns(1)))
      const code = `
      const { listFolder } = await import(process.argv[1])
      console.log((await listFolder(process.argv[2], '')).length)`
      const module = join(import.meta.dirname, 'list-folder.ts')
      const command = 'ulimit -n 100; exec "$0" --input-type=module --eval "$1" "$2" "$3"'
      const output = execFileSync('sh', ['-c', command, process.execPath, code, module, folder], {
        encoding: 'utf8',
      })
      expect(output).toBe('400\n')
    },
  )

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'a thread that may not be read is listed, so that opening it can say why',
    async () => {
      const folder = temporaryFolder()
      const path = join(folder, 'locked.json')
      writeFileSync(path, threadText(plainTurns(1)))
      chmodSync(path, 0o000)
      expect(await listFolder(folder, '')).toMatchObject([{ name: 'locked.json', kind: 'thread' }])
    },
  )
})

describe('mapLimited', () => {
  test('keeps the order and never has more at work than allowed', async () => {
    let atWork = 0
    let most = 0
    const results = await mapLimited([5, 1, 4, 2, 3], 2, async (item) => {
      atWork += 1
      most = Math.max(most, atWork)
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve()
      atWork -= 1
      return item * 10
    })
    expect(results).toEqual([50, 10, 40, 20, 30])
    expect(most).toBe(2)
    expect(await mapLimited([], 2, async (item) => item)).toEqual([])
  })
})
