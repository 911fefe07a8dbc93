import { type ChildProcess, spawn } from 'node:child_process'
import { posix } from 'node:path'
import { z } from 'zod'
import { oneLine } from './bound-text.ts'
import { commandEnvironment } from './command-environment.ts'
import { OutputEnds } from './output-ends.ts'
import { defineTool, failedResult, type ToolContext, ToolFault, type ToolResult } from './tool.ts'
import { resolveInWorkspace } from './workspace-path.ts'

const DEFAULT_SECONDS = 120
const MAX_SECONDS = 1_800
/** Between the polite end and the hard one, of a command that ran out of time. */
const GRACE_MS = 2_000
/** A command that has ended, and whose output has been silent for so long, has nothing more on its way. */
const QUIET_MS = 200
/** More than any pipe holds: what comes beyond it after the end is of a child left behind. */
const MOST_LEFT_BYTES = 4_000_000

const input = z.strictObject({
  command: z.string().min(1).max(20_000).describe('One command line for the system shell.'),
  cwd: z.string().optional().describe('Folder inside the workspace to run it in.'),
  timeout_seconds: z.int().min(1).max(MAX_SECONDS).optional().describe('120 when left out.'),
})

/** Runs a command in the system's shell, bounded in time and output. Asks first. */
export const runCommandTool = defineTool({
  name: 'run_command',
  description:
    'Runs a command in the system shell inside the workspace. Without input and without a terminal. Answers the exit code and what it printed.',
  input,
  effect: ({ command, cwd }) => ({ kind: 'run', command, cwd: folderOf(cwd) }),
  subject: ({ command, cwd }) =>
    folderOf(cwd) === '.'
      ? oneLine(command, 400)
      : `${oneLine(command, 400)} (${oneLine(folderOf(cwd), 200)})`,
  check: async ({ command, cwd }, { root }) => ({
    kind: 'run',
    command,
    cwd: (await resolveInWorkspace(root, cwd === undefined || cwd === '' ? '.' : cwd)).relative,
  }),
  run,
})

/** The folder as it is asked about: one spelling for each place that was named. */
function folderOf(cwd: string | undefined): string {
  if (cwd === undefined || cwd === '') return '.'
  const folder = posix.normalize(cwd).replace(/\/+$/, '')
  return folder === '' ? '/' : folder
}

async function run(
  { command, cwd, timeout_seconds = DEFAULT_SECONDS }: z.infer<typeof input>,
  { root, signal, keepOutput }: ToolContext,
): Promise<string | ToolResult> {
  const place = await resolveInWorkspace(root, cwd === undefined || cwd === '' ? '.' : cwd)
  signal.throwIfAborted()
  const output = new OutputEnds(keepOutput)
  const child = spawn(command, {
    cwd: place.absolute,
    env: commandEnvironment(process.env),
    shell: true,
    // A group of its own, so that everything it starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const sources = [child.stdout, child.stderr]
  const flow: Flow = { bytes: 0, waiting: 0 }
  const take = (bytes: Buffer): void => {
    flow.bytes += bytes.length
    const room = output.add(bytes)
    if (room === null) return
    flow.waiting += 1
    for (const source of sources) source?.pause()
    void room.then(() => {
      flow.waiting -= 1
      if (flow.waiting === 0) for (const source of sources) source?.resume()
    })
  }
  for (const source of sources) source?.on('data', take)
  const ended = await ending(child, flow, timeout_seconds * 1000, signal).catch((error: unknown) => {
    output.discard()
    throw error
  })
  const printed = await output.text()
  const shown = printed === '' ? '[It printed nothing.]' : printed
  // A result, not a fault: what a program printed stands in the thread as it was printed.
  if (ended.kind === 'timeout')
    return failedResult(`Ended after ${timeout_seconds} s without finishing.\n${shown}`)
  if (ended.code !== 0)
    return failedResult(`Exit code ${ended.code ?? `none (signal ${ended.signal})`}.\n${shown}`)
  return shown
}

type Ending =
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'timeout' }

/** How its output comes in: bytes so far, and pieces that wait for the disk, which hold up everything behind them. */
interface Flow {
  bytes: number
  waiting: number
}

function ending(
  child: ChildProcess,
  flow: Readonly<Flow>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Ending> {
  return new Promise((resolve, reject) => {
    let isTimedOut = false
    let hardEnd: NodeJS.Timeout | null = null
    let looks: NodeJS.Timeout | undefined
    const timer = setTimeout(() => {
      isTimedOut = true
      killGroup(child, 'SIGTERM')
      hardEnd = setTimeout(() => {
        killGroup(child, 'SIGKILL')
        finish(() => resolve({ kind: 'timeout' }))
      }, GRACE_MS)
    }, timeoutMs)
    const abort = (): void => {
      // Stop means now: nothing of it may go on in the background.
      killGroup(child, 'SIGKILL')
      finish(() => reject(signal.reason))
    }
    const finish = (act: () => void): void => {
      clearTimeout(timer)
      clearInterval(looks)
      if (hardEnd !== null) clearTimeout(hardEnd)
      signal.removeEventListener('abort', abort)
      child.stdout?.destroy()
      child.stderr?.destroy()
      act()
    }
    signal.addEventListener('abort', abort, { once: true })
    child.on('error', (error) => finish(() => reject(new ToolFault(`It could not start: ${error.message}`))))
    // A child left behind may hold the pipes open for ever: the command itself has ended all the same.
    child.on('exit', (code, exitSignal) => {
      const settle = (): void =>
        finish(() => resolve(isTimedOut ? { kind: 'timeout' } : { kind: 'exit', code, signal: exitSignal }))
      // The shell heard the polite end; what it started may not have. The hard one comes then.
      const isEnding = (): boolean => isTimedOut && groupLives(child)
      child.once('close', () => {
        if (!isEnding()) settle()
      })
      const most = flow.bytes + MOST_LEFT_BYTES
      let before = -1
      looks = setInterval(() => {
        if (flow.waiting > 0 || isEnding()) return
        if (flow.bytes === before || flow.bytes > most) settle()
        before = flow.bytes
      }, QUIET_MS)
    })
  })
}

/** Ends a command with everything it started. */
function killGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child
  if (pid === undefined) return
  try {
    if (process.platform === 'win32')
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
    else process.kill(-pid, signal)
  } catch {
    // Already gone.
    child.kill(signal)
  }
}

/** Something that a command started still runs. Not known on Windows, where ending it ends the whole tree. */
function groupLives({ pid }: ChildProcess): boolean {
  if (pid === undefined || process.platform === 'win32') return false
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}
