import { toErrorValue } from '../src/shared/ipc/errors.ts'

/** Writes a result to stdout, one line. A closed pipe ends the program quietly. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Writes progress to stderr. */
export function printProgress(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** One failure as its line: `{file, error: {code, message}}` with `--json`, else a sentence on stderr. */
export function printFailure(file: string, error: unknown, isJson: boolean): void {
  const { code, message, details } = toErrorValue(error)
  if (isJson) printLine(JSON.stringify({ file, error: { code, message } }))
  else printProgress(`${file}: ${message}${code === 'internal' && details !== null ? ` (${details})` : ''}`)
}
