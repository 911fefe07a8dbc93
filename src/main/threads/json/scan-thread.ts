import { runSteps, type Steps } from '../../compaction/steps.ts'
import { ByteWindow } from './byte-window.ts'
import { type ByteRange, CLOSE_OFFSET, COMMA, OPEN_BRACE, OPEN_BRACKET, skipSpace } from './bytes.ts'
import { decodeJson } from './decode-json.ts'
import { faultAt, JsonFault } from './json-fault.ts'
import { isKey, keyText, type Member, scanObject } from './members.ts'
import { skipKey, skipValue } from './skip-value.ts'

/** Roles as the scanner notes them; `ROLE_OTHER` stands for everything else, also for no object at all. */
export const ROLE_OTHER = 0
export const ROLE_USER = 1
export const ROLE_ASSISTANT = 2

/** Where everything stands in the bytes of a thread file. All positions count from the first byte. */
export interface ThreadScan {
  /** From `{` to behind `}`. */
  readonly root: ByteRange
  readonly members: readonly Member[]
  /** Members of the `context` that counts; null when there is none. */
  readonly context: readonly Member[] | null
  /** From `[` to behind `]`; null when the file has no `context.messages` array. */
  readonly messagesArray: ByteRange | null
  /** Start and end of every message, by index. */
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** Role of every message, by index: one of the `ROLE_` constants. */
  readonly roles: Uint8Array
  /** Value of each entry of `blobs`, by its key; the last of equal keys counts. */
  readonly blobs: ReadonlyMap<string, ByteRange>
  /** Keys that stand more than once at the top level, in `context` or in `blobs`. */
  readonly duplicateKeys: number
}

interface Messages {
  readonly array: ByteRange
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly roles: readonly number[]
}

interface Context {
  readonly members: readonly Member[]
  readonly messages: Messages | null
}

function repeats(members: readonly Member[]): number {
  return members.length - new Set(members.map((member) => member.key)).size
}

function roleAt(bytes: Uint8Array, from: number, to: number): number {
  // A plain string value is compared as keys are; only odd ones are decoded.
  if (isKey(bytes, from, 'assistant')) return ROLE_ASSISTANT
  if (isKey(bytes, from, 'user')) return ROLE_USER
  const role = decodeJson(bytes, { from, to })
  return role === 'user' ? ROLE_USER : role === 'assistant' ? ROLE_ASSISTANT : ROLE_OTHER
}

/** Bytes of messages between two rests of a scan: about a millisecond. */
const STEP_BYTES = 256 * 1024

/** Gets each message as it is passed; the bytes are only there during the call. */
export type OnMessage = (index: number, role: number, bytes: Uint8Array) => void

function* scanMessages(window: ByteWindow, index: number, onMessage: OnMessage): Steps<Messages> {
  const starts: number[] = []
  const ends: number[] = []
  const roles: number[] = []
  let role = ROLE_OTHER
  let text: Uint8Array = new Uint8Array(0)
  const visitMember = (keyFrom: number, valueAt: number) => {
    const end = skipValue(text, valueAt, 4)
    if (isKey(text, keyFrom, 'role')) role = roleAt(text, valueAt, end)
    return end
  }
  const skipMessage = (bytes: Uint8Array, from: number) => {
    role = ROLE_OTHER
    text = bytes
    return bytes[from] === OPEN_BRACE ? scanObject(bytes, from, 3, visitMember) : skipValue(bytes, from, 3)
  }
  let at = window.skipSpace(index + 1)
  let rested = at
  if (window.byte(at) === OPEN_BRACKET + CLOSE_OFFSET)
    return { array: { from: index, to: at + 1 }, starts, ends, roles }
  for (;;) {
    const from = at
    const to = window.skip(from, skipMessage)
    window.look(from, (bytes, start) =>
      onMessage(starts.length, role, bytes.subarray(start, start + to - from)),
    )
    starts.push(from)
    ends.push(to)
    roles.push(role)
    at = window.skipSpace(to)
    const next = window.byte(at)
    if (next === OPEN_BRACKET + CLOSE_OFFSET)
      return { array: { from: index, to: at + 1 }, starts, ends, roles }
    if (next !== COMMA) throw window.faultAt(at)
    at = window.skipSpace(at + 1)
    if (at - rested < STEP_BYTES) continue
    rested = at
    yield
  }
}

