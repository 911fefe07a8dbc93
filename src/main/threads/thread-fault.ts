import { basename } from 'node:path'
import { AppError, type ErrorCode } from '../../shared/ipc/errors.ts'
import { skipSpace } from './json/bytes.ts'
import { JsonFault } from './json/json-fault.ts'
import { checkJson } from './json/scan-thread.ts'
import { MAX_DEPTH, skipValue } from './json/skip-value.ts'

/** Line of a byte position, counted from 1. */
function lineAt(bytes: Uint8Array, position: number): number {
  let line = 1
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < position; at = bytes.indexOf(0x0a, at + 1)) line += 1
  return line
}

/** The error for a file that is no readable thread; its `params` hold the name and where it went wrong. */
export function threadError(
  code: ErrorCode,
  path: string,
  message: string,
  params: { readonly [name: string]: string | number } = {},
  cause?: unknown,
): AppError {
  return new AppError(code, message, { params: { name: basename(path), ...params }, cause })
}

/** Length of a byte order mark at the start: 3 or 0. */
export function byteOrderMarkLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  // JSON begins with an ASCII sign, which UTF-16 and UTF-32 write with zero bytes beside it.
  return bytes.length > 1 && (first === 0) !== (second === 0)
}

/** True when the bytes begin as the JSON object that every thread is. */
export function beginsAnObject(bytes: Uint8Array): boolean {
  return !isUtf16(bytes) && bytes[skipSpace(bytes, byteOrderMarkLength(bytes))] === 0x7b
}

/** First bytes of files whose content has to be taken out before it can be read (formats.md section 2). */
const WRAPPINGS: readonly { readonly sign: string; readonly code: ErrorCode; readonly message: string }[] = [
  { sign: 'SQLite format 3\0', code: 'file-database', message: 'The file is a database.' },
  { sign: '\x28\xb5\x2f\xfd', code: 'file-packed', message: 'The file is packed with zstd.' },
  { sign: '\x1f\x8b', code: 'file-packed', message: 'The file is packed with gzip.' },
]

/** Why a file with these first bytes holds no text of its own; null when they say nothing of that kind. */
export function wrappingFault(bytes: Uint8Array, path: string): AppError | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const found = WRAPPINGS.find(({ sign }) => head.startsWith(sign))
  return found === undefined ? null : threadError(found.code, path, found.message)
}

/** Throws when the bytes cannot be a thread whatever their grammar: empty, UTF-16, not an object. */
export function refuseForeignBytes(bytes: Uint8Array, path: string): void {
  // Zero bytes are what some file systems leave after a power loss.
  const hasContent = bytes.subarray(byteOrderMarkLength(bytes)).some((byte) => byte > 0x20)
  if (!hasContent) throw threadError('file-empty', path, 'The file is empty.')
  const fault = wrappingFault(bytes, path)
  if (fault !== null) throw fault
  if (isUtf16(bytes))
    throw threadError('file-encoding', path, 'The file is written in UTF-16. Save it as UTF-8 to open it.')
  const start = skipSpace(bytes, byteOrderMarkLength(bytes))
  if (bytes[start] === 0x7b) return
  try {
    checkJson(bytes, start)
  } catch (error) {
    throw faultError(error, bytes, path)
  }
  throw threadError('file-not-thread', path, 'The file is JSON, but not a thread.')
}

/** A text, a page or a picture was never meant to be JSON: where it stops being some helps nobody. */
function notJsonText(bytes: Uint8Array, where: string): string {
  const first = bytes[skipSpace(bytes, byteOrderMarkLength(bytes))]
  return first === 0x7b || first === 0x5b
    ? `The file is not valid JSON at ${where}.`
    : 'The file is in no format that can be read. “Transcripts of other tools” in the README lists them.'
}

function isSeveralValues(bytes: Uint8Array, fault: JsonFault): boolean {
  try {
    const start = skipSpace(bytes, byteOrderMarkLength(bytes))
    return bytes[fault.position] === 0x7b && skipValue(bytes, start) <= fault.position
  } catch {
    return false
  }
}

/** The error for what the scanner threw; anything but a JsonFault passes through. */
export function faultError(error: unknown, bytes: Uint8Array, path: string): unknown {
  if (!(error instanceof JsonFault)) return error
  const place = { position: error.position, line: lineAt(bytes, error.position) }
  const where = `line ${place.line}, byte ${place.position}`
  switch (error.kind) {
    case 'truncated':
      return threadError('file-truncated', path, `The file is cut off at ${where}.`, place, error)
    case 'too-deep':
      return threadError(
        'file-too-deep',
        path,
        `The file is nested more than ${MAX_DEPTH} levels deep at ${where}.`,
        { ...place, limit: MAX_DEPTH },
        error,
      )
    case 'syntax':
      if (isSeveralValues(bytes, error))
        return threadError(
          'file-not-thread',
          path,
          'The file holds several JSON values, not one thread.',
          place,
        )
      return threadError('file-not-json', path, notJsonText(bytes, where), place, error)
  }
}
