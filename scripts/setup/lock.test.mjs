import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock.mjs'

let folder
let file
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  file = join(folder, 'deeper', 'build.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('those that ask together act one after the other', async () => {
  let inside = 0
  const most = []
  const act = async () => {
    inside += 1
    most.push(inside)
    await new Promise((resolve) => setTimeout(resolve, 20))
    inside -= 1
  }
  await Promise.all([withLock(file, act), withLock(file, act), withLock(file, act)])
  expect(most).toEqual([1, 1, 1])
  expect(existsSync(file)).toBe(false)
})

test('an act that fails gives the lock back', async () => {
  await expect(withLock(file, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await withLock(file, async () => 'next')).toBe('next')
})

test('the lock of a process that was killed is no lock', async () => {
  await withLock(file, async () => undefined)
  // No system gives out a number this large.
  writeFileSync(file, '2147483646')
  expect(await withLock(file, async () => 'mine')).toBe('mine')
})
