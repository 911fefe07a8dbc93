import { setTimeout as wait } from 'node:timers/promises'
import { errnoOf } from './disk-error.ts'
import type { Disk } from './temporary-file.ts'

/** Waits between tries, in milliseconds: about six seconds in all, as scanners and sync tools hold files. */
const DELAYS_MS: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1000, 1000, 1000]

const PASSING = new Set(['EPERM', 'EBUSY', 'EACCES'])

/** Waits; tests give one that does not. */
export type Sleep = (ms: number) => Promise<unknown>

/** Renames, trying again while another program holds one of the two files (B-75). Throws the last error. */
export async function renameWithRetry(
  from: string,
  to: string,
  disk: Pick<Disk, 'rename'>,
  sleep: Sleep = wait,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await disk.rename(from, to)
      return
    } catch (error) {
      const delay = DELAYS_MS[attempt]
      if (delay === undefined || !PASSING.has(errnoOf(error) ?? '')) throw error
      await sleep(delay)
    }
  }
}
