import { totalTokens } from '../../src/main/compactor/total-tokens.ts'
import type { ThreadFile } from '../../src/main/threads/thread-file.ts'
import { openThreadFile } from '../../src/main/threads/thread-file.ts'
import { EXIT } from '../exit.ts'
import { printFailure, printLine } from '../output.ts'

/** What `inspect --json` prints for one file. Stable: names are never changed, only added. */
export interface Inspection {
  readonly file: string
  readonly format: string
  readonly title: string
  readonly messages: number
  readonly turns: number
  readonly toolCalls: number
  readonly toolResults: number
  readonly orphanResults: number
  readonly missingResults: number
  readonly images: number
  readonly tokens: number
  readonly checkpoints: number
}

/** Inspects each file; one that can't be read doesn't stop the rest. */
export async function inspectFiles(files: readonly string[], options: { json?: boolean }): Promise<number> {
  let failed = 0
  for (const file of files) {
    let inspection: Inspection
    try {
      inspection = await inspectFile(file)
    } catch (error) {
      failed += 1
      await printFailure(file, error, options.json === true)
      continue
    }
    await printLine(options.json === true ? JSON.stringify(inspection) : inspectionText(inspection))
  }
  return failed === 0 ? EXIT.done : EXIT.someFailed
}

async function inspectFile(path: string): Promise<Inspection> {
  const file = await openThreadFile(path)
  try {
    return { file: path, format: 'llm-space', title: file.head.title, ...countMessages(file) }
  } finally {
    file.close()
  }
}

function countMessages(file: ThreadFile): Omit<Inspection, 'file' | 'format' | 'title'> {
  let toolCalls = 0
  let toolResults = 0
  let images = 0
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
    messages: file.count,
    turns: file.layout.turns.length,
    toolCalls,
    toolResults,
    // A result is nested in its call in this format: there can be none without one.
    orphanResults: 0,
    missingResults: toolCalls - toolResults,
    images,
    tokens: totalTokens(file),
    checkpoints: file.sketches.filter((sketch) => sketch.isCheckpoint).length,
  }
}

function inspectionText(found: Inspection): string {
  return [
    `${found.file}`,
    `  ${found.title} (${found.format})`,
    `  ${found.messages} messages, ${found.turns} turns, ≈${found.tokens} tokens`,
    `  ${found.toolCalls} tool calls, ${found.toolResults} results, ${found.missingResults} without a result`,
    `  ${found.images} images, ${found.checkpoints} checkpoints`,
  ].join('\n')
}
