import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { answer, call, type NativeRecord, prompt, threadText } from '../../src/main/testing/thread-builder.ts'

/** The starter that `npx palimpsest` runs. */
export const BIN = resolve(import.meta.dirname, '../bin/palimpsest.mjs')

/** How one command line ended. */
export interface CliRun {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface CliOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** Where stdout goes; without it, it is collected. */
  readonly stdout?: number
}

/** Starts the command line as a process of its own; `ended` collects what it wrote. */
export function startCli(
  args: readonly string[],
  { cwd, env, stdout }: CliOptions = {},
): { readonly child: ChildProcess; readonly ended: Promise<CliRun> } {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    // No key of the machine may reach a test.
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  })
  const ended = new Promise<CliRun>((settle, reject) => {
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout?.on('data', (bytes: Buffer) => out.push(bytes))
    child.stderr?.on('data', (bytes: Buffer) => err.push(bytes))
    child.on('error', reject)
    child.on('close', (code, signal) =>
      settle({ code, signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    )
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return { child, ended }
}

/** Runs the command line to its end. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  return startCli(args, options).ended
}

/** The objects of `--json`, one per line; throws when a line is not one. */
export function jsonLines(text: string): readonly Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line))
}

/** Turns with enough said in each that a checkpoint makes the thread smaller. */
export function talkativeTurns(turns: number): readonly NativeRecord[] {
  return Array.from({ length: turns }, (_, index) => index + 1).flatMap((turn) => [
    prompt(`u${turn}`, `Task ${turn}: look at src/part-${turn}.ts`),
    answer(`a${turn}`, 'The parser reads part after part and keeps what it saw. '.repeat(40), [
      call(
        `c${turn}`,
        'read_file',
        { path: `src/part-${turn}.ts` },
        `export const part = ${turn}\n`.repeat(20),
      ),
    ]),
  ])
}

/** Writes a thread that can be compacted, and gives its path. */
export function putThread(folder: string, name = 'plan.json', turns = 6): string {
  const path = join(folder, name)
  writeFileSync(path, threadText(talkativeTurns(turns)))
  return path
}
