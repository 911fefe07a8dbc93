import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExportFormat } from '../../shared/ipc/export.ts'
import type { Message } from '../../shared/thread/message.ts'
import { randomThreadText } from '../testing/random-thread.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { threadText } from '../testing/thread-builder.ts'
import { openThreads } from '../threads/open-thread.ts'
import { writeExport } from './run-export.ts'
import { choicesFor, exported, exportText, openText, unwatched } from './testing/export-sample.ts'
import { noFilter } from './text-filter.ts'

const REQUESTS = ['openai-chat', 'openai-responses', 'anthropic'] as const

/** Writes an export and opens it as a person would: by its file. */
async function again(text: string, format: ExportFormat) {
  const file = await openText(text)
  const target = { folder: temporaryFolder(), name: 'out' }
  const { path } = await writeExport(exported(file), choicesFor(format), noFilter, target, unwatched)
  const threads = await openThreads(path)
  const [thread] = threads
  if (thread === undefined) throw new Error('no thread')
  const found = {
    threads: threads.length,
    title: thread.head.title,
    format: thread.foreign?.info.format ?? 'native',
    messages: thread.readMessages({ from: 0, to: thread.count }),
  }
  for (const each of threads) each.close()
  return { file, path, found }
}

const shape = ({ role, toolCalls }: Message) => [role, toolCalls.map(({ output }) => output !== null)]

test.each(['json', 'claude-code'] as const)(
  '%s opens again with the same messages, calls and results',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(randomThreadText(), async (text) => {
        const { file, found } = await again(text, format)
        expect(found).toMatchObject({ threads: 1, format: format === 'json' ? 'native' : format })
        const messages = file.readMessages({ from: 0, to: file.count })
        expect(found.messages.map(shape)).toEqual(messages.map(shape))
        expect(found.title).toBe(file.head.title)
      }),
      { numRuns: 40 },
    )
  },
)

test.each(REQUESTS)(
  'a request in the form %s opens again with the calls and results it holds',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(randomThreadText(), async (text) => {
        const { path, found } = await again(text, format)
        const body = readFileSync(path, 'utf8')
        const count = (pattern: RegExp) => body.match(pattern)?.length ?? 0
        expect(found).toMatchObject({
          threads: 1,
          format: format === 'anthropic' ? 'anthropic-messages' : format,
        })
        const calls = found.messages.flatMap(({ toolCalls }) => toolCalls)
        expect([calls.length, calls.filter(({ output }) => output !== null).length]).toEqual([
          count(CALLS[format]),
          count(RESULTS[format]),
        ])
      }),
      { numRuns: 25 },
    )
  },
)

/** As they stand in an indented body; text that looks like them is escaped there. */
const CALLS = {
  'openai-chat': /^ +"function": \{$/gm,
  'openai-responses': /^ +"type": "function_call",?$/gm,
  anthropic: /^ +"type": "tool_use",?$/gm,
}
const RESULTS = {
  'openai-chat': /^ +"role": "tool",?$/gm,
  'openai-responses': /^ +"type": "function_call_output",?$/gm,
  anthropic: /^ +"type": "tool_result",?$/gm,
}

test.each(['json', 'claude-code'] as const)(
  '%s: an empty thread opens again as an empty thread of its title',
  async (format) => {
    const { found } = await again(
      threadText([]).replace(/"title": "[^"]*"/, '"title": "Nothing yet"'),
      format,
    )
    expect(found).toMatchObject({ threads: 1, title: 'Nothing yet', messages: [] })
  },
)

test.each(REQUESTS)(
  'the request of an empty thread in the form %s opens again without calls',
  async (format) => {
    const { found } = await again(threadText([]), format)
    expect(found.threads).toBe(1)
    expect(found.messages.flatMap(({ toolCalls }) => toolCalls)).toEqual([])
  },
)

test.each(['markdown', 'html'] as const)('%s: an empty thread is a page with its title', async (format) => {
  const file = await openText(threadText([]))
  expect(await exportText(exported(file), format)).toContain(file.head.title)
})
