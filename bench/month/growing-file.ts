import { readFileSync } from 'node:fs'
import type { ServedTurn } from './model-script.ts'

interface StoredRecord {
  readonly role: string
  readonly content: readonly { readonly text?: string }[]
  readonly toolCalls?: readonly { readonly output?: unknown }[]
}

const ALL_BYTES_EVERY = 20
const NEAR_BYTES = 1024 * 1024

/**
 * A thread file that may only grow: looks at it after each turn, compares every earlier byte with what stood there
 * before, and reads the records that are new.
 */
export class GrowingFile {
  private readonly path: string
  private bytes: Buffer
  private end: number
  private checks = 0
  /** The file when all of its bytes were compared last, with where its records ended. */
  private compared: { readonly bytes: Buffer; readonly end: number }
  /** Records seen so far. */
  count = 0

  constructor(path: string) {
    this.path = path
    this.bytes = readFileSync(path)
    this.end = endOfRecords(this.bytes)
    this.compared = { bytes: this.bytes, end: this.end }
  }

  get sizeBytes(): number {
    return this.bytes.length
  }

  /**
   * Reads on; answers what is wrong with this turn, one line each. Every earlier byte is compared now and then, at the
   * other turns the last megabyte of them: the check must not become the longest part of a turn.
   */
  check(question: string, served: ServedTurn, isStopped: boolean): readonly string[] {
    const bytes = readFileSync(this.path)
    const end = endOfRecords(bytes)
    const problems: string[] = []
    if (!this.isAsBefore(bytes)) problems.push('earlier bytes of the file changed')
    const added = bytes.subarray(this.end, end).toString('utf8').replace(/^\s*,/, '')
    let records: readonly StoredRecord[] = []
    try {
      records = JSON.parse(`[${added}]`) as readonly StoredRecord[]
    } catch {
      problems.push(`what the turn added is no list of records: ${added.slice(0, 80)}`)
    }
    this.bytes = bytes
    this.end = end
    this.count += records.length
    return [...problems, ...recordProblems(records, question, served, isStopped)]
  }

  private isAsBefore(bytes: Buffer): boolean {
    const from = Math.max(0, this.end - NEAR_BYTES)
    const isNearSame = bytes.subarray(from, this.end).equals(this.bytes.subarray(from, this.end))
    this.checks += 1
    if (this.checks % ALL_BYTES_EVERY !== 0) return isNearSame
    const { compared } = this
    this.compared = { bytes, end: this.end }
    return isNearSame && bytes.subarray(0, compared.end).equals(compared.bytes.subarray(0, compared.end))
  }

  /** The whole file parses and holds every record once. */
  checkWhole(): readonly string[] {
    const messages = JSON.parse(this.bytes.toString('utf8')).context.messages as readonly {
      readonly id: string
    }[]
    const ids = new Set(messages.map(({ id }) => id))
    const problems: string[] = []
    if (messages.length !== this.count) problems.push(`${messages.length} records instead of ${this.count}`)
    if (ids.size !== messages.length) problems.push(`${messages.length - ids.size} ids twice`)
    return problems
  }
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
