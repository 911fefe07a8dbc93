/**
 * Forward use of the built-in summarizer (docs: retention), measured in process.
 *
 *   node bench/forward-use.ts THREAD... [--budget 4000] [--every 50] [--next 40] [--keep 1] [--show CUT] [--quiet]
 *
 * Cuts each native thread every N messages, compacts what stands before the kept turns, and asks which code-shaped
 * tokens the assistant really uses next stand in the checkpoint. The recorded future is the judge, so the
 * tokens are matched by a pattern of their own, not by the summarizer's. Beside it stand three baselines with
 * the same number of characters: the first ones of the thread, and bags of tokens by frequency and by frequency
 * with a half-life of 60 messages.
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
const HALF_LIFE_MESSAGES = 60

function tokenList(text: string): readonly string[] {
  const found: string[] = []
  for (const [match] of text.matchAll(TOKEN))
    if (match.length >= 5 && !/^\d+$/.test(match)) found.push(match.replace(/[.:,-]+$/, ''))
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

/** Tokens by weight, highest first, as many as fit. */
function bag(messages: readonly Message[], budgetChars: number, weightAt: (age: number) => number): string {
  const weights = new Map<string, number>()
  messages.forEach((message, index) => {
    const weight = weightAt(messages.length - 1 - index)
    for (const token of tokenList(`${written(message)}\n${answered(message)}`))
      weights.set(token, (weights.get(token) ?? 0) + weight)
  })
  let text = ''
  for (const [token] of [...weights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)))
    if (text.length + token.length + 1 <= budgetChars) text += `${token} `
  return text
}

const METHODS = ['summary', 'first', 'frequency', 'decayed'] as const
type Method = (typeof METHODS)[number]

function textsOf(
  messages: readonly Message[],
  summary: string,
  budgetChars: number,
): { readonly [method in Method]: string } {
  return {
    summary,
    first: everything(messages).slice(0, budgetChars),
    frequency: bag(messages, budgetChars, () => 1),
    decayed: bag(messages, budgetChars, (age) => 2 ** (-age / HALF_LIFE_MESSAGES)),
  }
}

/** Tokens of the aged-out part that the model uses next although nothing brings them back. */
function needAt(messages: readonly Message[], from: number, cut: number, next: number): ReadonlySet<string> {
  const before = new Set(tokenList(everything(messages.slice(0, from))))
  let seen = everything(messages.slice(from, cut))
  const need = new Set<string>()
  for (const message of messages.slice(cut, cut + next)) {
    if (message.role === 'assistant')
      for (const token of tokenList(written(message)))
        if (before.has(token) && !seen.includes(token)) need.add(token)
    seen += `\n${written(message)}\n${answered(message)}`
  }
  return need
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
const budgetChars = Number(values.budget)
const rows: { file: string; scores: { readonly [method in Method]: number }; chars: number }[] = []
for (const path of positionals) {
  const file = basename(path)
  const messages = nativeMessages(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')))
  for (let cut = every; cut < messages.length - 10; cut += every) {
    const from = cutIndex(messages.slice(0, cut), Number(values.keep))
    if (from === 0) continue
    const { sections } = buildExtractiveCheckpoint({
      messages: messages.slice(0, from),
      previous: [],
      budgetChars,
      instructions: '',
      upcoming: messages.slice(from, cut),
      firstIndex: 0,
      firstTurn: 1,
    })
    const text = wrapCheckpoint(composeCheckpointBody(sections))
    if (values.show === String(cut)) console.log(text)
    const need = needAt(messages, from, cut, Number(values.next))
    if (need.size < 3) continue
    const texts = textsOf(messages.slice(0, from), text, budgetChars)
    const scoreOf = (method: Method): number =>
      [...need].filter((token) => texts[method].includes(token)).length / need.size
    const scores = {
      summary: scoreOf('summary'),
      first: scoreOf('first'),
      frequency: scoreOf('frequency'),
      decayed: scoreOf('decayed'),
    }
    rows.push({ file, scores, chars: text.length })
    if (!values.quiet)
      console.log(
        `${file.padEnd(36)} cut ${String(cut).padStart(4)} need ${String(need.size).padStart(3)} found ${percent(scores.summary)} of a checkpoint of ${text.length} characters, decayed bag ${percent(scores.decayed)}`,
      )
  }
}

function percent(score: number): string {
  return `${(100 * score).toFixed(1).padStart(5)} %`
}

function means(own: typeof rows): string {
  return METHODS.map(
    (method) => `${method} ${percent(own.reduce((sum, row) => sum + row.scores[method], 0) / own.length)}`,
  ).join('  ')
}

const names = [...new Set(rows.map((row) => row.file))]
for (const file of names) {
  const own = rows.filter((row) => row.file === file)
  console.log(`${file.padEnd(34)} ${means(own)}  over ${own.length} cuts`)
}
if (rows.length > 0)
  console.log(
    `budget ${values.budget}, keep ${values.keep}, ${rows.length} cuts in ${names.length} threads: ${means(rows)}, longest checkpoint ${Math.max(...rows.map((row) => row.chars))} characters`,
  )
