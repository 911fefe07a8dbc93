// Electron's own runtime: whether it is here, and one attempt to get it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectNode, ROOT, run, toolEnv } from './project.mjs'
import { say } from './say.mjs'

const REACH_TIMEOUT_MS = 4_000

/**
 * The binary; null = not installed. Never `require('electron')`, which would start a download.
 * @returns {string | null}
 */
export function electronBinary(root = ROOT) {
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

/** A closed network may let a connection hang for minutes; this asks for a few seconds. */
async function canReachDownloads() {
  const { env } = process
  // A mirror or a proxy is the person's own choice, and not reached the way this would try it.
  if (env.ELECTRON_MIRROR || env.npm_config_electron_mirror || env.HTTPS_PROXY || env.https_proxy) return true
  try {
    await fetch('https://github.com/', { method: 'HEAD', signal: AbortSignal.timeout(REACH_TIMEOUT_MS) })
    return true
  } catch {
    return false
  }
}

/**
 * Tries to download the runtime, once per version: a failure is remembered, so that later starts are
 * quick. `npx install-electron` by hand tries again.
 * @returns {Promise<string | null>} the binary
 */
export async function tryInstallElectron(root = ROOT) {
  const packageFile = join(root, 'node_modules', 'electron', 'package.json')
  if (!existsSync(packageFile)) return null
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8'))
  const tried = join(root, 'node_modules', '.cache', 'palimpsest', `electron-${version}-unavailable`)
  if (existsSync(tried)) return null
  if (await canReachDownloads()) {
    say(`Fetching Electron ${version} (once; about 120 MB)...`)
    const installer = join(root, 'node_modules', 'electron', 'install.js')
    await run(projectNode(root), [installer], { env: toolEnv(), quiet: true })
    const binary = electronBinary(root)
    if (binary) return binary
  }
  mkdirSync(dirname(tried), { recursive: true })
  writeFileSync(tried, '')
  return null
}
