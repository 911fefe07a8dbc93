import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a second start tells the first. */
export interface SecondStart {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly data: unknown
}

/** Exit codes of the hand-over. */
const TOLD = 0
const NOBODY = 3

/**
 * Hands the message over and waits for the answer. Only a refused connection says that nobody lives there:
 * an app on a busy machine may take long to answer, and is told all the same once it reads.
 */
const HAND_OVER = `
const socket = require('node:net').connect(process.argv[1])
setTimeout(() => process.exit(${TOLD}), 30_000).unref()
socket.on('error', (error) => process.exit(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? ${NOBODY} : ${TOLD}))
socket.on('data', () => process.exit(${TOLD}))
socket.on('close', () => process.exit(${NOBODY}))
process.stdin.on('data', (text) => socket.write(text))
`

/** Socket addresses are short (108 bytes on Linux), data folders need not be. */
function addressOf(dataFolder: string): string {
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\electron-host-${name}`
  const folder = join(process.env.XDG_RUNTIME_DIR ?? tmpdir(), `electron-host-${process.getuid?.() ?? 0}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${name}.sock`)
}

/**
 * One running app per data folder. The socket is the lock: it cannot outlive its process, so a crash
 * never leaves the app locked out.
 */
export class SingleInstance {
  #server: Server | null = null
  #address = ''

  get isHeld(): boolean {
    return this.#server !== null
  }

  /**
   * True = this is the only one. False = another runs, and has been told of this start.
   * Blocks for about a tenth of a second in the second case.
   */
  request(dataFolder: string, start: SecondStart, onSecond: (start: SecondStart) => void): boolean {
    if (this.#server) return true
    this.#address = addressOf(dataFolder)
    if (this.#listen(onSecond)) return true
    const handed = spawnSync(process.execPath, ['-e', HAND_OVER, this.#address], {
      input: `${JSON.stringify(start)}\n`,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    if (handed.status === TOLD) {
      // For the start script, which tells the person why no window opens.
      process.send?.({ kind: 'handed-over' })
      return false
    }
    // Nobody answers: what is left of a process that was killed.
    if (process.platform !== 'win32') rmSync(this.#address, { force: true })
    if (!this.#listen(onSecond))
      console.error(`The single-instance lock at ${this.#address} cannot be taken.`)
    return true
  }

  release(): void {
    this.#server?.close()
    if (this.#server && process.platform !== 'win32') rmSync(this.#address, { force: true })
    this.#server = null
  }

  #listen(onSecond: (start: SecondStart) => void): boolean {
    const server = createServer((socket) => {
      let text = ''
      socket.setEncoding('utf8')
      socket.on('error', () => socket.destroy())
      socket.on('data', (chunk: string) => {
        text += chunk
        if (!text.endsWith('\n')) return
        socket.end('ok')
        // Only a process of this person reaches the socket, and this file is what it runs.
        onSecond(JSON.parse(text) as SecondStart)
      })
    })
    server.on('error', () => undefined)
    // Node binds before `listen` returns; only the event comes later.
    server.listen(this.#address)
    if (!server.listening) return false
    server.unref()
    this.#server = server
    return true
  }
}
