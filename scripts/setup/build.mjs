// The bundles in out/, built when they are missing or older than what they are made of.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { projectNode, ROOT, run, toolEnv, toolPath } from './project.mjs'
import { SetupError, say } from './say.mjs'

const OUTPUTS = [
  'out/main/index.js',
  'out/main/worker.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
]
const SOURCES = ['src', 'package.json', 'package-lock.json', 'electron.vite.config.ts']

/** Newest change under a file or folder, as milliseconds since 1970; tests do not count. */
function newestChange(path) {
  const found = statSync(path)
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : found.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), 0)
}

/** Whether the build has to run. */
export function isBuildStale(root = ROOT) {
  const outputs = OUTPUTS.map((path) => join(root, path))
  if (!outputs.every((path) => existsSync(path))) return true
  const oldest = Math.min(...outputs.map((path) => statSync(path).mtimeMs))
  return SOURCES.map((path) => join(root, path)).some(
    (path) => existsSync(path) && newestChange(path) > oldest,
  )
}

/** Builds if needed; waits for another that builds already. Throws a SetupError after the build's own lines when it fails. */
export async function ensureBuild(root = ROOT) {
  if (!isBuildStale(root)) return
  const lock = join(root, 'node_modules', '.cache', 'palimpsest', 'build.lock')
  await withLock(lock, async () => {
    if (isBuildStale(root)) await build(root)
  })
}

async function build(root) {
  say('Building the app...')
  const tool = toolPath('electron-vite/bin/electron-vite.js', root)
  const { code, output } = await run(projectNode(root), [tool, 'build'], { env: toolEnv(), quiet: true })
  if (code === 0) return
  process.stderr.write(output)
  throw new SetupError('The build failed; the lines above say where. After mending it, run: npm start')
}
