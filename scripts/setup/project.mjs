// Where things are in the project, and the Node that its tools need.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError } from './say.mjs'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const NEEDED_MAJOR = 24

/**
 * A Node that is new enough: the one that runs this, else the one that `npm ci` brought along.
 * @returns {string} absolute path
 */
export function projectNode(root = ROOT, own = { path: process.execPath, version: process.versions.node }) {
  if (Number(own.version.split('.')[0]) >= NEEDED_MAJOR) return own.path
  const bundled = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (existsSync(bundled)) return bundled
  throw new SetupError(
    `Node ${NEEDED_MAJOR} is needed and this is ${own.version}; to get it for this project, run: npm ci`,
  )
}

/**
 * The script behind a tool of node_modules.
 * @param {string} path under node_modules, for example 'vitest/vitest.mjs'
 */
export function toolPath(path, root = ROOT) {
  const file = join(root, 'node_modules', path)
  if (existsSync(file)) return file
  throw new SetupError('The dependencies are not installed; run: npm ci')
}

/** The environment for tools: Node 24 first on PATH, so that what they start uses it too. */
export function toolEnv(extra = {}) {
  const node = projectNode()
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/**
 * Starts a program and passes the person's signals on to it.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, onMessage?: (message: unknown) => void, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>} code 1 when a signal ended it
 */
export function run(file, args, options = {}) {
  const output = options.quiet ? 'pipe' : 'inherit'
  const stdio = ['inherit', output, output, ...(options.onMessage ? ['ipc'] : [])]
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: ROOT, stdio, env: options.env ?? process.env })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8')
      stream?.on('data', (chunk) => {
        text += chunk
      })
    }
    if (options.onMessage) child.on('message', options.onMessage)
    const forward = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const finish = (settle) => (value) => {
      for (const signal of signals) process.off(signal, forward)
      settle(value)
    }
    child.once(
      'error',
      finish(() => reject(new SetupError(`${file} could not be started`))),
    )
    child.once(
      'close',
      finish((code) => resolve({ code: code ?? 1, output: text })),
    )
  })
}
