import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compactorPorts } from '../testing/compactor-ports.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, prompt, threadText } from '../testing/thread-builder.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { Compactor } from './compactor.ts'

const LONG = 'The parser reads part after part. '.repeat(60)

/** A thread of six turns that begins with this request; compacted from a message on. */
async function compactFrom(first: string, fromIndex: number) {
  const path = join(temporaryFolder(), 'plan.json')
  const messages = [
    prompt('u0', first),
    answer('a0', LONG),
    ...[1, 2, 3, 4, 5].flatMap((turn) => [prompt(`u${turn}`, `Task ${turn}.`), answer(`a${turn}`, LONG)]),
  ]
  writeFileSync(path, threadText(messages))
  const source = await openThreadFile(path)
  const compactor = new Compactor(compactorPorts())
  const options = {
    keepTurns: 2,
    instructions: '',
    summarizerId: 'built-in',
    detail: 'standard',
    language: 'same',
    budgetChars: 4_000,
    fromIndex,
  } as const
  const preview = await compactor.start(path, source, options, () => undefined, new AbortController().signal)
  const outcome = await compactor.apply(preview.previewId, null)
  if (outcome.kind !== 'written') throw new Error(outcome.kind)
  return { source, copy: await openThreadFile(outcome.path) }
}

test.each([
  'Write the notes for {{today_date}}.',
  'Use the skill {{skill_name}}.',
  '<system-reminder>One more thing.</system-reminder> Mend the parser.',
])('a first request that stays before the checkpoint is a request in the copy too: %s', async (first) => {
  const { source, copy } = await compactFrom(first, 1)
  expect(source.layout.metaPromptIndex).toBeNull()
  expect(copy.count).toBe(6)
  expect(copy.layout).toMatchObject({ metaPromptIndex: null, checkpointIndex: null })
  expect(copy.layout.turns[0]).toMatchObject({ number: 1, from: 0 })
  expect(copy.newestCheckpoint).toBe(1)
})

test('a range that begins behind everything that may be summarized says where one can begin', async () => {
  await expect(compactFrom('Mend the parser.', 999_998)).rejects.toMatchObject({
    code: 'nothing-to-compact',
    message:
      'Nothing to summarize from message 999999 on: with 2 turns kept, a summary begins at one of the messages 1 to 8.',
  })
})
