#!/usr/bin/env node
// Starts the command line on a Node that runs TypeScript: this one if it is 24 or newer, else the project's own.
import { spawn } from 'node:child_process'
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
  if (existsSync(own)) runOn(own)
  else {
    console.error('palimpsest needs Node 24 or newer: run `npm ci` in its folder, or install Node 24.')
    process.exitCode = 2
  }
}

/** Runs this file again on another Node; a signal to this process reaches that one, and its ending is ours. */
function runOn(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const forward = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  child.on('error', (error) => {
    console.error(`palimpsest could not be started: ${error.message}`)
    process.exitCode = 2
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal === null) return
    for (const name of signals) process.off(name, forward)
    process.kill(process.pid, signal)
  })
}
