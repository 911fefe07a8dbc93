import { expect, test } from 'vitest'
import { formatOf } from './formats.ts'
import { probe } from './testing/read-transcript.ts'
import { sampleFiles, samplesIn } from './testing/sample-source.ts'

/** Folders of the samples whose files are each recognized by themselves, and the format they are of. */
const FOLDERS = {
  'ai-sdk-uimessage': 'ai-sdk',
  'anthropic-messages': 'anthropic-messages',
  'claude-code': 'claude-code',
  codex: 'codex',
  langchain: 'langchain',
  'openai-chat': 'openai-chat',
  'openai-responses': 'openai-responses',
  pi: 'pi',
  sharegpt: 'sharegpt',
  'swe-agent': 'swe-agent',
}

/** Samples are read where they are; without them this says nothing. */
const samples = Object.entries(FOLDERS).flatMap(([folder, id]) =>
  samplesIn(folder).map((name) => ({ name, id })),
)

test.skipIf(samples.length === 0).each(samples)('$name is recognized as $id', ({ name, id }) => {
  const [file] = sampleFiles(name)
  expect(formatOf(probe(name, file?.text ?? ''))?.id).toBe(id)
})
