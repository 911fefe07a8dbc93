import type { Database } from 'better-sqlite3'
import type { FindAnswer } from '../../../shared/search/answer.ts'
import type { QueryTerm } from '../../../shared/search/query.ts'
import { inThreads, MOST_WORDS, matchExpression, type SearchScope } from './match-expression.ts'
import type { Vocabulary } from './vocabulary.ts'

/** More messages than anybody steps through. */
const MOST_FOUND = 10_000

/** The best messages of a thread, and how many there are. */
export interface BestInThread {
  readonly indexes: readonly number[]
  readonly total: number
  /** No message has all of the terms; these have some. */
  readonly isAny: boolean
  /** Messages of the thread that are in the index. */
  readonly indexed: number
}

export interface FindInThread {
  /** Message indexes in thread order. */
  find(root: string, path: string, terms: readonly QueryTerm[], scope: SearchScope): FindAnswer
  /** The best ones, at most `limit`, and how many there are; with any of the terms where none has all (`isAny`). */
  best(root: string, path: string, terms: readonly QueryTerm[], limit: number): BestInThread
}

/** Finds messages of one thread. A term without letters and digits finds nothing here. */
export function createFindInThread(db: Database, vocabulary: Vocabulary): FindInThread {
  const threadOf = db.prepare<[string, string], { readonly id: number; readonly messages: number }>(
    'select id, messages from thread where root = ? and path = ?',
  )
  const indexes = db
    .prepare<[string, number], number>(
      `select m.message_index from body b cross join message m on m.id = b.rowid
       where body match ? and m.message_index >= 0 order by m.message_index limit ?`,
    )
    .pluck()
  const ranked = db
    .prepare<[string, number], number>(
      `select m.message_index from body b cross join message m on m.id = b.rowid
       where body match ? and m.message_index >= 0
       order by bm25(body, 1.0, 3.0, 1.0, 0.0, 0.0), b.rowid desc limit ?`,
    )
    .pluck()
  const count = db.prepare<[string], number>('select count(*) from body where body match ?').pluck()
  const write = (
    terms: readonly QueryTerm[],
    scope: SearchScope,
    most: number,
    joinedBy: 'AND' | 'OR' = 'AND',
  ) => {
    const match = matchExpression(terms, [], scope, vocabulary, most, joinedBy)
    return match.unindexed.length > 0 && joinedBy === 'AND' ? null : match.text
  }
  return {
    find(root, path, terms, scope) {
      const thread = threadOf.get(root, path)
      const text = write(terms, scope, MOST_WORDS.newest)
      if (thread === undefined || text === null) return { indexes: [], indexed: thread?.messages ?? 0 }
      return { indexes: indexes.all(inThreads(text, [thread.id]), MOST_FOUND), indexed: thread.messages }
    },
    best(root, path, terms, limit) {
      const thread = threadOf.get(root, path)
      const indexed = thread?.messages ?? 0
      for (const joinedBy of ['AND', 'OR'] as const) {
        const text = write(terms, { hasTools: true, hasThinking: true }, MOST_WORDS.best, joinedBy)
        if (thread === undefined || text === null) continue
        const expression = inThreads(text, [thread.id])
        const found = ranked.all(expression, limit)
        if (found.length > 0)
          return { indexes: found, total: count.get(expression) ?? 0, isAny: joinedBy === 'OR', indexed }
      }
      return { indexes: [], total: 0, isAny: false, indexed }
    },
  }
}
