import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openZip, type ZipEntry } from './zip-entry.ts'

/** An archive's bodies one after the other, open with room for `keptBytes` unpacked bytes. */
function archive(sizes: readonly number[], keptBytes: number) {
  const path = join(temporaryFolder(), 'bodies')
  const bodies = sizes.map((size, at) => Buffer.alloc(size, `body ${at} `))
  const packed = bodies.map((body) => deflateRawSync(body))
  writeFileSync(path, Buffer.concat(packed))
  const file = openSync(path, 'r')
  onTestFinished(() => closeSync(file))
  const entries = bodies.map(
    (body, at): ZipEntry => ({
      name: `${at}.json`,
      method: 8,
      from: packed.slice(0, at).reduce((sum, { length }) => sum + length, 0),
      packed: packed[at]?.length ?? 0,
      size: body.length,
      crc: crc32(body),
    }),
  )
  const zip = openZip(file, path, () => undefined, keptBytes)
  const sources = entries.map((entry) => zip.source(entry))
  /** Equal as long as the file was not unpacked again. */
  return (at: number) => sources[at]?.slice(0, 10).buffer
}

test('the largest file stays unpacked whatever else is read between two pages of it', () => {
  const memoryOf = archive([100_000, 30_000, 30_000, 30_000], 50_000)
  const large = memoryOf(0)
  for (const picture of [1, 2, 3, 1]) {
    memoryOf(picture)
    expect(memoryOf(0)).toBe(large)
  }
})

test('of the others those read last stay, within the limit', () => {
  const memoryOf = archive([100_000, 20_000, 20_000, 20_000], 50_000)
  memoryOf(0)
  const [first, second] = [memoryOf(1), memoryOf(2)]
  memoryOf(3)
  expect(memoryOf(2)).toBe(second)
  expect(memoryOf(1)).not.toBe(first)
})
