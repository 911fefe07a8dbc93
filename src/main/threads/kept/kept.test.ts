import { appendFileSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeGeneratedThread } from '../../../../bench/generate-thread.ts'
import { costsOfMessage } from '../../compaction/tokens/message-cost.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { keepIndex, openThread } from '../open-thread.ts'
import { packColumns, unpackColumns } from './columns.ts'
import { indexFolder } from './index-folder.ts'
import { unpackIndex } from './kept-index.ts'
import { flagsOf, sketchOf } from './sketch-flags.ts'

/** A thread large enough for its index to be kept. */
function largeThread(): { readonly path: string; readonly kept: ReturnType<typeof indexFolder> } {
  const folder = temporaryFolder()
  const path = join(folder, 'large.json')
  writeGeneratedThread(path, { messages: 2400 })
  return { path, kept: indexFolder(join(folder, 'index')) }
}

describe('index of a large thread that is kept', () => {
  test('opens the thread as it was read: rows, turns, counts, tokens of each family, bytes', async () => {
    const { path, kept } = largeThread()
    const read = await openThread(path, { kept })
    read.advanceIndex(read.count)
    await keepIndex(path, read, kept)
    const again = await openThread(path, { kept })
    expect(again.isIndexed).toBe(true)
    expect(again.layout).toEqual(read.layout)
    expect(again.tokens).toEqual(read.tokens)
    expect(again.stats).toEqual(read.stats)
    expect(again.head).toEqual(read.head)
    expect(again.headTokens).toEqual(read.headTokens)
    expect(again.scan).toEqual(read.scan)
    expect(again.sketches).toEqual(read.sketches)
    expect(again.tokensIn('cl100k')).not.toEqual(again.tokensIn('o200k'))
    for (const family of ['o200k', 'cl100k'] as const) {
      expect(again.tokensIn(family)).toEqual(read.tokensIn(family))
      for (const index of [0, 7, 1200, read.count - 1])
        expect(again.knownCost(index, family)).toEqual(costsOfMessage(read.readMessage(index))[family])
    }
    for (const index of [0, 7, 1200, read.count - 1]) {
      expect(Buffer.from(again.rawSlice(index)).equals(Buffer.from(read.rawSlice(index)))).toBe(true)
      expect(again.readMessage(index)).toEqual(read.readMessage(index))
    }
    read.close()
    again.close()
  })

  test('is not believed when the file is another one, also of the same size and time', async () => {
    const { path, kept } = largeThread()
    const first = await openThread(path, { kept })
    await keepIndex(path, first, kept)
    expect(kept.read(path)).not.toBeNull()
    first.close()
    const state = statSync(path)
    const changed = readFileSync(path, 'utf8').replace('generated-2400', 'generated-2401')
    writeFileSync(path, changed)
    utimesSync(path, state.atime, state.mtime)
    const next = await openThread(path, { kept })
    expect(next.head.title).toBe('generated-2401')
    next.close()
    appendFileSync(path, ' ')
    const grown = await openThread(path, { kept })
    expect(grown.fingerprint.sizeBytes).toBe(statSync(path).size)
    grown.close()
  })

  test('that is damaged or gone costs time and nothing else', async () => {
    const { path, kept } = largeThread()
    const file = await openThread(path, { kept })
    await keepIndex(path, file, kept)
    const whole = file.readMessage(2399)
    file.close()
    const packed = kept.read(path)
    expect(packed).not.toBeNull()
    for (const bytes of [Buffer.from('x'), packed?.slice(0, packed.length - 9), packed?.slice(5)]) {
      const opened = await openThread(path, { kept: { read: () => bytes ?? null } })
      expect(opened.count).toBe(2400)
      expect(opened.readMessage(2399)).toEqual(whole)
      opened.close()
    }
  })
})

test('columns come back as they were', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.float64Array({ noNaN: true }),
      fc.uint8Array(),
      fc.uint32Array(),
      (value, ...columns) => {
        const unpacked = unpackColumns(packColumns(value, columns))
        expect(JSON.stringify(unpacked?.value)).toBe(JSON.stringify(value))
        expect(unpacked?.columns.map((column) => [...column])).toEqual(columns.map((column) => [...column]))
      },
    ),
  )
})

test('bytes that are no index are none', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => unpackIndex(bytes) === null))
})

test('a sketch comes back from its flags', () => {
  fc.assert(
    fc.property(
      fc.record({
        role: fc.constantFrom('user' as const, 'assistant' as const),
        isEmptyUser: fc.boolean(),
        isCheckpoint: fc.boolean(),
        metaTextScore: fc.nat(6),
        metaFlag: fc.constantFrom(null, true, false),
      }),
      fc.boolean(),
      (sketch, stands) => {
        const whole = stands ? { ...sketch, standsForEarlier: true } : sketch
        expect(sketchOf(flagsOf(whole), whole.metaTextScore)).toEqual(whole)
      },
    ),
  )
})
