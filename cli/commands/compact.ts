import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defaultKeepTurns } from '../../src/main/compaction/policy/trigger.ts'
import { Compactor } from '../../src/main/compactor/compactor.ts'
import { openThreadFile, type ThreadFile } from '../../src/main/threads/thread-file.ts'
import type { Preview, PreviewFrame } from '../../src/shared/compact/preview.ts'
import { AppError } from '../../src/shared/ipc/errors.ts'
import { EXIT } from '../exit.ts'
import { printFailure, printLine, printProgress } from '../output.ts'
import { cliPorts, type ProviderOptions, summarizerId } from '../ports.ts'

export interface CompactCommandOptions extends ProviderOptions {
  readonly keep?: number
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
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort()
  process.once('SIGINT', onInterrupt)
  let failed = 0
  let nothing = 0
  for (const file of files) {
    try {
      await compactFile(compactor, file, options, stop.signal)
    } catch (error) {
      if (error instanceof AppError && error.code === 'nothing-to-compact') nothing += 1
      else failed += 1
      printFailure(file, error, options.json === true)
    }
    if (stop.signal.aborted) break
  }
  process.off('SIGINT', onInterrupt)
  if (failed > 0 || stop.signal.aborted) return EXIT.someFailed
  if (nothing === 0) return EXIT.done
  return nothing === files.length ? EXIT.nothingToCompact : EXIT.someFailed
}

async function wrongUse(options: CompactCommandOptions): Promise<string | null> {
  if (summarizerId(options) === null)
    return `Unknown provider "${options.provider}". Use built-in, openai, openai-responses or anthropic.`
  if (options.provider !== 'built-in' && options.model === undefined) return '--provider needs --model.'
  if (options.out === undefined) return null
  const found = await stat(options.out).catch(() => null)
  return found?.isDirectory() === true ? null : `--out: there is no folder ${options.out}`
}

async function compactFile(
  compactor: Compactor,
  path: string,
  options: CompactCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const file = await openThreadFile(resolve(path))
  try {
    const preview = await compactor.start(
      path,
      file,
      {
        keepTurns: options.keep ?? defaultKeepTurns(file.layout.turns.length),
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
    const output = options.dryRun === true ? null : await writeCopy(compactor, preview, options)
    printResult(path, file, preview, output, options.json === true)
  } finally {
    file.close()
  }
}

async function writeCopy(
  compactor: Compactor,
  preview: Preview,
  options: CompactCommandOptions,
): Promise<string> {
  const folder = options.out === undefined ? null : await realpath(options.out)
  const outcome = await compactor.apply(preview.previewId, folder)
  if (outcome.kind === 'written') return outcome.path
  if (outcome.kind === 'stale')
    throw new AppError('file-changed', 'The thread changed while it was summarized. Nothing was written.')
  throw new AppError('nothing-to-compact', `Not written: ${blockText(outcome.blocks)}.`, {
    params: { reason: outcome.blocks.join(',') },
  })
}

function blockText(blocks: readonly string[]): string {
  return blocks
    .map((block) => (block === 'no-shrink' ? 'the checkpoint would not make the thread smaller' : block))
    .join(', ')
}

function showProgress(path: string, frame: PreviewFrame): void {
  if (frame.kind === 'pass' && frame.passes > 1)
    printProgress(`${path}: pass ${frame.pass} of ${frame.passes}`)
  if (frame.kind === 'retry')
    printProgress(`${path}: ${frame.code}, trying again in ${Math.ceil(frame.afterMs / 1000)} s`)
}

function printResult(
  path: string,
  file: ThreadFile,
  preview: Preview,
  output: string | null,
  isJson: boolean,
): void {
  if (isJson) {
    printLine(
      JSON.stringify({
        source: path,
        output,
        keptTurns: preview.keptTurns,
        summarizedTurns: preview.summarizedTurns,
        tokensBefore: preview.tokensBefore,
        tokensAfter: preview.tokensAfter,
        checkpointId: preview.checkpointId,
        summarizer: preview.summarizer,
        retention: preview.retention,
      }),
    )
    return
  }
  const { counts } = preview.retention
  printLine(
    [
      `${path} → ${output ?? '(dry run, nothing written)'}`,
      `  turns: ${preview.summarizedTurns} summarized, ${preview.keptTurns} kept exactly of ${file.layout.turns.length}`,
      `  tokens: ≈${preview.tokensBefore} → ≈${preview.tokensAfter}`,
      `  facts: ${counts.keptExactly} kept exactly, ${counts.inSummary} in summary, ${counts.recoverable} recoverable, ${counts.changed} changed, ${counts.missing} missing`,
    ].join('\n'),
  )
}
