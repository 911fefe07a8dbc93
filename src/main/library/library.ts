import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { ThreadTitle } from '../../shared/ipc/workspace.ts'
import type {
  FindAnswer,
  IndexProgress,
  SearchAnswer,
  SearchGroup,
  SearchHit,
  SearchOrder,
} from '../../shared/search/answer.ts'
import { markText } from '../../shared/search/mark-text.ts'
import { parseQuery } from '../../shared/search/parse-query.ts'
import { isEmptyQuery } from '../../shared/search/query.ts'
import { termPattern } from '../../shared/search/term-pattern.ts'
import type { Message } from '../../shared/thread/message.ts'
import { isIndexDamage, openIndexForReading } from './index-database.ts'
import { messageTexts } from './message-texts.ts'
import { BodyReader, type ResolveThread } from './query/body-reader.ts'
import type { RowGroup } from './query/collect-groups.ts'
import { bestSnippet, describeHit } from './query/describe-hits.ts'
import { createFindInThread, type FindInThread } from './query/find-in-thread.ts'
import type { MarksPort } from './query/hit-rows.ts'
import type { SearchScope } from './query/match-expression.ts'
import { searchRecent, type ThreadNow } from './query/recent-messages.ts'
import { IndexSearch, SHOWN_HITS } from './query/search-index.ts'
import { SourceShelf } from './query/source-shelf.ts'
import { findStored } from './query/stored-checkpoints.ts'
import { Vocabulary } from './query/vocabulary.ts'
import type { OpenThreadSource } from './thread-source.ts'

export interface LibraryPorts {
  readonly dataDir: string
  readonly resolve: ResolveThread
  readonly open: OpenThreadSource
  /** The open workspace's folder; null = none. */
  readonly root: () => string | null
  readonly marks: MarksPort
  /** The index turned out damaged while it was read: it has to be made anew. */
  readonly onDamage: () => void
}

export interface SearchInput {
  readonly text: string
  readonly scope: SearchScope
  readonly order: SearchOrder
  readonly groups: number
}

/** A message that the model finds in its own thread. */
export interface RecalledMessage {
  readonly index: number
  readonly role: Message['role']
  readonly snippet: string
}

interface OpenIndex {
  readonly db: Database
  readonly vocabulary: Vocabulary
  readonly search: IndexSearch
  readonly inThread: FindInThread
  readonly thread: (id: number) => ThreadRow | undefined
  readonly threadAt: (root: string, path: string) => ThreadRow | undefined
  readonly titles: (root: string, folder: string) => readonly ThreadTitle[]
}

interface ThreadRow {
  readonly root: string
  readonly path: string
  readonly folder: string
  readonly title: string
  readonly modifiedMs: number
  readonly sameOutside: string | null
}

/** A line of the tree shows less, and an answer stays small. */
const MOST_TITLE_CHARS = 200
const MOST_TITLES = 5_000

const NO_PROGRESS: IndexProgress = { indexed: 0, total: 0, isRunning: true }

/**
 * The reading side of the index. Until the indexer has made one, and while it makes a damaged one anew, nothing is
 * found and the progress says so. Texts come from the thread files, of the shown hits only.
 */
export class Library {
  readonly #ports: LibraryPorts
  readonly #shelf: SourceShelf
  #index: OpenIndex | null = null
  #progress: IndexProgress = NO_PROGRESS

  constructor(ports: LibraryPorts) {
    this.#ports = ports
    this.#shelf = new SourceShelf(ports.open)
  }

  get progress(): IndexProgress {
    return this.#progress
  }

  /** The indexer's word on how far it is. */
  noteProgress(progress: IndexProgress): void {
    this.#progress = progress
  }

  /** The indexer made the file anew: the one that is open here is not it any more. */
  reopen(): void {
    this.#closeIndex()
    this.#progress = NO_PROGRESS
  }

