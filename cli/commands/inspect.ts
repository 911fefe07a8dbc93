import { totalTokens } from '../../src/main/compactor/total-tokens.ts'
import { openThreads } from '../../src/main/threads/open-thread.ts'
import type { ThreadFile } from '../../src/main/threads/thread-file.ts'
import { EXIT } from '../exit.ts'
import { counted, printFailure, printLine } from '../output.ts'

/** What `inspect --json` prints for one file. Stable: names are never changed, only added. */
export interface Inspection {
  readonly file: string
  readonly format: string
  readonly title: string
  readonly messages: number
  /** Entries that are no messages: they cannot be read. */
  readonly unreadable: number
  readonly turns: number
  readonly toolCalls: number
  readonly toolResults: number
  readonly orphanResults: number
  readonly missingResults: number
  readonly images: number
  readonly tokens: number
  readonly checkpoints: number
  /** Of a transcript of another tool: its id there, branches beside the main line, counts of what the source holds. */
  readonly key?: string
  readonly branches?: number
  readonly source?: { readonly [name: string]: number }
}

/** Inspects each file; one that can't be read doesn't stop the rest. */
export async function inspectFiles(files: readonly string[], options: { json?: boolean }): Promise<number> {
  let failed = 0
  for (const file of files) {
    let inspections: readonly Inspection[]
    try {
      inspections = await inspectThreads(file)
    } catch (error) {
      failed += 1
      await printFailure(file, error, options.json === true)
      continue
    }
    for (const found of inspections)
      await printLine(options.json === true ? JSON.stringify(found) : inspectionText(found))
  }
  return failed === 0 ? EXIT.done : EXIT.someFailed
}

/** Every conversation of a file: transcripts of other tools may hold several. */
async function inspectThreads(path: string): Promise<readonly Inspection[]> {
  const files = await openThreads(path)
  try {
    return files.map((file) => inspection(path, file))
  } finally {
    for (const file of files) file.close()
  }
}

function inspection(path: string, file: ThreadFile): Inspection {
  const { format = 'llm-space', key = null, branches = [], tally = {} } = file.foreign?.info ?? {}
  return {
    file: path,
    format,
    title: file.head.title,
    ...countMessages(file),
    ...(key === null ? {} : { key, branches: branches.length, source: tally }),
  }
}

function countMessages(
  file: ThreadFile,
): Omit<Inspection, 'file' | 'format' | 'title' | 'key' | 'branches' | 'source'> {
  let toolCalls = 0
  let toolResults = 0
  let images = 0
  const { broken: unreadable } = file.stats
  for (let index = 0; index < file.count; index += 1) {
    const message = file.readMessage(index)
    images += message.content.filter((part) => part.kind === 'image').length
    for (const call of message.toolCalls) {
      toolCalls += 1
      if (call.output === null) continue
      toolResults += 1
      images += call.output.content.filter((part) => part.kind === 'image').length
    }
  }
  return {
    messages: file.count - unreadable,
    unreadable,
    turns: file.layout.turns.length,
    toolCalls,
    toolResults,
    // In the native format a result is nested in its call: there can be none without one.
    orphanResults: file.foreign?.info.tally.orphanResults ?? 0,
    missingResults: toolCalls - toolResults,
    images,
    tokens: totalTokens(file),
    checkpoints: file.sketches.filter((sketch) => sketch.isCheckpoint).length,
  }
}

function inspectionText(found: Inspection): string {
  const lost = found.unreadable === 0 ? '' : `, ${found.unreadable} that cannot be read`
  return [
    `${found.file}`,
    `  ${found.title} (${found.format})`,
    `  ${counted(found.messages, 'message')}${lost}, ${counted(found.turns, 'turn')}, ≈${counted(found.tokens, 'token')}`,
    `  ${counted(found.toolCalls, 'tool call')}, ${counted(found.toolResults, 'result')}, ${found.missingResults} without a result`,
    `  ${counted(found.images, 'image')}, ${counted(found.checkpoints, 'checkpoint')}`,
  ].join('\n')
}
