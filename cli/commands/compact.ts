import { mkdir, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openTurns } from '../../src/main/compaction/boundary/open-turns.ts'
import { defaultKeepTurns } from '../../src/main/compaction/policy/default-keep.ts'
import { Compactor } from '../../src/main/compactor/compactor.ts'
import { toDiskError } from '../../src/main/disk/disk-error.ts'
import { readAddress } from '../../src/main/providers/provider-address.ts'
import { openThread } from '../../src/main/threads/open-thread.ts'
import type { Preview, PreviewFrame } from '../../src/shared/compact/preview.ts'
import { AppError, toErrorValue } from '../../src/shared/ipc/errors.ts'
import { EXIT } from '../exit.ts'
import { watchInterrupt } from '../interrupt.ts'
import { printFailure, printLine, printProgress } from '../output.ts'
import { cliPorts, type ProviderOptions, summarizerId } from '../ports.ts'

export interface CompactCommandOptions extends ProviderOptions {
  readonly keep?: number
  /** First message to summarize, counted from 1. */
  readonly from?: number
  readonly instructions?: string
  readonly budget?: number
  readonly out?: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Compacts each file; one that fails doesn't stop the rest. Ctrl-C stops the running one and writes nothing. */
export async function compactFiles(
  files: readonly string[],
  options: CompactCommandOptions,
): Promise<number> {
  const wrong = await wrongUse(options)
  if (wrong !== null) {
    printProgress(wrong)
    return EXIT.wrongUse
  }
  const compactor = new Compactor(cliPorts(options))
  const interrupt = watchInterrupt()
  let failed = 0
  let nothing = 0
  try {
    for (const file of files) {
      const result = await resultOf(compactor, file, options, interrupt.signal)
      if (result.kind === 'done') await printLine(result.text)
      else await printFailure(file, result.error, options.json === true)
      if (result.kind === 'nothing') nothing += 1
      if (result.kind === 'failed') failed += 1
    }
  } finally {
    interrupt.release()
  }
  if (failed > 0) return EXIT.someFailed
  if (nothing === 0) return EXIT.done
  return nothing === files.length ? EXIT.nothingToCompact : EXIT.someFailed
}

function wrongAddress({ baseUrl }: CompactCommandOptions): string | null {
  if (baseUrl === undefined) return null
  try {
    readAddress('openai-chat', baseUrl)
    return null
  } catch (error) {
    return toErrorValue(error).message
  }
}

type FileResult =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'nothing' | 'failed'; readonly error: unknown }

async function resultOf(
  compactor: Compactor,
  file: string,
  options: CompactCommandOptions,
  signal: AbortSignal,
): Promise<FileResult> {
  try {
    signal.throwIfAborted()
    return { kind: 'done', text: await compactFile(compactor, file, options, signal) }
  } catch (error) {
    const isNothing = error instanceof AppError && error.code === 'nothing-to-compact'
    return { kind: isNothing ? 'nothing' : 'failed', error }
  }
}

async function wrongUse(options: CompactCommandOptions): Promise<string | null> {
  if (summarizerId(options) === null)
    return `Unknown provider "${options.provider}". Use built-in, openai, openai-responses or anthropic.`
  if (options.provider !== 'built-in' && options.model === undefined) return '--provider needs --model.'
  const address = wrongAddress(options)
  if (address !== null) return `--base-url: ${address}`
  if (options.out === undefined) return null
  const found = await stat(options.out).catch(() => null)
  return found === null || found.isDirectory() ? null : `--out: ${options.out} is not a folder`
}

async function compactFile(
  compactor: Compactor,
  path: string,
  options: CompactCommandOptions,
  signal: AbortSignal,
): Promise<string> {
  const file = await openThread(resolve(path))
  try {
    const preview = await compactor.start(
      path,
      file,
      {
        keepTurns: options.keep ?? defaultKeepTurns(openTurns(file.layout).length),
        fromIndex: options.from === undefined ? null : options.from - 1,
        instructions: options.instructions ?? file.head.compactionInstructions ?? '',
        summarizerId: summarizerId(options) ?? 'built-in',
        detail: 'standard',
        language: 'same',
        budgetChars: options.budget ?? null,
      },
      (frame) => showProgress(path, frame),
      signal,
    )
    for (const { kind, name, place } of preview.problems)
      printProgress(`${path}: ${kind} ${name} in ${place}`)
    refuseBlocked(preview)
    const output = options.dryRun === true ? null : await writeCopy(compactor, preview, options)
    compactor.discard(preview.previewId)
    return options.json === true
      ? jsonResult(path, preview, output)
      : resultText(path, openTurns(file.layout).length, preview, output)
  } finally {
    file.close()
  }
}

async function writeCopy(
  compactor: Compactor,
  preview: Preview,
  options: CompactCommandOptions,
): Promise<string> {
  const folder = options.out === undefined ? null : await madeFolder(options.out)
  const outcome = await compactor.apply(preview.previewId, folder)
  if (outcome.kind === 'written') return outcome.path
  throw new AppError('file-changed', 'The thread changed while it was summarized. Nothing was written.')
}

/** The folder as the system knows it, made with those above it where it is not there yet. */
async function madeFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true })
    return await realpath(path)
  } catch (error) {
    throw toDiskError(error, path)
  }
}

/** A checkpoint that would not make its thread smaller is nothing to compact, also for a dry run. */
function refuseBlocked({ blocks }: Preview): void {
  if (blocks.length === 0) return
  const params = { reason: blocks.join(',') }
  if (blocks.includes('empty-summary'))
    throw new AppError('summary-empty', 'The summary is empty. Nothing was written.', { params })
  if (blocks.includes('no-shrink'))
    throw new AppError('nothing-to-compact', 'The checkpoint would not make the thread smaller.', { params })
  throw new AppError('summary-invalid', `The checkpoint cannot be used: ${params.reason}.`, { params })
}

function showProgress(path: string, frame: PreviewFrame): void {
  if (frame.kind === 'pass' && frame.passes > 1)
    printProgress(`${path}: pass ${frame.pass} of ${frame.passes}`)
  if (frame.kind === 'retry')
    printProgress(`${path}: ${frame.code}, trying again in ${Math.ceil(frame.afterMs / 1000)} s`)
}

function jsonResult(path: string, preview: Preview, output: string | null): string {
  return JSON.stringify({
    source: path,
    output,
    keptTurns: preview.keptTurns,
    summarizedTurns: preview.summarizedTurns,
    tokensBefore: preview.tokensBefore,
    tokensAfter: preview.tokensAfter,
    checkpointId: preview.checkpointId,
    summarizer: preview.summarizer,
    retention: preview.retention,
  })
}

function resultText(path: string, turns: number, preview: Preview, output: string | null): string {
  const { counts } = preview.retention
  return [
    `${path} → ${output ?? '(dry run, nothing written)'}`,
    `  turns: ${preview.summarizedTurns} summarized, ${preview.keptTurns} kept exactly of ${turns}`,
    ...(preview.headMessages > 0 ? [`  messages kept before the checkpoint: ${preview.headMessages}`] : []),
    `  tokens: ≈${preview.tokensBefore} → ≈${preview.tokensAfter}`,
    `  facts: ${counts.keptExactly} kept exactly, ${counts.inSummary} in summary, ${counts.recoverable} recoverable, ${counts.changed} changed, ${counts.missing} missing`,
  ].join('\n')
}
