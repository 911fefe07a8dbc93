import { spawn } from 'node:child_process'
import { commandEnvironment } from './command-environment.ts'
import { ToolFault } from './tool.ts'

const TIMEOUT_MS = 30_000

/** Lines of ripgrep's answer, and whether there were more. */
export interface Found {
  readonly lines: readonly string[]
  readonly isCut: boolean
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
 * Runs ripgrep in `cwd` and answers at most `maxLines` lines of at most `maxChars` in all; ends it as soon as
 * it has them. No match is an empty answer. Throws ToolFault for a bad pattern, rejects on abort.
 */
export async function runRipgrep(
  args: readonly string[],
  options: {
    readonly cwd: string
    readonly maxLines: number
    readonly maxChars: number
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
    let rest = ''
    let chars = 0
    let errors = ''
    let isCut = false
    const stop = (): void => {
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => {
      isCut = true
      stop()
    }, TIMEOUT_MS)
    signal.addEventListener('abort', stop, { once: true })
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (chunk: string) => {
      if (isCut) return
      const parts = (rest + chunk).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        if (lines.length >= options.maxLines || chars + line.length > options.maxChars) {
          isCut = true
          stop()
          return
        }
        chars += line.length + 1
        lines.push(line.toWellFormed())
      }
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
        if (signal.aborted) reject(signal.reason)
        // 2 with lines found = some files could not be read.
        else if (code === 2 && lines.length === 0 && !isCut)
          reject(new ToolFault(errors.trim().slice(0, 1_000)))
        else resolve({ lines, isCut })
      }),
    )
  })
}
