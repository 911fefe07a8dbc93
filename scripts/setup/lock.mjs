// One of several processes at a time: two builds into the same folder would spoil each other.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 300
/** No build takes this long: its number has gone to another program. */
const LONGEST_MS = 900_000

/** The process that made the lock has ended, perhaps killed. */
function isLeftOver(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > LONGEST_MS) return true
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    // Not permitted to signal it: it lives. Not readable: it was taken away between the looks.
    return error.code === 'ESRCH'
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isLeftOver(file)) rmSync(file, { force: true })
    return false
  }
}

/**
 * Runs `act` when no other process holds the lock, and gives it back.
 * @template T
 * @param {string} file made with its folder; holds the process id
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function withLock(file, act) {
  mkdirSync(dirname(file), { recursive: true })
  while (!take(file)) await sleep(LOOK_AGAIN_MS)
  try {
    return await act()
  } finally {
    rmSync(file, { force: true })
  }
}
