import { spawn } from 'node:child_process'
import { placeText } from './bound-text.ts'
import { commandEnvironment } from './command-environment.ts'
import { OutputEnds } from './output-ends.ts'
import { type KeepOutput, ToolFault } from './tool.ts'

const TIMEOUT_MS = 30_000

/** A list longer than this is ended: nobody reads it, and it may not fill the disk. */
const MOST_BYTES = 100_000_000

/** The first lines of ripgrep's answer, and what became of the others. */
export interface Found {
  readonly lines: readonly string[]
  /** Null when there are no others. */
  readonly more: {
    readonly total: number
    /** The file that holds all lines; null = it could not be kept. */
    readonly filePath: string | null
    /** It ran out of time or became too long: `total` is where it stopped. */
    readonly isEnded: boolean
  } | null
}

/** Path of the program inside its package. An archive's copy cannot be run: the unpacked one beside it can. */
async function programPath(): Promise<string> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath.replace(/\bapp\.asar\b/, 'app.asar.unpacked')
  } catch {
    throw new ToolFault('The search program is not installed for this system.')
  }
}

/**
 * Runs ripgrep in `cwd` and answers its first lines, each as `format` makes it (null = it does not count): at most
 * `maxLines`, together at most `maxChars`. When there are more, all of them are kept in a file. No match is an empty answer. Throws ToolFault for a
 * bad pattern, rejects on abort.
 */
export async function runRipgrep(
  args: readonly string[],
  options: {
    readonly cwd: string
    readonly maxLines: number
    readonly maxChars: number
    readonly format: (line: string) => string | null
    readonly keepOutput: KeepOutput
    readonly signal: AbortSignal
  },
): Promise<Found> {
  const program = await programPath()
  const { signal } = options
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    // No configuration file, no following of links: a link could lead out of the workspace.
    const child = spawn(program, ['--no-config', '--no-follow', ...args], {
      cwd: options.cwd,
      env: commandEnvironment(process.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines: string[] = []
    const output = new OutputEnds(options.keepOutput)
    let rest = ''
    let chars = 0
    let bytes = 0
    let total = 0
    let errors = ''
    let isCut = false
    let isEnded = false
    let hasAnswered = false
    const stop = (): void => {
      child.kill('SIGKILL')
    }
    const end = (): void => {
      isEnded = true
      stop()
    }
    const timer = setTimeout(end, TIMEOUT_MS)
    signal.addEventListener('abort', stop, { once: true })
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (chunk: string) => {
      hasAnswered = true
      if (isEnded) return
      const parts = (rest + chunk).split('\n')
      rest = parts.pop() ?? ''
      const whole = parts
        .map((line) => options.format(line.toWellFormed()))
        .filter((line): line is string => line !== null)
      total += whole.length
      for (const line of isCut ? [] : whole) {
        chars += line.length + 1
        isCut ||= lines.length >= options.maxLines || chars > options.maxChars
        if (!isCut) lines.push(line)
      }
      const piece = Buffer.from(whole.map((line) => `${line}\n`).join(''))
      bytes += piece.length
      if (bytes > MOST_BYTES) end()
      const room = output.add(piece)
      if (room === null) return
      child.stdout.pause()
      void room.then(() => child.stdout.resume())
    })
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (chunk: string) => {
      if (errors.length < 2_000) errors += chunk
    })
    const settle = (act: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      act()
    }
    child.on('error', (error) =>
      settle(() => reject(new ToolFault(`The search could not start: ${error.message}`))),
    )
    child.on('close', (code) =>
      settle(() => {
        if (signal.aborted || !(isCut || isEnded)) output.discard()
        if (signal.aborted) reject(signal.reason)
        // 2 with an answer = some files could not be read.
        else if (code === 2 && !hasAnswered && !isEnded) reject(new ToolFault(errors.trim().slice(0, 1_000)))
        else if (!isCut && !isEnded) resolve({ lines, more: null })
        else
          void output
            .file()
            .then((filePath) => resolve({ lines, more: { total, filePath, isEnded } }), reject)
      }),
    )
  })
}

/**
 * Files below a place that a search without a pattern for names would look at, as ripgrep writes them. A pattern
 * overrides what `.gitignore` and a hidden name say, so that its matches must be among these. Rejects on abort.
 */
export async function searchedFiles(
  place: string,
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<ReadonlySet<string>> {
  const files = new Set<string>()
  let chars = 0
  const found = await runRipgrep(['--files', '--', place], {
    cwd,
    // Beyond this a list is of no use: the search ends, and says so.
    maxLines: MOST_BYTES,
    maxChars: MOST_BYTES,
    format: (file) => {
      chars += file.length
      files.add(file)
      return null
    },
    keepOutput: async () => null,
    signal,
  })
  if (found.more !== null || chars > MOST_BYTES)
    throw new ToolFault('There are too many files to look through. Name a folder to look in.')
  return files
}

/** The line that ends a list which is longer than its answer. `''` = it is all there. */
export function moreText({ lines, more }: Found, what: string): string {
  if (more === null) return ''
  const { total, filePath, isEnded } = more
  const of = isEnded ? `more than ${total}` : `${total}`
  return `[Only the first ${lines.length} of ${of} ${what}. ${placeText(filePath)}]`
}
