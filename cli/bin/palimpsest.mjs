#!/usr/bin/env node
// Starts the command line on a Node that runs TypeScript: this one if it is 24 or newer, else the project's own.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
if (Number(process.versions.node.split('.')[0]) >= 24) {
  // The second start and every later one take what was read and stripped of types before.
  module.enableCompileCache?.()
  const { runProgram } = await import('../program.ts')
  process.exitCode = await runProgram(process.argv.slice(2))
} else {
  const own = join(here, '../../node_modules/node/bin/node')
  if (!existsSync(own)) {
    console.error('palimpsest needs Node 24 or newer: run `npm ci` in its folder, or install Node 24.')
    process.exit(2)
  }
  const run = spawnSync(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(run.status ?? 1)
}
