/**
 * Forward use of the built-in summarizer (docs: retention), measured in process.
 *
 *   node bench/forward-use.ts THREAD... [--budget 4000] [--every 50] [--next 40] [--keep 1] [--show CUT]
 *
 * Cuts each native thread every N messages, compacts what stands before the kept turns, and asks which code-shaped
 * tokens the assistant really uses next stand in the checkpoint. The recorded future is the judge, so the
 * tokens are matched by a pattern of their own, not by the summarizer's.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { composeCheckpointBody } from '../src/main/compaction/checkpoint/compose.ts'
import { wrapCheckpoint } from '../src/main/compaction/checkpoint/wrapper.ts'
import { buildExtractiveCheckpoint } from '../src/main/compaction/extractive/build-checkpoint.ts'
import { messageText, outputText } from '../src/main/compaction/facts/message-text.ts'
import { nativeMessages } from '../src/main/compaction/retention/testing/native-messages.ts'
import type { Message } from '../src/shared/thread/message.ts'

const TOKEN =
  /[A-Za-z_][\w$]*(?:[./:\\-][\w$.-]+)+|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+|\w+_\w+|[A-Z]{2,}[A-Z0-9_]{2,}|\b[0-9a-f]{7,40}\b/g

function tokens(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [match] of text.matchAll(TOKEN))
    if (match.length >= 5 && !/^\d+$/.test(match)) found.add(match.replace(/[.:,-]+$/, ''))
  return found
}

/** What the model wrote, with arguments as JSON text whose line breaks and quotes are decoded. */
function written(message: Message): string {
  const calls = message.toolCalls.map((call) =>
    JSON.stringify(call.arguments).replaceAll('\\n', '\n').replaceAll('\\"', '"'),
  )
  return [messageText(message), ...calls].join('\n')
}

function answered(message: Message): string {
  return message.toolCalls.map(outputText).join('\n')
}

function everything(messages: readonly Message[]): string {
  return messages.map((message) => `${written(message)}\n${answered(message)}`).join('\n')
}

/** Index of the first message of the last `keep` turns. */
function cutIndex(messages: readonly Message[], keep: number): number {
  let turns = 0
  for (let index = messages.length - 1; index > 0; index--)
    if (messages[index]?.role === 'user' && ++turns === keep) return index
  return 0
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    budget: { type: 'string', default: '4000' },
    every: { type: 'string', default: '50' },
    next: { type: 'string', default: '40' },
    keep: { type: 'string', default: '1' },
    show: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
})
const every = Number(values.every)
const rows: { file: string; score: number; chars: number }[] = []
for (const file of positionals) {
  const messages = nativeMessages(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')))
  for (let cut = every; cut < messages.length - 10; cut += every) {
    const head = messages.slice(0, cut)
    const from = cutIndex(head, Number(values.keep))
    if (from === 0) continue
    const { sections } = buildExtractiveCheckpoint({
      messages: head.slice(0, from),
      previous: [],
      budgetChars: Number(values.budget),
      instructions: '',
      upcoming: head.slice(from),
      firstIndex: 0,
      firstTurn: 1,
    })
    const text = wrapCheckpoint(composeCheckpointBody(sections))
    if (values.show === String(cut)) console.log(text)
    const before = tokens(everything(head.slice(0, from)))
    let seen = everything(head.slice(from))
    const need = new Set<string>()
    for (const message of messages.slice(cut, cut + Number(values.next))) {
      if (message.role === 'assistant')
        for (const token of tokens(written(message)))
          if (before.has(token) && !seen.includes(token)) need.add(token)
      seen += `\n${written(message)}\n${answered(message)}`
    }
    if (need.size < 3) continue
    const hits = [...need].filter((token) => text.includes(token)).length
    rows.push({ file: basename(file), score: hits / need.size, chars: text.length })
    if (!values.quiet)
      console.log(
        `${basename(file).padEnd(36)} cut ${String(cut).padStart(4)} need ${String(need.size).padStart(3)} found ${((100 * hits) / need.size).toFixed(0).padStart(3)} % of a checkpoint of ${text.length} characters`,
      )
  }
}

function mean(scores: readonly number[]): string {
  return `${((100 * scores.reduce((sum, each) => sum + each, 0)) / scores.length).toFixed(1)} %`
}

for (const file of new Set(rows.map((row) => row.file))) {
  const own = rows.filter((row) => row.file === file)
  console.log(`${file.padEnd(36)} mean ${mean(own.map((row) => row.score))} over ${own.length} cuts`)
}
if (rows.length > 0)
  console.log(
    `budget ${values.budget}, keep ${values.keep}: mean forward use ${mean(rows.map((row) => row.score))} over ${rows.length} cuts, longest checkpoint ${Math.max(...rows.map((row) => row.chars))} characters`,
  )