  /** Rejects when `signal` aborts. A query of nothing finds nothing. */
  async search(input: SearchInput, signal: AbortSignal): Promise<SearchAnswer> {
    const query = parseQuery(input.text)
    const nothing = { groups: [], hasMore: false, isNarrowed: false, bound: null, progress: this.#progress }
    if (isEmptyQuery(query)) return nothing
    // Whoever types on asks anew before this: an old question is never begun then.
    await setImmediate()
    signal.throwIfAborted()
    const bodies = new BodyReader(this.#ports.resolve, this.#shelf)
    try {
      const found = await this.#ask((index) =>
        index.search.search({ ...input, query, root: this.#ports.root() }, bodies, signal),
      )
      if (found === null) return nothing
      const patterns = query.terms.map(termPattern)
      const groups: SearchGroup[] = []
      for (const group of found.groups) {
        await setImmediate()
        const shown = await this.#describe(group, patterns, input.scope, bodies, signal)
        if (shown !== null) groups.push(shown)
      }
      const stored = findStored(this.#ports.marks.checkpoints(), query, patterns)
      for (const { thread, hit } of stored) this.#addStored(groups, thread, hit, patterns, input.groups)
      const { hasMore, isNarrowed, bound } = found
      return { groups, hasMore, isNarrowed, bound, progress: this.#progress }
    } finally {
      bodies.close()
    }
  }

  /** Titles of the threads of one folder of the workspace, as the index knows them; those without one are left out. */
  async titles(folder: string): Promise<readonly ThreadTitle[]> {
    const root = this.#ports.root()
    return root === null ? [] : ((await this.#read((index) => index.titles(root, folder))) ?? [])
  }

  /** Messages of one thread; filters of the text are not looked at. */
  async find(thread: string, text: string, scope: SearchScope): Promise<FindAnswer> {
    const { terms } = parseQuery(text)
    if (terms.length === 0) return { indexes: [], indexed: 0 }
    const found = await this.#ask((index) => {
      const { root, path } = this.#keyOf(thread)
      return index.inThread.find(root, path, terms, scope)
    })
    return found ?? { indexes: [], indexed: 0 }
  }

  /**
   * What the model asks for: the best messages of one thread, read as the thread has them now. What came since it was
   * indexed, the running turn among it, is looked through as it stands and comes first.
   */
  async recall(
    thread: string,
    text: string,
    limit: number,
    now: ThreadNow,
  ): Promise<{
    readonly hits: readonly RecalledMessage[]
    readonly total: number
    readonly isAny: boolean
  }> {
    const { terms } = parseQuery(text)
    const patterns = terms.map(termPattern)
    const { root, path } = this.#keyOf(thread)
    const asked = await this.#ask((index) => index.inThread.best(root, path, terms, limit))
    const found = asked ?? { indexes: [], total: 0, isAny: false, indexed: 0 }
    // The last one that was indexed may have got results since.
    const since = Math.max(0, found.indexed - 1)
    const recent = searchRecent(now, since, patterns)
    const isAny = found.isAny && recent.length === 0
    const former = found.isAny && !isAny ? [] : found.indexes
    const indexes = [...new Set([...recent, ...former])].filter((index) => index < now.count).slice(0, limit)
    const hits = indexes.map((index) => {
      const one = now.message(index)
      const { snippet } = bestSnippet(messageTexts(one), patterns, { hasTools: true, hasThinking: true })
      return { index, role: one.role, snippet: snippet.text }
    })
    const known = recent.filter((index) => former.includes(index)).length
    const total = recent.length + (found.isAny && !isAny ? 0 : found.total) - known
    return { hits, total, isAny }
  }

  close(): void {
    this.#closeIndex()
    this.#shelf.close()
  }

  #closeIndex(): void {
    this.#index?.db.close()
    this.#index = null
  }

  async #describe(
    group: RowGroup,
    patterns: readonly RegExp[],
    scope: SearchScope,
    bodies: BodyReader,
    signal: AbortSignal,
  ): Promise<SearchGroup | null> {
    const thread = this.#index?.thread(group.thread)
    // Taken out between the two questions.
    if (thread === undefined) return null
    const messages = group.rows.filter(({ role }) => role !== 'title')
    const hits = []
    for (const row of messages.slice(0, SHOWN_HITS)) {
      signal.throwIfAborted()
      const message = await bodies.read({ ...row, thread: thread.path })
      hits.push(describeHit(row, message, patterns, scope))
    }
    const { isComplete: isCountComplete } = group
    return { ...headOf(thread, patterns), hits, count: messages.length, isCountComplete }
  }

  /** Puts a checkpoint from beside the files into its thread's group, or into a group of its own behind the others. */
  #addStored(
    groups: SearchGroup[],
    path: string,
    hit: SearchHit,
    patterns: readonly RegExp[],
    most: number,
  ): void {
    const at = groups.findIndex(({ thread }) => thread === path)
    const known = groups[at]
    if (known !== undefined) {
      const hits = [...known.hits, hit].slice(0, SHOWN_HITS)
      groups[at] = { ...known, hits, count: known.count + 1 }
      return
    }
    const { root } = this.#keyOf(path)
    const thread = this.#index?.threadAt(root, path)
    if (thread === undefined || groups.length >= most) return
    groups.push({ ...headOf(thread, patterns), hits: [hit], count: 1, isCountComplete: true })
  }

  #keyOf(thread: string): { readonly root: string; readonly path: string } {
    // As the indexer writes it: absolute ids belong to no workspace.
    const isOutside = /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(thread)
    return { root: isOutside ? '' : (this.#ports.root() ?? ''), path: thread }
  }

  /** As `#read`, with the words that the indexer added. */
  #ask<T>(question: (index: OpenIndex) => T | Promise<T>): Promise<T | null> {
    return this.#read((index) => {
      index.vocabulary.refresh()
      return question(index)
    })
  }

