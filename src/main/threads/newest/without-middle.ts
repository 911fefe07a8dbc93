import type { ByteSource } from '../byte-source.ts'
import { OPEN_BRACE, OPEN_BRACKET, QUOTE, skipSpace } from '../json/bytes.ts'
import { JsonFault } from '../json/json-fault.ts'
import { isKey, scanObject } from '../json/members.ts'
import { scanThread } from '../json/scan-thread.ts'
import { skipValue } from '../json/skip-value.ts'
import { byteOrderMarkLength } from '../thread-fault.ts'

/** What stands before the messages has to fit: prompt, tools, variables. */
const HEAD_BYTES = 4 << 20

/** Places that are tried as the beginning of a message. */
const MOST_TRIES = 40

/**
 * A native thread file without its older messages: everything before the first, then the messages that begin in the
 * last `endBytes`, and what stands behind them. It is a thread by itself. Null when the messages are not found so.
 */
export function withoutMiddle(source: ByteSource, endBytes: number): Uint8Array | null {
  const start = source.slice(0, Math.min(HEAD_BYTES, source.length))
  const messagesAt = firstMessageAt(start)
  if (messagesAt === null) return null
  const from = Math.max(messagesAt, source.length - endBytes)
  const end = source.slice(from, source.length)
  const head = start.subarray(0, messagesAt)
  let tries = 0
  for (const at of messageStarts(end)) {
    const bytes = Buffer.concat([head, end.subarray(at)])
    if (isThread(bytes)) return bytes
    tries += 1
    if (tries === MOST_TRIES) break
  }
  return null
}

/** Behind the bracket that opens `context.messages`; null when it is not in these bytes. */
function firstMessageAt(bytes: Uint8Array): number | null {
  let found: number | null = null
  const visitContext = (keyFrom: number, valueAt: number) => {
    if (!isKey(bytes, keyFrom, 'messages') || bytes[valueAt] !== OPEN_BRACKET)
      return skipValue(bytes, valueAt, 2)
    found = valueAt + 1
    throw new JsonFault('truncated', valueAt)
  }
  try {
    scanObject(bytes, skipSpace(bytes, byteOrderMarkLength(bytes)), 0, (keyFrom, valueAt) =>
      isKey(bytes, keyFrom, 'context') && bytes[valueAt] === OPEN_BRACE
        ? scanObject(bytes, valueAt, 1, visitContext)
        : skipValue(bytes, valueAt, 1),
    )
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
  }
  return found
}

/**
 * Places of braces that a message may open with: `"id"` or `"role"` follows as a key. Inside a JSON string a quote has
 * a backslash before it, so none of these stands in a text.
 */
function* messageStarts(bytes: Uint8Array): Generator<number> {
  for (let at = bytes.indexOf(OPEN_BRACE); at >= 0; at = bytes.indexOf(OPEN_BRACE, at + 1)) {
    const key = skipSpace(bytes, at + 1)
    if (bytes[key] === QUOTE && (isKey(bytes, key, 'id') || isKey(bytes, key, 'role')) && saysRole(bytes, at))
      yield at
  }
}

/** A tool call begins with its id too, but has no role. */
function saysRole(bytes: Uint8Array, at: number): boolean {
  let found = false
  try {
    scanObject(bytes, at, 3, (keyFrom, valueAt) => {
      found ||= isKey(bytes, keyFrom, 'role')
      return skipValue(bytes, valueAt, 4)
    })
    return found
  } catch (error) {
    if (error instanceof JsonFault) return false
    throw error
  }
}

/**
 * True when the brackets fit: as many close behind these messages as were opened before them, so they stand where the
 * thread's messages stand, and not deeper.
 */
function isThread(bytes: Uint8Array): boolean {
  try {
    const { messagesArray, starts } = scanThread(bytes, byteOrderMarkLength(bytes))
    return messagesArray !== null && starts.length > 0
  } catch (error) {
    if (error instanceof JsonFault) return false
    throw error
  }
}
