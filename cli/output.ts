import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAddress } from '../src/main/threads/thread-address.ts'
import { toErrorValue } from '../src/shared/ipc/errors.ts'

/** Results can no longer be written to stdout. `isClosed` = the reader went away, as with `| head`. */
export class OutputError extends Error {
  readonly isClosed: boolean

  constructor(cause: NodeJS.ErrnoException) {
    super(`Results cannot be written: ${cause.message}`, { cause })
    this.isClosed = cause.code === 'EPIPE'
  }
}

/** Keeps a broken stdout or stderr from ending the program with a stack trace; `printLine` tells of it. */
export function guardOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore)
}

function ignore(): void {
  // `printLine` gets the same error; when stderr is gone there is nobody left to tell.
}

/** Characters that a terminal obeys in place of showing them; a tab and the end of a line are meant. */
const OBEYED = /(?![\t\n])\p{Cc}/gu

/**
 * The text with what a terminal would obey written as JSON writes it (`\u001b`): titles and messages are other people's.
 * JSON stays the same JSON.
 */
function shown(text: string): string {
  return text.replace(OBEYED, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Writes a result to stdout, one line, and waits until it is taken. Rejects with OutputError. */
export function printLine(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${shown(text)}\n`, (error) => (error ? reject(new OutputError(error)) : resolve()))
  })
}

/** Writes progress to stderr. */
export function printProgress(text: string): void {
  process.stderr.write(`${shown(text)}\n`)
}

/**
 * One failure as its line: `{file, error: {code, message}}` with `--json`, else a sentence on stderr. Passes an
 * OutputError on.
 */
export async function printFailure(file: string, error: unknown, isJson: boolean): Promise<void> {
  // Stdout is gone, whatever the file is like: there is nothing wrong with it to be told.
  if (error instanceof OutputError) throw error
  const { code, details, ...value } = toErrorValue(error)
  // Of a file that was named a person reads where it was looked for, not that it is gone.
  const { path } = parseAddress(file)
  const isNowhere = code === 'file-not-found' && details !== 'ENOTDIR' && !existsSync(path)
  const message = isNowhere ? `There is no file at ${resolve(path)}.` : value.message
  if (isJson) await printLine(JSON.stringify({ file, error: { code, message } }))
  else printProgress(`${file}: ${message}${code === 'internal' && details !== null ? ` (${details})` : ''}`)
}

/** A number with its noun: `1 image`, `3 images`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Says that a request points to files which are written when it is sent, not when it is printed. */
export function tellUnwritten(paths: readonly string[]): void {
  const [first] = paths
  if (first === undefined) return
  printProgress(
    `The request points to ${counted(paths.length, 'file')} of complete tool output, such as ${first}: the app writes them before it sends this request. Nothing was written now.`,
  )
}
