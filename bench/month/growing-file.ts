import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { ServedTurn } from './model-script.ts'

interface StoredRecord {
  readonly role: string
  readonly content: readonly { readonly text?: string }[]
  readonly toolCalls?: readonly { readonly output?: unknown }[]
}

const ALL_BYTES_EVERY = 20
const NEAR_BYTES = 1024 * 1024

/** The end of a file: its bytes from `from` on. */
interface End {
  readonly from: number
  readonly bytes: Buffer
  /** Where its records end, in the file. */
  readonly recordsEnd: number
}

/**
 * A thread file that may only grow: looks at it after each turn and reads the records that are new. Every earlier byte
 * is compared with what stood there before now and then, at the other turns the last megabyte of them: the check
 * must not become the longest part of a turn.
 */
export class GrowingFile {
  private readonly path: string
  private last: End
  private checks = 0
  /** The file when all of its bytes were compared last. */
  private compared: End
  /** Records seen so far. */
  count = 0

  constructor(path: string) {
    this.path = path
    this.last = readEnd(path, 0)
    this.compared = this.last
  }

  get sizeBytes(): number {
    return this.last.from + this.last.bytes.length
  }

  /** Reads on; answers what is wrong with this turn, one line each. */
  check(question: string, served: ServedTurn, isStopped: boolean): readonly string[] {
    this.checks += 1
    const { last } = this
    const isWhole = this.checks % ALL_BYTES_EVERY === 0
    const now = readEnd(this.path, isWhole ? 0 : Math.max(0, last.recordsEnd - NEAR_BYTES))
    const problems: string[] = []
    if (!startsAs(now, last) || (isWhole && !startsAs(now, this.compared)))
      problems.push('earlier bytes of the file changed')
    if (isWhole) this.compared = now
    const added = slice(now, last.recordsEnd, now.recordsEnd).toString('utf8').replace(/^\s*,/, '')
    let records: readonly StoredRecord[] = []
    try {
      records = JSON.parse(`[${added}]`) as readonly StoredRecord[]
    } catch {
      problems.push(`what the turn added is no list of records: ${added.slice(0, 80)}`)
    }
    this.last = now
    this.count += records.length
    return [...problems, ...recordProblems(records, question, served, isStopped)]
  }

  /** The whole file parses, holds every record once, and begins as it did when all of it was compared. */
  checkWhole(): readonly string[] {
    const whole = readEnd(this.path, 0)
    const problems: string[] = []
    if (!startsAs(whole, this.compared)) problems.push('earlier bytes of the file changed')
    const messages = JSON.parse(whole.bytes.toString('utf8')).context.messages as readonly {
      readonly id: string
    }[]
    const ids = new Set(messages.map(({ id }) => id))
    if (messages.length !== this.count) problems.push(`${messages.length} records instead of ${this.count}`)
    if (ids.size !== messages.length) problems.push(`${messages.length - ids.size} ids twice`)
    return problems
  }
}

function readEnd(path: string, from: number): End {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - from))
    readSync(file, bytes, 0, bytes.length, from)
    return { from, bytes, recordsEnd: from + endOfRecords(bytes) }
  } finally {
    closeSync(file)
  }
}

function slice({ from, bytes }: End, start: number, end: number): Buffer {
  return bytes.subarray(start - from, end - from)
}

/** The records of `before` stand where they stood, as far as both know them. */
function startsAs(now: End, before: End): boolean {
  const from = Math.max(now.from, before.from)
  return slice(now, from, before.recordsEnd).equals(slice(before, from, before.recordsEnd))
}

function recordProblems(
  records: readonly StoredRecord[],
  question: string,
  served: ServedTurn,
  isStopped: boolean,
): readonly string[] {
  const problems: string[] = []
  const users = records.filter(({ role }) => role === 'user').map(textOf)
  if (records[0]?.role !== 'user' || users.length !== 1 || users[0] !== question)
    problems.push(`the person's message: ${JSON.stringify(users)} instead of ${JSON.stringify(question)}`)
  const replies = records.filter(({ role }) => role !== 'user')
  const serials = replies.flatMap((reply) => textOf(reply).match(/\[answer \d+\]/g) ?? [])
  if (new Set(serials).size !== serials.length) problems.push(`answers twice: ${serials.join(' ')}`)
  const calls = replies.flatMap(({ toolCalls }) => toolCalls ?? [])
  if (calls.some(({ output }) => output === undefined || output === null))
    problems.push('a call without a result')
  // What was under way when a person stopped may be there in part or not at all.
  const isExact = !isStopped
  if (isExact && serials.join() !== served.serials.join())
    problems.push(`answers ${serials.join()} instead of ${served.serials.join()}`)
  if (!isExact && serials.some((serial) => !served.serials.includes(serial)))
    problems.push('an answer of another turn')
  if (isExact && calls.length !== served.calls)
    problems.push(`${calls.length} calls instead of ${served.calls}`)
  return problems
}

function textOf({ content }: StoredRecord): string {
  return content.map(({ text }) => text ?? '').join('')
}

/** Behind the last record, or behind the bracket of an empty list; the thread of the month is written with two spaces. */
function endOfRecords(bytes: Buffer): number {
  const close = bytes.lastIndexOf('\n    ],\n    "variables"')
  return close >= 0 ? close : bytes.indexOf('"messages": [') + '"messages": ['.length
}
