import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes one line about something that went wrong. Never message text of a thread, never a key. */
export type Log = (what: string, details?: string) => void

const MAX_BYTES = 1_000_000
const MAX_DETAIL_CHARS = 4000

/**
 * A log of failures in the data folder, at most two files of 1 MB. `redact` runs over every line. A log that
 * cannot be written is given up silently: it must never stop the program.
 */
export function openLog(file: string, redact: (text: string) => string, now: () => Date): Log {
  return (what, details = '') => {
    // Redacted before it is cut, so that no half of a key is left at the end.
    const text =
      details === '' ? redact(what) : `${redact(what)}: ${redact(details).slice(0, MAX_DETAIL_CHARS)}`
    const line = `${now().toISOString()} ${text.replaceAll('\n', '\n  ')}\n`
    try {
      mkdirSync(dirname(file), { recursive: true })
      if (sizeOf(file) > MAX_BYTES) renameSync(file, `${file}.1`)
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      return
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
