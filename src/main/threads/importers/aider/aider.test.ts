import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runSteps } from '../../../compaction/steps.ts'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { entrySlices } from '../read-entry.ts'
import { probe, readTranscript, sourceOf } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, sampleFiles, samplesIn } from '../testing/sample-source.ts'
import { aider } from './aider.ts'

const read = (text: string) => readTranscript(aider, [{ name: '.aider.chat.history.md', text }])

const history = `
# aider chat started at 2024-05-01 10:11:12

> Model: gpt-4o with diff edit format  
> Added a.py to the chat  

#### please fix  
#### the bug  

Here it is:

\`\`\`
> not output
# no heading
\`\`\`
Done.

> Tokens: 4.4k sent, 1.2k received.  

#### /quit  

# aider chat started at 2024-05-01 10:11:12

> nothing said  
`

describe('an Aider history', () => {
  test('has a thread for each session, and tells prompts, output and replies apart', () => {
    const threads = read(history)
    expect(threads.map(({ transcript }) => transcript.key)).toEqual([
      '2024-05-01 10:11:12',
      '2024-05-01 10:11:12~2',
    ])
    expect(threads[0]?.transcript.head).toMatchObject({
      title: 'please fix',
      model: { id: 'gpt-4o' },
      startedMs: Date.parse('2024-05-01T10:11:12Z'),
    })
    expect(threads[0]?.transcript.entries.map(({ kind }) => kind)).toEqual([
      'context',
      'prompt',
      'reply',
      'context',
      'prompt',
    ])
    expect(threads[0]?.messages.map(({ content }) => content[0])).toMatchObject([
      { text: 'Model: gpt-4o with diff edit format\nAdded a.py to the chat' },
      { text: 'please fix\nthe bug' },
      { text: 'Here it is:\n\n```\n> not output\n# no heading\n```\nDone.' },
      { text: 'Tokens: 4.4k sent, 1.2k received.' },
      { text: '/quit' },
    ])
  })

  test('a fence that is never closed hides no prompt and no output', () => {
    const [thread] = read(
      '# aider chat started at 2024-05-01 10:11:12\n\n#### a\n\n```\ncode\n> out\n\n#### b\n',
    )
    expect(thread?.transcript.entries.map(({ kind }) => kind)).toEqual([
      'prompt',
      'reply',
      'context',
      'prompt',
    ])
  })

  test('any bytes are read without a loss', () => {
    const line = fc.constantFrom(
      '#### x',
      '> y',
      '```',
      '# aider chat started at now',
      'said',
      '',
      '  ',
      '####',
      '>',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.join(end)
        aider.recognizes(probe('a.md', text))
        const files = sourceOf([{ name: 'a.md', text }])
        const threads = runSteps(aider.scan(files))
        const places = threads.flatMap(({ entries, asides }) => [
          ...entries.flatMap(({ places: own }) => own),
          ...asides,
        ])
        for (const { entries } of threads)
          for (const entry of entries) aider.build(entrySlices(files, entry), entry)
        const shown = places.toSorted((one, other) => one.from - other.from)
        for (const [index, { to }] of shown.entries())
          if (index + 1 < shown.length) expect(shown[index + 1]?.from).toBe(to)
        if (text.trim() !== '' && places.length > 0) expect(shown.at(-1)?.to).toBe(Buffer.byteLength(text))
      }),
    )
  })

  test('fences are looked for in linear time', () => {
    const [thread] = read('```\n> x\n#### y\n'.repeat(4_000))
    expect(thread?.transcript.tally.userBlocks).toBe(4_000)
  }, 60_000)
})

describe.skipIf(sampleFolder() === null)('Aider samples', () => {
  test.each(samplesIn('aider'))('%s has its counts', (name) => {
    const files = sampleFiles(name)
    expect(aider.recognizes(probe(files[0]?.name ?? '', files[0]?.text ?? ''))).toBe(true)
    const threads = readTranscript(aider, files)
    const counts = sampleCounts(name)
    expect(countsOf(threads, counts)).toEqual(counts)
    const prompts = threads.flatMap(({ transcript }) =>
      transcript.entries.filter(({ kind }) => kind === 'prompt'),
    )
    expect(prompts.length).toBeGreaterThan(0)
  })

  test('the talk is there', () => {
    const [thread] = readTranscript(aider, sampleFiles('aider/example-complex-change.md'))
    const prompt = thread?.messages.find(({ content }) =>
      JSON.stringify(content).includes('instead of using /dev/null'),
    )
    expect(prompt?.role).toBe('user')
  })
})