  /** Null = there is no index that can be asked. */
  async #read<T>(question: (index: OpenIndex) => T | Promise<T>): Promise<T | null> {
    try {
      this.#index ??= openIndex(this.#ports)
      if (this.#index === null) return null
      return await question(this.#index)
    } catch (error) {
      if (!isIndexDamage(error)) throw error
      this.reopen()
      this.#ports.onDamage()
      return null
    }
  }
}

function headOf(thread: ThreadRow, patterns: readonly RegExp[]) {
  const { path, root, folder, title, modifiedMs, sameOutside } = thread
  const text = title === '' ? path.slice(path.lastIndexOf('/') + 1) : title
  return {
    thread: path,
    title: { text, marks: markText(text, patterns) },
    folder: root === '' ? null : folder,
    modifiedMs,
    sameOutside,
  }
}

function openIndex({ dataDir, marks }: LibraryPorts): OpenIndex | null {
  const db = openIndexForReading(dataDir)
  if (db === null) return null
  const vocabulary = new Vocabulary(db)
  const columns = `root, path, folder, title, modified_ms as modifiedMs,
    (select path from thread other where thread.root <> '' and other.root = '' and other.source_name <> ''
      and other.source_name = thread.source_name and other.messages <= thread.messages) as sameOutside`
  const thread = db.prepare<[number], ThreadRow>(`select ${columns} from thread where id = ?`)
  const threadAt = db.prepare<[string, string], ThreadRow>(
    `select ${columns} from thread where root = ? and path = ?`,
  )
  // The range of paths is what the unique index has; the folder leaves out what lies deeper.
  const titles = db.prepare<[string, string, string, string, number], ThreadTitle>(
    `select path, substr(title, 1, ${MOST_TITLE_CHARS}) as title from thread
     where root = ? and path >= ? and path < ? and folder = ? and title <> '' order by path limit ?`,
  )
  return {
    db,
    vocabulary,
    search: new IndexSearch(db, vocabulary, marks),
    inThread: createFindInThread(db, vocabulary),
    thread: (id) => thread.get(id),
    threadAt: (root, path) => threadAt.get(root, path),
    titles: (root, folder) => {
      const start = folder === '' ? '' : `${folder}/`
      return titles.all(root, start, `${start}\u{10ffff}`, folder, MOST_TITLES)
    },
  }
}
