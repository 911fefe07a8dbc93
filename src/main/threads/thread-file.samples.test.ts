import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { samplesFolder } from '../testing/samples.ts'
import { openThreadFile } from './thread-file.ts'

interface Expected {
  readonly bytes: number
  readonly sha256: string
  readonly counts: { readonly [name: string]: number | boolean }
}

const folder = samplesFolder()

function loadExpected(): ReadonlyMap<string, Expected> {
  if (folder === null) return new Map()
  const all = JSON.parse(readFileSync(join(folder, 'native-expected.json'), 'utf8')) as Record<
    string,
    Expected
  >
  return new Map(Object.entries(all))
}

const expected = loadExpected()

describe.skipIf(folder === null)('real threads open with their true counts', () => {
  test.each([...expected.keys()])('%s', async (name) => {
    const want = expected.get(name)
    const path = join(folder ?? '', name)
    const file = await openThreadFile(path)
    const { stats, layout } = file
    const emptyUser = file.sketches.filter((sketch) => sketch.isEmptyUser).length
    const results = Array.from({ length: file.count }, (_, index) => file.readMessage(index))
      .flatMap((message) => message.toolCalls)
      .flatMap((call) => (call.output === null ? [] : [call.output]))
    const lengthOf = (parts: (typeof results)[number]['content']) =>
      parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0)
    const messages = file.readMessages({ from: 0, to: file.count })
    const counts = {
      messages: file.count,
      user: stats.user,
      assistant: stats.assistant,
      emptyUserMessages: emptyUser,
      metaPrompt: layout.metaPromptIndex !== null,
      checkpointIndex: layout.checkpointIndex ?? -1,
      userTurns: layout.turns.length + emptyUser,
      toolCalls: stats.toolCalls,
      toolResults: stats.toolResults,
      pendingCalls: stats.pendingCalls,
      errorResults: stats.failedResults,
      repeatedCallIds: stats.repeatedCallIds,
      images: stats.images,
      imagesInResults: stats.imagesInResults,
      missingBlobs: stats.missingBlobs,
      unusedBlobs: stats.unusedBlobs,
      blobs: file.scan.blobs.size,
      tools: file.head.tools.length,
      thinking: messages.filter((message) => message.thinking !== null).length,
      partialArguments: messages
        .flatMap((message) => message.toolCalls)
        .filter((call) => call.partialArguments !== null).length,
      resultsOver2000: results.filter((output) => lengthOf(output.content) > 2000).length,
      textUnits:
        messages.reduce((sum, message) => sum + lengthOf(message.content), 0) +
        results.reduce((sum, output) => sum + lengthOf(output.content), 0),
    }
    file.close()
    expect(want?.counts).toMatchObject(counts)
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(want?.sha256)
    expect(file.fingerprint).toMatchObject({ sha256: want?.sha256, sizeBytes: want?.bytes })
  })

  test('every thread file of the folder opens, also those without a listed count', async () => {
    const root = join(folder ?? '', 'llm-space')
    const names = readdirSync(root).filter((name) => name.endsWith('.json'))
    expect(names.length).toBeGreaterThan(9)
    for (const name of names) {
      const file = await openThreadFile(join(root, name))
      expect(file.count, name).toBeGreaterThan(0)
      file.close()
    }
  })

  test('July files with image_data blocks show their pictures', async () => {
    const file = await openThreadFile(join(folder ?? '', 'llm-space/sample-thread-image-data.json'))
    expect(file.stats.images).toBeGreaterThan(0)
    expect(file.stats.missingBlobs).toBe(0)
    file.close()
  })
})