/** Position behind the object at `index`. `visit` gets each member as it comes, and gives the end of its value. */
function* eachMember(
  window: ByteWindow,
  index: number,
  visit: (key: string, keyFrom: number, valueAt: number) => Steps<number>,
): Steps<number> {
  if (window.byte(index) !== OPEN_BRACE) throw window.faultAt(index)
  let at = window.skipSpace(index + 1)
  if (window.byte(at) === OPEN_BRACE + CLOSE_OFFSET) return at + 1
  for (;;) {
    const keyFrom = at
    const behind = window.skip(keyFrom, skipKey)
    const key = window.look(keyFrom, keyText)
    at = window.skipSpace(yield* visit(key, keyFrom, window.skipSpace(behind)))
    const next = window.byte(at)
    if (next === OPEN_BRACE + CLOSE_OFFSET) return at + 1
    if (next !== COMMA) throw window.faultAt(at)
    at = window.skipSpace(at + 1)
    yield
  }
}

/** Position behind the value at `index`, with `depth` containers open around it. */
function skipAt(window: ByteWindow, index: number, depth: number): number {
  return window.skip(index, (bytes, at) => skipValue(bytes, at, depth))
}

function* scanContext(window: ByteWindow, index: number, onMessage: OnMessage): Steps<Context & ByteRange> {
  const members: Member[] = []
  let messages: Messages | null = null
  const to = yield* eachMember(window, index, function* visit(key, from, valueAt) {
    let end: number
    if (key === 'messages' && window.byte(valueAt) === OPEN_BRACKET) {
      messages = yield* scanMessages(window, valueAt, onMessage)
      end = messages.array.to
    } else {
      if (key === 'messages') messages = null
      end = skipAt(window, valueAt, 2)
    }
    members.push({ key, from, value: { from: valueAt, to: end } })
    return end
  })
  return { members, messages, from: index, to }
}

function* scanBlobs(window: ByteWindow, index: number, members: Member[]): Steps<number> {
  return yield* eachMember(window, index, function* visit(key, from, valueAt) {
    const to = skipAt(window, valueAt, 2)
    members.push({ key, from, value: { from: valueAt, to } })
    yield
    return to
  })
}

/**
 * Finds the range of every message and member of a thread without building values. One pass, no recursion;
 * checks the grammar of the whole text. `index` = behind a byte order mark. Throws JsonFault.
 */
export function scanThread(bytes: Uint8Array, index = 0): ThreadScan {
  const source = { length: bytes.length, slice: (from: number, to: number) => bytes.subarray(from, to) }
  return runSteps(scanThreadSteps(new ByteWindow(source, bytes.length), index))
}

/** The same in small steps, over a text that is not in memory. A context that is repeated is told to `onMessage` too. */
export function* scanThreadSteps(
  window: ByteWindow,
  index = 0,
  onMessage: OnMessage = () => undefined,
): Steps<ThreadScan> {
  const members: Member[] = []
  let context: Context | null = null
  let blobMembers: Member[] = []
  const from = window.skipSpace(index)
  const to = yield* eachMember(window, from, function* visit(key, keyFrom, valueAt) {
    const isObject = window.byte(valueAt) === OPEN_BRACE
    let end: number
    if (key === 'context' && isObject) {
      const scanned = yield* scanContext(window, valueAt, onMessage)
      context = scanned
      end = scanned.to
    } else if (key === 'blobs' && isObject) {
      blobMembers = []
      end = yield* scanBlobs(window, valueAt, blobMembers)
    } else {
      if (key === 'context') context = null
      end = skipAt(window, valueAt, 1)
    }
    members.push({ key, from: keyFrom, value: { from: valueAt, to: end } })
    return end
  })
  const rest = window.skipSpace(to)
  if (rest < window.length) throw new JsonFault('syntax', rest)
  return finish({ from, to }, members, context, blobMembers)
}

function finish(
  root: ByteRange,
  members: readonly Member[],
  context: Context | null,
  blobMembers: readonly Member[],
): ThreadScan {
  return {
    root,
    members,
    context: context?.members ?? null,
    messagesArray: context?.messages?.array ?? null,
    starts: Float64Array.from(context?.messages?.starts ?? []),
    ends: Float64Array.from(context?.messages?.ends ?? []),
    roles: Uint8Array.from(context?.messages?.roles ?? []),
    blobs: new Map(blobMembers.map((member) => [member.key, member.value])),
    duplicateKeys: repeats(members) + repeats(context?.members ?? []) + repeats(blobMembers),
  }
}

/** Checks one JSON value that fills the bytes but for white space. Throws JsonFault. */
export function checkJson(bytes: Uint8Array, index = 0): void {
  const rest = skipSpace(bytes, skipValue(bytes, skipSpace(bytes, index)))
  if (rest < bytes.length) throw faultAt(bytes, rest)
}
