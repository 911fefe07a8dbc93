#!/usr/bin/env node
// Takes the command line of the electron executable and runs the Chromium host on a Node that is new
// enough: the one that started this file, or the one that the project brings along.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = 24
const here = dirname(fileURLToPath(import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  await import('../host/main.ts')
} else {
  const folder = join(here, '../../node_modules/node/bin')
  const node = join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(node)) {
    console.error(
      `The Chromium host needs Node ${NEEDED} or newer; this is ${process.versions.node}. Run: npm ci`,
    )
    process.exit(2)
  }
  // The message channel closes with this process, even when it is killed; the host then ends too.
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
