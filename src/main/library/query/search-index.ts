import type { Database } from 'better-sqlite3'
import type { SearchBound, SearchOrder } from '../../../shared/search/answer.ts'
import type { QueryFilter, SearchQuery } from '../../../shared/search/query.ts'
import { wordsOf } from '../../../shared/search/words.ts'
import type { BodyReader } from './body-reader.ts'
import { type CollectedGroups, collectGroups, groupRows } from './collect-groups.ts'
import { createHitRows, type HitQuery, type HitRow, type HitRows, type MarksPort } from './hit-rows.ts'
import {
  EVERY_MESSAGE,
  inThreads,
  type MatchExpression,
  MOST_WORDS,
  matchExpression,
  type SearchScope,
  TITLES,
} from './match-expression.ts'
import { MOST_SCANNED, scanSigns } from './scan-signs.ts'
import { createThreadFilter, type ThreadFilter } from './thread-filter.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Rows that are looked at where the best ones are asked for. */
const MOST_SHOWN = 400
/** Rows that get a score, divided by the words that each is scored for: some 10 ms. */
const MOST_RANKED = 8_000
/** Titles, and messages that say it, which come first where none gets a score. */
const MOST_TITLES = 50
const MOST_SAID = 100
/** Threads that are named in the question itself; more are compared row by row. */
const MOST_NAMED = 64

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
  readonly bound: SearchBound | null
}

/** A question that is ready to be asked: the filters on threads are part of it. */
interface Question {
  readonly expression: string
  /** The same, of what was said alone. */
  readonly said: string
  readonly filters: readonly QueryFilter[]
  readonly root: string | null
  readonly threads: readonly number[] | null
}

/** Asks the index for threads and messages, never for texts. */
export class IndexSearch {
  readonly #rows: HitRows
  readonly #filter: ThreadFilter
  readonly #vocabulary: Vocabulary
  readonly #path
  readonly #before

  constructor(db: Database, vocabulary: Vocabulary, marks: MarksPort) {
    this.#rows = createHitRows(db, marks)
    this.#filter = createThreadFilter(db, marks)
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
    const threads = this.#filter(query.filters, root)
    if (threads?.length === 0) return { groups: [], hasMore: false, isNarrowed: false, bound: null }
    const match = matchExpression(query.terms, query.filters, scope, this.#vocabulary, MOST_WORDS[order])
    const words = match.text ?? EVERY_MESSAGE
    const isNamed = threads !== null && threads.length <= MOST_NAMED
    const within = (expression: string) => (isNamed ? inThreads(expression, threads) : expression)
    const question: Question = {
      expression: within(words),
      said: within(match.inText ?? words),
      filters: query.filters,
      root,
      threads: isNamed ? null : threads,
    }
    const { isNarrowed } = match
    if (match.unindexed.length > 0) {
      const rows = this.#rows.newest({ ...question, limit: MOST_SCANNED }, null)
      const terms = match.unindexed.map(({ text }) => text)
      const path = (id: number) => this.#path.get(id)
      const found = await scanSigns(rows, terms, scope, path, bodies, signal)
      const isAll = found.looked === rows.length && rows.length < MOST_SCANNED
      return {
        ...groupRows(found.rows, most, isAll),
        isNarrowed,
        bound: isAll ? null : { kind: 'scanned', messages: found.looked },
      }
    }
    if (order === 'best' && query.terms.length > 0)
      return { ...this.#best(question, match, query, most), isNarrowed }
    return { ...this.#fill(this.#newest(question, match, most), question), isNarrowed, bound: null }
  }

  #newest(question: Question, { isCostly }: MatchExpression, most: number): CollectedGroups {
    return collectGroups(
      most,
      (beforeId, limit) => this.#rows.newest({ ...question, limit }, beforeId),
      (row) => (this.#before.get(row.id, row.thread) ?? 0) + 1,
      isCostly,
    )
  }

  /**
   * By score, as long as not too many match: each costs time, and words that stand everywhere say little. Beyond that
   * titles come first, then what was said, then the rest, each newest first. So do phrases: a score of theirs looks at
   * every message of the index that has their words.
   */
  #best(
    question: Question,
    match: MatchExpression,
    { terms }: SearchQuery,
    most: number,
  ): CollectedGroups & { readonly bound: SearchBound | null } {
    const words = terms.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
    const ranked = Math.ceil(MOST_RANKED / Math.max(1, words))
    const rows = match.hasPhrases ? null : this.#ranked({ ...question, limit: MOST_SHOWN }, ranked)
    if (rows !== null)
      return { ...this.#fill(groupRows(rows, most, rows.length < MOST_SHOWN), question), bound: null }
    const newest = (expression: string, limit: number) =>
      this.#rows.newest({ ...question, expression, limit }, null)
    const titles = newest(`${TITLES} AND (${question.expression})`, MOST_TITLES)
    const first = [...titles, ...newest(question.said, MOST_SAID)]
    const { groups, hasMore } = this.#newest(question, match, most)
    const rest = groups.flatMap(({ rows }) => rows)
    const isAll = !hasMore && groups.every(({ isComplete }) => isComplete)
    const all = groupRows([...first, ...rest].filter(isFirst()), most, isAll)
    return {
      ...this.#fill({ ...all, hasMore: hasMore || all.hasMore }, question),
      bound: match.hasPhrases ? null : { kind: 'unranked', messages: ranked },
    }
  }

  /** Null = more than `most` match. A score looks at every message of the index that has the words. */
  #ranked(query: HitQuery, most: number): readonly HitRow[] | null {
    const { count, fromId } = this.#rows.span(query, most)
    if (fromId === null) return []
    return count > most ? null : this.#rows.best(query, most, fromId)
  }

  /** Shows enough of threads of which only some rows were asked for. */
  #fill({ groups, hasMore }: CollectedGroups, question: Question): CollectedGroups {
    const filled = groups.map((group) => {
      if (group.isComplete || group.rows.length >= SHOWN_HITS) return group
      const expression = inThreads(question.expression, [group.thread])
      return { ...group, rows: this.#more(group.rows, { ...question, expression }) }
    })
    return { groups: filled, hasMore }
  }

  #more(rows: readonly HitRow[], question: Question): readonly HitRow[] {
    return [...rows, ...this.#rows.newest({ ...question, limit: SHOWN_HITS }, null)].filter(isFirst())
  }
}

/** Of rows that come several times the first. */
function isFirst(): (row: HitRow) => boolean {
  const known = new Set<number>()
  return ({ id }) => !known.has(id) && known.add(id) !== undefined
}
