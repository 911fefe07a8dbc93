import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'

/** What shows the app: Electron's own binary, or the Chromium host in its place. */
export interface Runtime {
  readonly name: 'electron' | 'chromium-host'
  readonly executablePath: string
}

const root = resolve(import.meta.dirname, '..')

/** Electron's binary; null = not installed. Never asks the package itself, which would start a download. */
function electronBinary(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

/** As `APP_RUNTIME` asks, else Electron where its binary is installed, else the host. */
export function runtime(): Runtime {
  const wanted = process.env.APP_RUNTIME
  const binary = wanted === 'chromium-host' ? null : electronBinary()
  if (binary) return { name: 'electron', executablePath: binary }
  if (wanted === 'electron')
    throw new Error('APP_RUNTIME=electron, but Electron is not installed. Run: npx install-electron')
  const launcher = process.platform === 'win32' ? 'electron-host.cmd' : 'electron-host.mjs'
  return { name: 'chromium-host', executablePath: join(root, 'runtime', 'bin', launcher) }
}

export interface LaunchOptions {
  /** The app's data folder for this run. */
  readonly dataDir: string
  /** Folder with the app's package.json; the product when left out. */
  readonly appFolder?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Longest start of the app. It takes two seconds on an idle machine and a minute beside twenty busy
 * programs; what is slower has hung.
 */
export const LAUNCH_TIMEOUT_MS = 180_000

/** Both runtimes start the same way; `HEADED=1` under a display shows real windows. */
export function launchApp({
  dataDir,
  appFolder = root,
  args = [],
  env = {},
}: LaunchOptions): Promise<ElectronApplication> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return _electron.launch({
    executablePath: runtime().executablePath,
    args: [appFolder, `--app-data=${dataDir}`, ...args],
    cwd: root,
    timeout: LAUNCH_TIMEOUT_MS,
    // The theme is the app's to choose; Playwright would otherwise force the light one.
    colorScheme: null,
    env: {
      ...Object.fromEntries(inherited),
      LANG: 'en_US.UTF-8',
      LC_ALL: 'en_US.UTF-8',
      ...(process.env.HEADED ? {} : { HOST_HEADLESS: '1' }),
      ...env,
    },
  })
}
