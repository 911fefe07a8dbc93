import { closeSync, openSync, writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What kind of thread to write. Equal specs give equal bytes. */
export interface GenerateSpec {
  readonly messages: number
  readonly seed: number
  /** About 2,400 like the threads of performance.md. */
  readonly bytesPerMessage: number
  /** Indented as LLM Space writes; false = one line. */
  readonly isPretty: boolean
}

const WORDS =
  'archive buffer cache cursor deadline editor fixture gateway header index journal kernel ledger module notice offset parser queue record schema signal table update vector window worker zone'.split(
    ' ',
  )
const TOOLS = ['read_file', 'grep', 'run_command', 'edit_file'] as const

/** Small seeded generator (mulberry32); numbers from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Pen {
  readonly pick: (list: readonly string[]) => string
  readonly below: (limit: number) => number
}

function sentence(pen: Pen): string {
  const words = Array.from({ length: 6 + pen.below(9) }, () => pen.pick(WORDS))
  return `The ${words.join(' ')} needs ${pen.below(900) + 100} ms.`
}

function codeLine(pen: Pen, line: number): string {
  const name = `${pen.pick(WORDS)}_${pen.below(97)}`
  return `${line}\t  const ${name} = ${pen.pick(WORDS)}("${pen.pick(WORDS)}", ${pen.below(10_000)}) // é 字`
}

function fill(length: number, line: (count: number) => string): string {
  const lines: string[] = []
  let size = 0
  for (let count = 1; size < length; count += 1) {
    const next = line(count)
    lines.push(next)
    size += next.length + 1
  }
  return lines.join('\n')
}

function call(pen: Pen, index: number, chars: number): unknown {
  const name = pen.pick(TOOLS)
  const path = `src/${pen.pick(WORDS)}/${pen.pick(WORDS)}-${pen.below(40)}.ts`
  const input = name === 'run_command' ? { command: `npm test -- ${path}` } : { path, offset: pen.below(400) }
  const isError = pen.below(12) === 0
  return {
    id: `call_${index}`,
    input: { name, arguments: input },
    output: {
      content: [{ type: 'text', text: fill(chars, (line) => codeLine(pen, line)) }],
      ...(isError ? { isError } : {}),
    },
  }
}

/** Message `index`: every eighth is a prompt, the others answer with a call and its result. */
function message(pen: Pen, index: number, bytes: number): unknown {
  const id = `m-${index.toString(16).padStart(8, '0')}`
  if (index % 8 === 0)
    return {
      id,
      role: 'user',
      content: [{ type: 'text', text: `Task ${index / 8 + 1}. ${fill(bytes / 6, () => sentence(pen))}` }],
    }
  return {
    id,
    role: 'assistant',
    content: [{ type: 'text', text: fill(bytes / 8, () => sentence(pen)) }],
    ...(index % 8 === 7 ? {} : { toolCalls: [call(pen, index, bytes * 0.75)] }),
    usage: { input: 900 + index, output: 120, cacheRead: index * 40, cacheWrite: 0 },
    timing: { durationMs: 800 + pen.below(4000) },
  }
}

/** A message as `generateThread` writes it. */
export interface GeneratedMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly toolCalls?: readonly {
    readonly id: string
    readonly input: { readonly name: string; readonly arguments: object }
    readonly output: {
      readonly content: readonly { readonly type: 'text'; readonly text: string }[]
      readonly isError?: boolean
    }
  }[]
}

/** The same messages one by one, for writing them in other layouts. */
export function* generateMessages(
  messages: number,
  seed: number,
  bytesPerMessage: number,
): Generator<GeneratedMessage> {
  const random = seededRandom(seed)
  const pen: Pen = {
    below: (limit) => Math.floor(random() * limit),
    pick: (list) => list[Math.floor(random() * list.length)] ?? '',
  }
  for (let index = 0; index < messages; index += 1)
    // `message` builds exactly this.
    yield message(pen, index, bytesPerMessage) as GeneratedMessage
}

/** The text of the thread in pieces of about one message, so that no size needs one string. */
export function* generateThread(spec: GenerateSpec): Generator<string> {
  const random = seededRandom(spec.seed)
  const pen: Pen = {
    below: (limit) => Math.floor(random() * limit),
    pick: (list) => list[Math.floor(random() * list.length)] ?? '',
  }
  const unit = spec.isPretty ? 2 : undefined
  const gap = spec.isPretty ? '\n    ' : ''
  yield spec.isPretty
    ? `{\n  "title": "generated-${spec.messages}",\n  "model": {\n    "provider": "openai",\n    "id": "gpt-5.1"\n  },\n  "context": {\n    "systemPrompt": "You are a careful coding assistant.",\n    "tools": [],\n    "messages": [`
    : `{"title":"generated-${spec.messages}","model":{"provider":"openai","id":"gpt-5.1"},"context":{"systemPrompt":"You are a careful coding assistant.","tools":[],"messages":[`
  for (let index = 0; index < spec.messages; index += 1) {
    const text = JSON.stringify(message(pen, index, spec.bytesPerMessage), null, unit)
    yield `${index === 0 ? '' : ','}${gap}${spec.isPretty ? '  ' : ''}${spec.isPretty ? text.replaceAll('\n', '\n      ') : text}`
  }
  yield spec.isPretty
    ? '\n    ],\n    "variables": {}\n  },\n  "runHistoryVersion": 2,\n  "runHistoryIndex": []\n}\n'
    : '],"variables":{}},"runHistoryVersion":2,"runHistoryIndex":[]}'
}

/** Writes a thread of the spec to `path`, overwriting it. Returns its size in bytes. */
export function writeGeneratedThread(
  path: string,
  spec: Partial<GenerateSpec> & { messages: number },
): number {
  const full = { seed: 7, bytesPerMessage: 2000, isPretty: true, ...spec }
  const file = openSync(path, 'w')
  let size = 0
  try {
    for (const piece of generateThread(full)) size += writeSync(file, piece)
  } finally {
    closeSync(file)
  }
  return size
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path, count] = process.argv.slice(2)
  if (path === undefined) {
    console.error('Use: node bench/generate-thread.ts FILE [MESSAGES]')
    process.exitCode = 2
  } else console.log(writeGeneratedThread(path, { messages: Number(count ?? 10_000) }))
}
