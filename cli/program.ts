import { readFileSync } from 'node:fs'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { EXIT } from './exit.ts'
import { guardOutput, OutputError, printProgress } from './output.ts'

/**
 * Runs one command line and resolves with its exit code: 0 all done, 1 some failed, 2 wrong use,
 * 3 nothing to compact, 4 a request that a protocol would refuse. Each command loads its own part when it is called, so that help and wrong use answer
 * at once. A second Ctrl-C is the one thing that exits at once.
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  guardOutput()
  let exit: number = EXIT.done
  const program = new Command('palimpsest')
    .description('Make a long thread small for the model, and keep every word underneath.')
    .version(version(), '-V, --version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(see --help)')
  program
    .command('compact')
    .description('write NAME-compact-N.json beside each thread; the thread itself is only read')
    .argument('<files...>', 'thread files')
    .option('--keep <turns>', 'recent turns to keep word for word (default: 3, or all but one)', count)
    .option(
      '--from <message>',
      'first message to summarize, from 1; what is before it stays (default: the first)',
      count,
    )
    .option('--instructions <text>', 'what the checkpoint must preserve')
    .option('--budget <chars>', 'largest checkpoint in characters', budget)
    .option('--provider <kind>', 'built-in, openai, openai-responses or anthropic', 'built-in')
    .option('--model <id>', 'model of the provider')
    .option('--base-url <url>', 'address of an OpenAI-compatible server')
    .option('--window <tokens>', "the model's window, where it is not a known one", count)
    .option('--out <folder>', 'folder for the copies, made if needed (default: beside each thread)')
    .option('--dry-run', 'measure and report; write nothing')
    .option('--json', 'one JSON object per file and line')
    .action(async (files: string[], options) => {
      const { compactFiles } = await import('./commands/compact.ts')
      exit = await compactFiles(files, options)
    })
  program
    .command('inspect')
    .description('say what is in each thread file')
    .argument('<files...>', 'thread files')
    .option('--json', 'one JSON object per file and line')
    .action(async (files: string[], options) => {
      const { inspectFiles } = await import('./commands/inspect.ts')
      exit = await inspectFiles(files, options)
    })
  program
    .command('report')
    .description('what of the source survived in its compacted copy')
    .argument('<source>', 'the source thread')
    .argument('<copy>', 'its compacted copy')
    .option('--json', 'one JSON object')
    .action(async (source: string, copy: string, options) => {
      const { reportCopy } = await import('./commands/report.ts')
      exit = await reportCopy(source, copy, options)
    })
  program
    .command('replay')
    .description('walk a recorded thread through a policy and print each decision; nothing is written')
    .argument('<file>', 'a thread file')
    .option('--window <tokens>', "the model's window", count)
    .option('--preset <name>', 'ratio-75, reserve or manual-clone', 'ratio-75')
    .option('--summarizer <kind>', 'built-in, openai, openai-responses or anthropic', 'built-in')
    .option('--model <id>', 'model of the summarizer')
    .option('--base-url <url>', 'address of an OpenAI-compatible server')
    .option('--json', 'one JSON object per decision and line')
    .action(async (file: string, options) => {
      const { replayFile } = await import('./commands/replay.ts')
      exit = await replayFile(file, options)
    })
  program
    .command('request')
    .description("print the exact body of a thread's next request as JSON; nothing is sent")
    .argument('<file>', 'a thread file')
    .requiredOption('--protocol <name>', 'openai-chat, openai-responses or anthropic')
    .option('--window <tokens>', "the model's window", count)
    .option('--preset <name>', 'ratio-75, reserve or manual-clone', 'ratio-75')
    .option('--model <id>', 'model (default: the one of the thread; needed when it names none)')
    .option('--base-url <url>', 'address of the server, where its rules differ')
    .action(async (file: string, options) => {
      const { printRequest } = await import('./commands/request.ts')
      exit = await printRequest(file, options)
    })
  program
    .command('export')
    .description('write threads in another form; the threads themselves are only read')
    .argument('<files...>', 'thread files')
    .requiredOption(
      '--to <format>',
      'markdown, html, json, openai-chat, openai-responses, anthropic or claude-code',
    )
    .option('--out <folder>', 'folder for the exports (default: beside each thread)')
    .option('--redact', 'replace suspected secrets; without it a thread that has some is not written')
    .option('--keep-secrets', 'write suspected secrets as they are')
    .option('--emails', 'e-mail addresses count as secrets too')
    .option('--no-tool-calls', 'leave tool calls and their results out')
    .option('--no-thinking', 'leave readable thinking out')
    .option('--no-checkpoints', 'leave checkpoints out')
    .option('--json', 'one JSON object per file and line')
    .action(async (files: string[], options) => {
      const { exportFiles } = await import('./commands/export.ts')
      exit = await exportFiles(files, options)
    })
  program
    .command('import')
    .description('take over threads of other tools into a folder; the sources are only read')
    .argument('<paths...>', 'transcripts, exports, thread files, or folders of them')
    .requiredOption('--to <folder>', 'folder that gets the threads')
    .option('--copy', 'write a changed thread beside the former import instead of in its place')
    .option('--no-tool-output', 'leave the output of tools out')
    .option('--no-images', 'leave pictures out')
    .option('--no-branches', 'take only the main line of each thread')
    .option('--json', 'one JSON object per thread and line')
    .action(async (paths: string[], options) => {
      const { importFiles } = await import('./commands/import.ts')
      exit = await importFiles(paths, options)
    })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exit
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse
    if (error instanceof OutputError) {
      if (!error.isClosed) printProgress(error.message)
      return EXIT.someFailed
    }
    throw error
  }
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('a whole number from 1 on is needed.')
  return Number(text)
}

function budget(text: string): number {
  const chars = count(text)
  if (chars < 500) throw new InvalidArgumentError('a checkpoint needs at least 500 characters.')
  return chars
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const found: unknown = JSON.parse(text)
  return typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : 'unknown'
}
