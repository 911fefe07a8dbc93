import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserOptions, browserFlags } from './browser-flags.ts'
import { Cdp } from './cdp.ts'
import { PageGate, type PageTarget } from './page-gate.ts'
import { prepareProfile } from './profile.ts'

/** Why no browser runs. `code` is also what the start script acts upon. */
export class BrowserStartError extends Error {
  readonly code: 'no-sandbox' | 'no-display' | 'failed'

  constructor(code: BrowserStartError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface WindowSize {
  readonly width: number
  readonly height: number
}

/** A profile that is still being let go by a browser that is ending. */
const PROFILE_WAIT_MS = 60_000
/** A browser says its version within a second; on a machine with twenty busy programs within a minute. */
const START_TIMEOUT_MS = 180_000
/** How long a browser may write its profile; then it is ended. */
const CLOSE_TIMEOUT_MS = 15_000
const KEPT_LINES = 40

interface Running {
  readonly process: ChildProcess
  readonly cdp: Cdp
  readonly lines: readonly string[]
}

function explain(executable: string, lines: readonly string[]): BrowserStartError {
  const text = lines.join('\n')
  if (
    /no usable sandbox|sandbox helper|namespace sandbox|setuid_sandbox|Failed to move to new namespace/i.test(
      text,
    )
  ) {
    return new BrowserStartError('no-sandbox', `The sandbox of ${executable} cannot start on this system.`)
  }
  if (/missing x server|cannot open display|unable to open x display|ozone_platform/i.test(text)) {
    return new BrowserStartError('no-display', `${executable} found no display to open a window on.`)
  }
  const reason = lines.findLast((line) => /error|fatal|cannot|failed/i.test(line)) ?? lines.at(-1)
  return new BrowserStartError('failed', `${executable} did not start${reason ? `: ${reason.trim()}` : '.'}`)
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || pid === undefined
}

/** True = it has ended by itself; otherwise it is killed after `patienceMs`. Resolves when it is gone. */
async function endOf(child: ChildProcess, patienceMs: number): Promise<boolean> {
  if (hasEnded(child)) return true
  const ended = new Promise<true>((resolve) => child.once('exit', () => resolve(true)))
  const patience = new AbortController()
  const late = sleep(patienceMs, false as const, { signal: patience.signal }).catch(() => false as const)
  const isGone = await Promise.race([ended, late])
  patience.abort()
  if (isGone) return true
  child.kill('SIGKILL')
  await ended
  return false
}

/** One browser process, spoken to over a pipe: when the host dies the pipe closes and the browser ends. */
export class Browser {
  readonly isHeadless: boolean
  readonly #options: BrowserOptions
  readonly #flags: readonly string[]
  #running: Running | null = null
  /** The process, also while it has not answered yet. */
  #child: ChildProcess | null = null
  #isClosing = false
  #gate: PageGate | null = null
  #version = ''

  constructor(options: BrowserOptions) {
    this.#options = options
    this.#flags = browserFlags(options)
    this.isHeadless = options.isHeadless
  }

  get cdp(): Cdp {
    if (!this.#running) throw new Error('The browser has not been started.')
    return this.#running.cdp
  }

  get gate(): PageGate {
    if (!this.#gate) throw new Error('The browser has not been started.')
    return this.#gate
  }

  /** Process id of the running browser. */
  get pid(): number | undefined {
    return this.#running?.process.pid
  }

  /** Chromium's version, as `156.0.8078.108`. */
  get version(): string {
    return this.#version
  }

  /** Rejects with a BrowserStartError. Waits for a browser that still holds the profile to end. */
  async start(): Promise<void> {
    prepareProfile(this.#options.profile)
    const deadline = Date.now() + PROFILE_WAIT_MS
    for (;;) {
      const running = this.#spawn()
      const silent = setTimeout(() => running.process.kill('SIGKILL'), START_TIMEOUT_MS)
      try {
        const { product } = await running.cdp.send('Browser.getVersion')
        this.#version = product.split('/')[1] ?? ''
        this.#running = running
        break
      } catch {
        await endOf(running.process, CLOSE_TIMEOUT_MS)
        if (this.#isClosing) throw new BrowserStartError('failed', 'Ended while the browser was starting.')
        if (running.process.signalCode === 'SIGKILL') {
          const reason = `gave no answer within ${START_TIMEOUT_MS / 1000} s, or was killed.`
          throw new BrowserStartError('failed', `${this.#options.executable} ${reason}`)
        }
        // Exit code 0 without an answer: a browser with this profile lives, and took the request over.
        if (running.process.exitCode !== 0 || Date.now() > deadline) {
          throw explain(this.#options.executable, running.lines)
        }
        await sleep(200)
      } finally {
        clearTimeout(silent)
      }
    }
    this.#gate = new PageGate(this.cdp)
    await this.#gate.start()
  }

  #spawn(): Running {
    const { executable, debugPort } = this.#options
    const port = debugPort === null ? [] : [`--remote-debugging-port=${debugPort}`]
    const child = spawn(
      executable,
      [...this.#flags, '--remote-debugging-pipe', '--no-startup-window', ...port],
      {
        stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
        // A Ctrl+C of the terminal is the app's to hear: it saves, then closes the browser.
        detached: process.platform !== 'win32',
      },
    )
    this.#child = child
    const lines: string[] = []
    child.on('error', (error) => lines.push(error.message))
    // With 'pipe' these entries are streams; the types cannot say which direction.
    const [, , errors, output, input] = child.stdio as [null, null, Readable, Writable, Readable]
    createInterface(errors).on('line', (line) => {
      lines.push(line)
      if (lines.length > KEPT_LINES) lines.shift()
      // Playwright waits for this line.
      if (line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`)
    })
    return { process: child, cdp: new Cdp(output, input), lines }
  }

  /** A new empty window of this outer size, painted in `background` until it has a page. */
  async openWindow(size: WindowSize, background: string): Promise<PageTarget> {
    const { address, page } = this.gate.expectPage(background)
    if (this.isHeadless) {
      await this.cdp.send('Target.createTarget', { url: address, newWindow: true, ...size })
    } else {
      // The running browser takes this second command line over and opens a window without tabs or
      // address bar, which the protocol cannot ask for.
      const args = [...this.#flags, `--window-size=${size.width},${size.height}`, `--app=${address}`]
      spawn(this.#options.executable, args, { stdio: 'ignore' }).on('error', (error) =>
        console.error(error.message),
      )
    }
    return page
  }

  /** Resolves when no browser is left, also one that was only starting. */
  async close(): Promise<void> {
    this.#isClosing = true
    const child = this.#child
    if (!child || hasEnded(child)) return
    this.#running?.cdp.send('Browser.close').catch(() => undefined)
    // One that has not come up yet has nothing to save, and might not hear of it.
    await endOf(child, this.#running ? CLOSE_TIMEOUT_MS : 0)
  }
}
