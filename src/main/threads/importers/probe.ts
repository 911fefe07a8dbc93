import type { JsonValue } from '../../../shared/thread/message.ts'
import type { ByteSource } from '../byte-source.ts'
import { skipSpace } from '../json/bytes.ts'
import { membersOf } from '../json/members.ts'
import { asObject } from '../native/json-shape.ts'
import { byteOrderMarkLength } from '../thread-fault.ts'
import { parsePrefix } from './parse-prefix.ts'
import { readLines } from './read-lines.ts'
import type { Probe, SourceFile } from './transcript.ts'

const LOOK_BYTES = 64 * 1024
const LOOK_LINES = 50
/** Lines are looked at up to here: the first ones of a session may hold whole files. */
const LOOK_LINE_BYTES = 8 * 1024 * 1024
/** Documents whose keys are looked for to their end. */
const KEYS_BYTES = 64 * 1024 * 1024

/** What detection may look at; reads no more of a large file than it needs (formats.md section 2). */
export function probeOf(files: readonly SourceFile[]): Probe {
  const file = files[0]
  if (file === undefined) return EMPTY
  const { bytes } = file
  const head = textOf(bytes, 0, Math.min(LOOK_BYTES, bytes.length))
  const tail = textOf(bytes, Math.max(0, bytes.length - LOOK_BYTES), bytes.length)
  const isJson = /^\s*[[{]/.test(head)
  const lines = isJson ? firstLines(beginning(bytes)) : []
  let keys: readonly string[] | null = null
  const value = isJson && lines.length <= 1 ? parsePrefix(head) : null
  return {
    name: file.name,
    head,
    tail,
    lines,
    value,
    get keys() {
      keys ??= keysOf(bytes, value)
      return keys
    },
    names: files.map(({ name }) => name),
  }
}

const EMPTY: Probe = { name: '', head: '', tail: '', lines: [], value: null, keys: [], names: [] }

function textOf(bytes: ByteSource, from: number, to: number): string {
  const text = Buffer.from(bytes.slice(from, to)).toString('utf8')
  return from === 0 ? text.replace(/^\ufeff/, '') : text
}

/** The part of a large file in which lines are looked at; the one it is cut in counts as cut. */
function beginning(bytes: ByteSource): ByteSource {
  return { ...bytes, length: Math.min(bytes.length, LOOK_LINE_BYTES) }
}

/**
 * Values of the first lines, when at least half of them are JSON by themselves: the first one may be damaged. A
 * document on one line counts as one line.
 */
function firstLines(bytes: ByteSource): readonly JsonValue[] {
  const values: JsonValue[] = []
  let looked = 0
  for (const line of readLines(bytes)) {
    if (looked === LOOK_LINES) break
    looked += 1
    try {
      values.push(JSON.parse(Buffer.from(line.bytes).toString('utf8')) as JsonValue)
    } catch {
      // Of a pretty-printed document hardly any line is JSON; the last line of a session may be cut.
      if (line.isLast && values.length > 0) looked -= 1
    }
  }
  const records = values.filter((value) => asObject(value) !== null || Array.isArray(value)).length
  return records * 2 > looked || (looked === 1 && records === 1) ? values : []
}

/**
 * Keys of the whole top-level object; those of the first part when the document is damaged further down, or larger
 * than what is worth reading for it.
 */
function keysOf(bytes: ByteSource, value: JsonValue): readonly string[] {
  const known = asObject(value)
  if (known === null) return []
  if (bytes.length <= LOOK_BYTES || bytes.length > KEYS_BYTES) return Object.keys(known)
  try {
    const all = bytes.slice(0, bytes.length)
    return membersOf(all, skipSpace(all, byteOrderMarkLength(all))).map(({ key }) => key)
  } catch {
    return Object.keys(known)
  }
}
