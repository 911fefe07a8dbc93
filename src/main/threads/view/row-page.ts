import type { Row, RowPage } from '../../../shared/thread/row.ts'
import type { ThreadFile } from '../thread-file.ts'
import { toRow } from './row.ts'
import { BODY_CHARS } from './text-body.ts'

/** Most bytes of one page as JSON; an answer over the bridge stays below 1 MB with room for its frame. */
export const PAGE_BYTES = 900_000

/** Texts are not cut shorter than this, in UTF-16 units, before rows are left out. */
const LEAST_CHARS = 400

function sizeOf(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row), 'utf8') + 1, 0)
}

/** Rows that fit, counted from the end or from the start. At least one. */
function fitting(rows: readonly Row[], keepsEnd: boolean): readonly Row[] {
  let left = PAGE_BYTES
  let count = 0
  for (const row of keepsEnd ? rows.toReversed() : rows) {
    left -= sizeOf([row])
    if (left < 0 && count > 0) break
    count += 1
  }
  return keepsEnd ? rows.slice(rows.length - count) : rows.slice(0, count)
}

interface Range {
  readonly from: number
  readonly to: number
}

function buildRows(file: ThreadFile, thread: string, range: Range, maxChars: number): readonly Row[] {
  const rows: Row[] = []
  for (let index = range.from; index < range.to; index += 1) rows.push(toRow(file, thread, index, maxChars))
  return rows
}

/** Length of texts that brings a page of `bytes` well below its limit, if texts are what makes it large. */
function shorterTexts(bytes: number): number {
  return Math.max(LEAST_CHARS, Math.floor((BODY_CHARS * PAGE_BYTES) / bytes / 2))
}

function buildPage(file: ThreadFile, thread: string, range: Range, keepsEnd: boolean): RowPage {
  let rows = buildRows(file, thread, range, BODY_CHARS)
  const bytes = sizeOf(rows)
  if (bytes > PAGE_BYTES) {
    rows = buildRows(file, thread, range, shorterTexts(bytes))
    if (sizeOf(rows) > PAGE_BYTES) rows = fitting(rows, keepsEnd)
  }
  return { from: rows[0]?.index ?? range.from, total: file.count, rows }
}

/**
 * Rows `from` to `from + limit`, clamped to the thread. When they would pass 900 KB, all their texts are cut
 * shorter, and only if that is not enough the page ends early.
 */
export function rowPage(file: ThreadFile, thread: string, from: number, limit: number): RowPage {
  const start = Math.min(Math.max(0, from), file.count)
  return buildPage(file, thread, { from: start, to: Math.min(start + limit, file.count) }, false)
}

/** The last `limit` rows, as a thread opens. */
export function lastRowPage(file: ThreadFile, thread: string, limit: number): RowPage {
  return buildPage(file, thread, { from: Math.max(0, file.count - limit), to: file.count }, true)
}
