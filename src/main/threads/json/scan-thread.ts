import { type ByteRange, OPEN_BRACE, OPEN_BRACKET, skipSpace } from './bytes.ts'
import { decodeJson } from './decode-json.ts'
import { faultAt, JsonFault } from './json-fault.ts'
import { isKey, keyText, type Member, scanArray, scanObject } from './members.ts'
import { skipValue } from './skip-value.ts'

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

function scanMessages(bytes: Uint8Array, index: number): Messages {
  const starts: number[] = []
  const ends: number[] = []
  const roles: number[] = []
  let role = ROLE_OTHER
  const visitMember = (keyFrom: number, valueAt: number) => {
    const end = skipValue(bytes, valueAt, 4)
    if (isKey(bytes, keyFrom, 'role')) role = roleAt(bytes, valueAt, end)
    return end
  }
  const to = scanArray(
    bytes,
    index,
    2,
    (from, end) => {
      starts.push(from)
      ends.push(end)
      roles.push(role)
      role = ROLE_OTHER
    },
    (from) =>
      bytes[from] === OPEN_BRACE ? scanObject(bytes, from, 3, visitMember) : skipValue(bytes, from, 3),
  )
  return { array: { from: index, to }, starts, ends, roles }
}

function scanContext(bytes: Uint8Array, index: number): { context: Context; to: number } {
  const members: Member[] = []
  let messages: Messages | null = null
  const to = scanObject(bytes, index, 1, (from, valueAt) => {
    const key = keyText(bytes, from)
    let end: number
    if (key === 'messages') {
      messages = bytes[valueAt] === OPEN_BRACKET ? scanMessages(bytes, valueAt) : null
      end = messages?.array.to ?? skipValue(bytes, valueAt, 2)
    } else end = skipValue(bytes, valueAt, 2)
    members.push({ key, from, value: { from: valueAt, to: end } })
    return end
  })
  return { context: { members, messages }, to }
}

/**
 * Finds the range of every message and member of a thread without building values. One pass, no recursion;
 * checks the grammar of the whole text. `index` = behind a byte order mark. Throws JsonFault.
 */
export function scanThread(bytes: Uint8Array, index = 0): ThreadScan {
  const members: Member[] = []
  let context: Context | null = null
  let blobMembers: Member[] = []
  const from = skipSpace(bytes, index)
  const to = scanObject(bytes, from, 0, (keyFrom, valueAt) => {
    const key = keyText(bytes, keyFrom)
    let end: number
    if (key === 'context') {
      if (bytes[valueAt] === OPEN_BRACE) {
        const scanned = scanContext(bytes, valueAt)
        context = scanned.context
        end = scanned.to
      } else {
        context = null
        end = skipValue(bytes, valueAt, 1)
      }
    } else if (key === 'blobs' && bytes[valueAt] === OPEN_BRACE) {
      blobMembers = []
      end = scanObject(bytes, valueAt, 1, (blobFrom, blobAt) => {
        const blobTo = skipValue(bytes, blobAt, 2)
        blobMembers.push({
          key: keyText(bytes, blobFrom),
          from: blobFrom,
          value: { from: blobAt, to: blobTo },
        })
        return blobTo
      })
    } else end = skipValue(bytes, valueAt, 1)
    members.push({ key, from: keyFrom, value: { from: valueAt, to: end } })
    return end
  })
  const rest = skipSpace(bytes, to)
  if (rest < bytes.length) throw new JsonFault('syntax', rest)
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
