import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../../shared/thread/message.ts'
import { samplesFolder } from '../../testing/samples.ts'
import { asList, asObject, asText, type JsonObject } from '../native/json-shape.ts'
import { type OpenedTranscript, openTranscript } from './open-transcript.ts'
import { isPictureBlock } from './picture.ts'
import { readEntry } from './read-entry.ts'

/**
 * The true counts of the samples against what a person really gets: every message is built, and calls, results,
 * pictures, documents and private reasoning are counted in what was built.
 */
type Counts = { [name: string]: number }

/** Where the two count different things, with the number that is right here. */
const OTHERWISE: Readonly<Record<string, Counts>> = {
  // The picture of a queued prompt stands in an attachment, which the manifest does not count.
  'claude-code/v2.1-record-kinds.jsonl': { images: 2 },
  // Read along with its subagents.
  'claude-code/v2.1-subagents/b3a7bd3c-5a10-4e7b-8ff0-7fc0cd6d1093.jsonl': {
    toolCalls: 8,
    toolResults: 8,
    encryptedReasoning: 10,
  },
  // Searches of the client and calls without a counted kind are calls here too; what agents tell each other is private.
  'codex/v0.146-record-kinds.jsonl': { toolCalls: 6, images: 4, encryptedReasoning: 9 },
  // A response that is told twice is one result; with it goes its picture.
  'gemini-cli/checkpoint-old-array.json': { toolResults: 6 },
  'gemini-cli/checkpoint-review.json': { toolResults: 24, images: 2 },
  'gemini-cli/v0.61-session.jsonl': { images: 2 },
  // Pictures inside results, which the manifest counts in logs alone.
  'gemini-cli/v0.20-session.json': { images: 3 },
  // The answer beside the request is the thread's last message.
  'openai-chat/request-log-tools.json': { toolCalls: 6, orphanCalls: 1 },
}

const COUNTED = ['toolCalls', 'toolResults', 'orphanCalls', 'images', 'documents', 'encryptedReasoning']

const folder = samplesFolder()
const expected: Readonly<Record<string, { readonly counts: Counts }>> =
  folder === null ? {} : JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
const names = Object.keys(expected).filter(
  (name) => !/^(opencode\/storage-v2|openhands\/v1-conversation)\/./.test(name),
)

test.skipIf(folder === null).each(names)('%s: what is built has the true counts', async (name) => {
  const opened = await openTranscript(join(folder ?? '', name)).catch((error: { readonly code: string }) => {
    expect(error.code).toBe('file-empty')
    return null
  })
  if (opened === null) return
  const built = builtCounts(opened)
  opened.close()
  const counts = { ...expected[name]?.counts, ...OTHERWISE[name] }
  const wanted = Object.fromEntries(
    COUNTED.flatMap((key) => (counts[key] === undefined ? [] : [[key, counts[key]]])),
  )
  expect(Object.fromEntries(Object.keys(wanted).map((key) => [key, built[key]]))).toEqual(wanted)
})

function builtCounts({ threads, format, files }: OpenedTranscript): Counts {
  const built: Counts = Object.fromEntries(COUNTED.map((name) => [name, 0]))
  const add = (name: string, more: number) => {
    built[name] = (built[name] ?? 0) + more
  }
  for (const { entries, branches } of threads) {
    const seen = new Set<string>()
    const [open, answered] = [new Set<string>(), new Set<string>()]
    for (const entry of [...entries, ...branches.flatMap((branch) => branch.entries)]) {
      if (seen.has(entry.id)) continue
      seen.add(entry.id)
      const record = asObject(JSON.parse(readEntry(format, files, entry)) as JsonValue) ?? {}
      const calls = asList(record.toolCalls).map((call) => asObject(call) ?? {})
      for (const call of calls) (asObject(call.output) === null ? open : answered).add(asText(call.id))
      add('toolCalls', calls.length)
      add('toolResults', calls.filter(({ output }) => asObject(output) !== null).length)
      const blocks = [record, ...calls.map(({ output }) => asObject(output) ?? {})].flatMap(({ content }) =>
        asList(content),
      )
      add('images', blocks.filter(isPicture).length)
      add('documents', blocks.filter((block) => asObject(block)?.type === 'document').length)
      add('encryptedReasoning', privateItems(record).filter(isSealed).length)
    }
    add('orphanCalls', [...open].filter((id) => !answered.has(id)).length)
  }
  return built
}

function isPicture(block: JsonValue): boolean {
  const type = asText(asObject(block)?.type)
  return isPictureBlock(block) || type === 'image_data' || type === 'image_asset_pointer'
}

function privateItems(record: JsonObject): readonly JsonValue[] {
  return Object.values(record).flatMap((value) => {
    const inner = asObject(value)
    return inner === null ? [] : [...asList(inner.privateItems), ...privateItems(inner)]
  })
}

function isSealed(item: JsonValue): boolean {
  return /"(?:encrypted_content|signature|thinkingSignature|thought_signature|thoughtSignature)":"(?!")|"redacted_thinking"/.test(
    JSON.stringify(item),
  )
}
