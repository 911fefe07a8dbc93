import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBuildStale } from './build.mjs'
import { electronBinary } from './electron.mjs'
import { projectNode, toolPath } from './project.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function file(path, seconds, text = '') {
  const full = join(root, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
  utimesSync(full, seconds, seconds)
}

function built(seconds) {
  const outputs = [
    'out/main/index.js',
    'out/main/worker.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
  ]
  for (const path of outputs) file(path, seconds)
}

test('a fresh clone has to be built', () => {
  file('src/main/index.ts', 100)
  expect(isBuildStale(root)).toBe(true)
})

test('a build newer than every source is kept; a changed source deep below asks for another', () => {
  file('src/renderer/features/thread/row.tsx', 100)
  file('package.json', 100)
  built(200)
  expect(isBuildStale(root)).toBe(false)
  file('src/renderer/features/thread/row.tsx', 300)
  expect(isBuildStale(root)).toBe(true)
})

test('a changed test asks for no build; a missing bundle does', () => {
  file('src/main/a.ts', 100)
  built(200)
  file('src/main/a.test.ts', 300)
  expect(isBuildStale(root)).toBe(false)
  rmSync(join(root, 'out/main/worker.js'))
  expect(isBuildStale(root)).toBe(true)
})

test('Electron counts as installed only with the file that path.txt names', () => {
  expect(electronBinary(root)).toBeNull()
  file('node_modules/electron/path.txt', 100, 'electron')
  expect(electronBinary(root)).toBeNull()
  file('node_modules/electron/dist/electron', 100)
  expect(electronBinary(root)).toBe(join(root, 'node_modules/electron/dist/electron'))
})

test('an old Node hands over to the one of the project, or says how to get it', () => {
  const old = { path: '/usr/bin/node', version: '20.20.2' }
  expect(() => projectNode(root, old)).toThrow(/^Node 24 is needed and this is 20\.20\.2; .* run: npm ci$/)
  file('node_modules/node/bin/node', 100)
  expect(projectNode(root, old)).toBe(join(root, 'node_modules/node/bin/node'))
  expect(projectNode(root, { path: '/opt/node', version: '26.0.0' })).toBe('/opt/node')
})

test('a missing tool names the command that brings it', () => {
  expect(() => toolPath('vitest/vitest.mjs', root)).toThrow('The dependencies are not installed; run: npm ci')
})
