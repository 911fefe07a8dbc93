import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { guarded } from '../guard.ts'
import { moveToTrash } from './trash.ts'

const OPENED_OUTSIDE = new Set(['http:', 'https:', 'mailto:'])

/** The system's way to open an address or a file; rejects when there is none. */
function openOutside(target: string): Promise<void> {
  const commands: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
    darwin: ['open', target],
    // `start` would let cmd.exe read the address as a command line.
    win32: ['rundll32', 'url.dll,FileProtocolHandler', target],
  }
  const [command, ...args] = commands[process.platform] ?? ['xdg-open', target]
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => reject(new Error(`${command} is not available on this system`)))
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}

export const shell = guarded('shell', {
  /** Addresses only: a path or another scheme could start a program. */
  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url) || !OPENED_OUTSIDE.has(new URL(url).protocol)) {
      throw new Error('Only http, https and mailto addresses are opened outside the app')
    }
    await openOutside(new URL(url).href)
  },
  /** Resolves with the error's text, or with an empty one, as Electron does. */
  async openPath(path: string): Promise<string> {
    return openOutside(path).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  },
  /** Opens the folder; which item is meant cannot be said to every desktop. */
  showItemInFolder(path: string): void {
    openOutside(dirname(path)).catch((error: unknown) => console.error(String(error)))
  },
  async trashItem(path: string): Promise<void> {
    if (process.platform !== 'linux') {
      throw new Error('The trash of this system is not available in the Chromium host')
    }
    await moveToTrash(path)
  },
  beep(): void {
    process.stderr.write('\u0007')
  },
})
