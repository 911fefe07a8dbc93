import type { SearchHit } from '../../../shared/search/answer.ts'
import type { QueryFilter, SearchQuery } from '../../../shared/search/query.ts'
import { cutSnippet } from '../../../shared/search/snippet.ts'
import { dayRange } from './day-range.ts'
import { isInFolders } from './thread-filter.ts'

/** A checkpoint in a thread that stands: its text is in the checkpoint database, not in the thread's file. */
export interface StoredCheckpoint {
  /** Path in the open workspace, or an absolute one. */
  readonly thread: string
  /** The first message it leaves as it is; it is shown before that one. */
  readonly index: number
  readonly text: string
  readonly atMs: number
}

export interface StoredHit {
  readonly thread: string
  readonly hit: SearchHit
}

/** Those that hold all the terms and that the filters leave. They are few, so their texts are looked through. */
export function findStored(
  checkpoints: readonly StoredCheckpoint[],
  { terms, filters }: SearchQuery,
  patterns: readonly RegExp[],
): readonly StoredHit[] {
  if (terms.length === 0) return []
  return checkpoints.flatMap(({ thread, index, text, atMs }) => {
    if (!isLeft(thread, atMs, filters)) return []
    if (!patterns.every((pattern) => cutSnippet(text, [pattern]) !== null)) return []
    const snippet = cutSnippet(text, patterns, { isMarkdown: true })?.snippet
    return snippet === undefined
      ? []
      : [{ thread, hit: { index, role: 'checkpoint', place: 'text', snippet, atMs } as const }]
  })
}

function isLeft(thread: string, atMs: number, filters: readonly QueryFilter[]): boolean {
  const roles = filters.filter(({ name }) => name === 'role')
  if (roles.length > 0 && !roles.some(({ value }) => value === 'checkpoint')) return false
  const folders = filters.flatMap(({ name, value }) => (name === 'folder' ? [value] : []))
  if (!isInFolders(thread.slice(0, Math.max(0, thread.lastIndexOf('/'))), folders)) return false
  return filters.every((filter) => passes(atMs, filter))
}

function passes(atMs: number, { name, value }: QueryFilter): boolean {
  switch (name) {
    case 'before':
      return atMs < dayRange(value).from
    case 'after':
      return atMs >= dayRange(value).from
    case 'has':
      return value === 'checkpoint'
    case 'tool':
    case 'model':
      return false
    case 'role':
    case 'folder':
      return true
  }
}
