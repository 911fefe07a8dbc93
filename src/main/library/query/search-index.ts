import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { SearchOrder } from '../../../shared/search/answer.ts'
import { foldText } from '../../../shared/search/fold.ts'
import type { SearchQuery } from '../../../shared/search/query.ts'
import { messageTexts } from '../message-texts.ts'
import type { BodyReader } from './body-reader.ts'
import { type CollectedGroups, collectGroups, groupRows } from './collect-groups.ts'
import { createHitRows, type HitRow, type MarksPort } from './hit-rows.ts'
import { EVERY_MESSAGE, inThread, MOST_WORDS, matchExpression, type SearchScope } from './match-expression.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Messages read, and their size, for a term that the index knows nothing of. */
const MOST_SCANNED = 2_000
const MOST_SCANNED_BYTES = 24_000_000

/** Rows that are looked at where the best ones are asked for. */
const MOST_RANKED = 400

/** Hits of a group that are shown. */
export const SHOWN_HITS = 3

export interface IndexQuery {
  readonly query: SearchQuery
  readonly scope: SearchScope
  readonly order: SearchOrder
  readonly root: string | null
  /** Threads to answer with, at most. */
  readonly groups: number
}

export interface IndexAnswer extends CollectedGroups {
  readonly isNarrowed: boolean
}

/** A thread as the index names it. */
export interface NamedThread {
  readonly id: number
  readonly path: string
}

/** Asks the index for threads and messages, never for texts. */
export class IndexSearch {
  readonly #rows
  readonly #vocabulary: Vocabulary
  readonly #path
  readonly #before

  constructor(db: Database, vocabulary: Vocabulary, marks: MarksPort) {
    this.#rows = createHitRows(db, marks)
    this.#vocabulary = vocabulary
    // Rows of a thread lie together, but for what came to it later.
    this.#before = db
      .prepare<[number, number], number>(
        'select id from message where id < ? and thread <> ? order by id desc limit 1',
      )
      .pluck()
    this.#path = db.prepare<[number], string>('select path from thread where id = ?').pluck()
  }

  /** `bodies` is asked only for terms without letters and digits. */
  async search(input: IndexQuery, bodies: BodyReader, signal: AbortSignal): Promise<IndexAnswer> {
    const { query, scope, order, root, groups: most } = input
    const match = matchExpression(query.terms, query.filters, scope, this.#vocabulary, MOST_WORDS[order])
    const expression = match.text ?? EVERY_MESSAGE
    const ask = (text: string, limit: number, beforeId: number | null = null) =>
      this.#rows({ expression: text, filters: query.filters, root, order, beforeId, limit })
    if (match.unindexed.length > 0) {
      const wanted = match.unindexed.map(({ text }) => foldText(text))
      const rows = await this.#scan(ask(expression, MOST_SCANNED), wanted, scope, bodies, signal)
      return { ...groupRows(rows, most, rows.length < MOST_SCANNED), isNarrowed: true }
    }
    const { groups, hasMore } =
      order === 'newest'
        ? collectGroups(
            most,
            (beforeId, limit) => ask(expression, limit, beforeId),
            (row) => (this.#before.get(row.id, row.thread) ?? 0) + 1,
          )
        : this.#ranked(ask(expression, MOST_RANKED), most)
    const filled = groups.map((group) =>
      group.isComplete || group.rows.length >= SHOWN_HITS
        ? group
        : { ...group, rows: ask(inThread(expression, group.thread), SHOWN_HITS) },
    )
    return { groups: filled, hasMore, isNarrowed: match.isNarrowed }
  }

  #ranked(rows: readonly HitRow[], most: number): CollectedGroups {
    return groupRows(rows, most, rows.length < MOST_RANKED)
  }

  async #scan(
    rows: readonly HitRow[],
    wanted: readonly string[],
    scope: SearchScope,
    bodies: BodyReader,
    signal: AbortSignal,
  ): Promise<readonly HitRow[]> {
    const found: HitRow[] = []
    let bytes = 0
    for (const row of rows) {
      signal.throwIfAborted()
      const thread = this.#path.get(row.thread)
      if (thread === undefined || row.role === 'title') continue
      const message = await bodies.read({ ...row, thread })
      if (message === null) continue
      const { text, tool, thinking } = messageTexts(message)
      const all = foldText([text, scope.hasTools ? tool : '', scope.hasThinking ? thinking : ''].join('\n'))
      if (wanted.every((term) => all.includes(term))) found.push(row)
      bytes += all.length
      if (bytes > MOST_SCANNED_BYTES) break
      await setImmediate()
    }
    return found
  }
}
