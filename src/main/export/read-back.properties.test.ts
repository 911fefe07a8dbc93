import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message, Part } from '../../shared/thread/message.ts'
import { checkRequest } from '../compaction/request/check-request.ts'
import { SECRET_SHAPES } from '../compaction/secrets/secret-shapes.ts'
import { randomThreadText } from '../testing/random-thread.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import { fileThread } from './file-thread.ts'
import { writeExport } from './run-export.ts'
import { choicesFor, exported, exportText, openText, unwatched } from './testing/export-sample.ts'
import { type Block, blocksOf, readSession, type SessionRecord } from './testing/read-session.ts'
import { noFilter, secretReplacer } from './text-filter.ts'

const RUNS = { numRuns: 60 }

test('the native form is the same bytes and opens as the same messages', async () => {
  await fc.assert(
    fc.asyncProperty(randomThreadText(), fc.boolean(), async (text, isReviewed) => {
      const file = await openText(text)
      // Also through the filter: what holds no secret comes out as it was.
      const filter = isReviewed ? secretReplacer(SECRET_SHAPES, new Set()).filter : noFilter
      expect(await exportText(exported(file), 'json', { filter })).toBe(text.toWellFormed())
    }),
    RUNS,
  )
})

test('what a running turn has added is in the native form', async () => {
  await fc.assert(
    fc.asyncProperty(randomThreadText(), fc.boolean(), async (text, isReviewed) => {
      const file = await openText(text)
      file.appendRecord({ id: 'new', role: 'user', content: [{ type: 'text', text: 'one more' }] })
      file.patchRecord(0, [], { extra: 'patched' })
      const filter = isReviewed ? secretReplacer(SECRET_SHAPES, new Set()).filter : noFilter
      const target = { folder: temporaryFolder(), name: 'out' }
      const { path } = await writeExport(exported(file), choicesFor('json'), filter, target, unwatched)
      const read = await openThreadFile(path)
      expect(read.readMessages({ from: 0, to: read.count })).toEqual(
        file.readMessages({ from: 0, to: file.count }),
      )
      read.close()
    }),
    RUNS,
  )
})

test.each(['openai-chat', 'openai-responses', 'anthropic'] as const)(
  'the %s request reads back as the very body that would be sent, and the protocol takes it',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(randomThreadText(), async (text) => {
        const file = await openText(text)
        const source = exported(file)
        const body: unknown = JSON.parse(await exportText(source, format))
        expect(body).toEqual(await source.nextRequest(format, unwatched.signal))
        expect(checkRequest(format, body)).toEqual([])
      }),
      { numRuns: 25 },
    )
  },
)

test('a Claude Code session keeps its chain and says what the thread says', async () => {
  await fc.assert(
    fc.asyncProperty(randomThreadText(), async (text) => {
      const file = await openText(text)
      const records = readSession(await exportText(exported(file), 'claude-code'))
      const messages = file.readMessages({ from: 0, to: file.count })
      expect(said(records)).toEqual(messages.flatMap(expected))
    }),
    RUNS,
  )
})

test('a second export of a thread has the ids of the first', async () => {
  const file = await openText(readFileSync('resources/sample-workspace/feature-design.json', 'utf8'))
  expect(await exportText(exported(file), 'claude-code')).toBe(
    await exportText(exported(file), 'claude-code'),
  )
  const clock = { now: () => new Date(), timeZone: 'UTC' }
  expect(await exportText(fileThread('sample.json', file, clock), 'claude-code')).toContain('parentUuid')
})

/** What a session says, in order: texts, pictures, calls and results. */
function said(records: readonly SessionRecord[]): readonly unknown[] {
  return records
    .filter(({ type }) => type === 'user' || type === 'assistant')
    .flatMap((record) => blocksOf(record).map((block) => saidBy(record.type, block)))
    .filter((entry) => entry !== null)
}

function saidBy(role: string, block: Block): unknown {
  if (block.type === 'tool_use') return ['call', block.name, block.input]
  if (block.type === 'tool_result')
    return ['result', block.is_error === true, (block.content ?? []).map(({ text }) => text)]
  if (block.type === 'image') return [role, 'picture']
  return block.text === '' && role === 'assistant' ? null : [role, block.text]
}

function expected(message: Message): readonly unknown[] {
  const words = (part: Part) =>
    part.kind === 'text' ? part.text : part.kind === 'other' ? part.json : 'picture'
  return [
    ...message.content.flatMap((part) =>
      message.role === 'assistant' && words(part) === '' ? [] : [[message.role, words(part)]],
    ),
    ...message.toolCalls.map(({ name, arguments: input }) => ['call', name, input]),
    ...message.toolCalls.flatMap(({ output }) =>
      output === null ? [] : [['result', output.isError, output.content.map(words)]],
    ),
  ]
}
