import { createStore, type StoreApi } from 'zustand'
import type { CallBody, OpenedThread } from '../../shared/ipc/thread.ts'
import { unpackIndexes } from '../../shared/thread/packed-indexes.ts'
import type { Row } from '../../shared/thread/row.ts'
import type { Client } from '../bridge/client.ts'
import { both, grown, type News } from './thread-news.ts'

export type ThreadViewName = 'conversation' | 'model' | 'raw'

/** What one tab knows of its thread. `rows` holds only those near the reader, by message index. */
export interface ThreadState {
  readonly phase:
    | { readonly kind: 'loading' }
    | { readonly kind: 'failed'; readonly error: unknown }
    | { readonly kind: 'ready'; readonly opened: OpenedThread }
  readonly rows: ReadonlyMap<number, Row>
  /** First indexes of pages that could not be read. */
  readonly failedPages: ReadonlySet<number>
  /** Folds a person has opened or closed, by `foldKey`. */
  readonly folds: ReadonlyMap<string, boolean>
  readonly outside: 'changed' | 'removed' | 'restored' | null
  readonly view: ThreadViewName
  /** The row whose menu was asked for by the keyboard; null = none. */
  readonly menuRow: number | null
}

export interface ThreadStore extends StoreApi<ThreadState> {
  readonly thread: string
  readonly client: Client
  /** The id under which the rows of this moment are asked for: of a file that is being read, that of its newest part. */
  address(): string
  /** Reads the thread; also to read it again after it changed on disk, and when the whole is there. */
  open(): Promise<void>
  /** Nothing shows the thread any more. */
  close(): void
  /** What was still being read when it opened. */
  setMeasured(measured: Measured): void
  /**
   * Messages came to the end, or results to the last one: rows from `from` on are read and then shown at once. What
   * cannot be read stands as rows that can be asked for again.
   */
  append(from: number, total: number): Promise<void>
  /** Asks for the rows around a range and lets go of those far from it. */
  need(first: number, last: number): void
  retryPages(): void
  toggleFold(key: string, isOpen: boolean): void
  setView(view: ThreadViewName): void
  setMenuRow(index: number | null): void
  /** Body of one tool card; kept while among the forty asked for last. */
  callBody(index: number, call: number): Promise<CallBody>
}

/** What reading the whole file told, when it had this many messages. */
export interface Measured extends Pick<OpenedThread, 'tokens' | 'notes'> {
  readonly messages: number
}

/** Rows per request. */
export const PAGE_ROWS = 40
/** Rows kept on either side of the view; the others are read again when they come near. */
const KEPT_AROUND = 160
const MOST_BODIES = 40

/** One store per open thread. Nothing is read until `open` is called. */
export function createThreadStore(client: Client, thread: string): ThreadStore {
  const store = createStore<ThreadState>(() => ({
    phase: { kind: 'loading' },
    rows: new Map(),
    failedPages: new Set(),
    folds: new Map(),
    outside: null,
    view: 'conversation',
    menuRow: null,
  }))
  /** Pages that are being read, by number. Rows from `validBelow` on are new since they were asked for. */
  const inFlight = new Map<number, { validBelow: number }>()
  const bodies = new Map<string, Promise<CallBody>>()
  // Answers of an earlier opening must not mix with a newer one.
  let generation = 0
  let isOpening = false
  /** The file was measured while it was being opened: before or after the answer was made, nobody can tell. */
  let isMeasuredMeanwhile = false
  let wanted = { first: 0, last: 0 }
  /** What was told and is not read yet. */
  let news: News | null = null
  /** News that could not be read: facts about the thread are old from there on. */
  let lost: News | null = null
  let appending: Promise<void> | null = null
  /** So many messages are counted in the tokens. */
  let counted = 0

  const address = () => {
    const { phase } = store.getState()
    return (phase.kind === 'ready' ? phase.opened.newest : undefined) ?? thread
  }

  /** Reads from the first row that is missing to the end of the page; a page of large rows takes more than one answer. */
  async function readPage(page: number, from: number) {
    const asked = generation
    const end = (page + 1) * PAGE_ROWS
    const id = address()
    const reading = { validBelow: Number.POSITIVE_INFINITY }
    inFlight.set(page, reading)
    let isOutdated = false
    try {
      let answer = await client.request('thread.page', { thread: id, from, limit: end - from })
      const read = [...answer.rows]
      for (let next = from + read.length; next < Math.min(end, answer.total); next = from + read.length) {
        if (answer.rows.length === 0 || asked !== generation) break
        answer = await client.request('thread.page', { thread: id, from: next, limit: end - next })
        read.push(...answer.rows)
      }
      if (asked !== generation) return
      isOutdated = read.some(({ index }) => index >= reading.validBelow)
      store.setState((state) => {
        const rows = new Map(state.rows)
        // A row that is there stays the same object, so that it is not drawn again.
        for (const row of read)
          if (row.index < reading.validBelow && !rows.has(row.index)) rows.set(row.index, row)
        return { rows: near(rows) }
      })
    } catch {
      // Why it failed is shown by the row itself with a way to try again; one page must not take the rest along.
      if (asked === generation)
        store.setState((state) => ({ failedPages: new Set([...state.failedPages, page * PAGE_ROWS]) }))
    } finally {
      if (asked === generation) inFlight.delete(page)
    }
    if (isOutdated) need(wanted.first, wanted.last)
  }

  /** Without the rows that are far from the reader. The newest stay: what stands under them depends on them. */
  function near(rows: Map<number, Row>): ReadonlyMap<number, Row> {
    const { phase } = store.getState()
    const end = phase.kind === 'ready' ? phase.opened.messages - PAGE_ROWS : Number.POSITIVE_INFINITY
    for (const index of rows.keys())
      if (index < end && (index < wanted.first - KEPT_AROUND || index > wanted.last + KEPT_AROUND))
        rows.delete(index)
    return rows
  }

  function need(first: number, last: number) {
    const { phase, rows, failedPages } = store.getState()
    if (phase.kind !== 'ready') return
    wanted = { first, last }
    const end = Math.min(phase.opened.messages - 1, last)
    for (let page = Math.floor(first / PAGE_ROWS); page <= Math.floor(end / PAGE_ROWS); page += 1) {
      if (inFlight.has(page) || failedPages.has(page * PAGE_ROWS)) continue
      const low = Math.max(first, page * PAGE_ROWS)
      const high = Math.min(end, page * PAGE_ROWS + PAGE_ROWS - 1)
      for (let index = low; index <= high; index += 1)
        if (!rows.has(index)) {
          void readPage(page, index)
          break
        }
    }
  }

  /**
   * Everything that was told so far, one reading after the other. While the thread opens, or only its newest part is
   * there, it waits.
   */
  function readAllNews(): Promise<void> {
    appending ??= (async () => {
      while (news !== null && !isOpening && store.getState().phase.kind === 'ready' && address() === thread) {
        const next = both(news, lost)
        news = null
        // So much at once is told better by the thread itself, and so is what a failure left out.
        if (lost !== null || next.total - next.from > PAGE_ROWS) await reopen(next)
        else await readNews(next)
      }
    })().finally(() => {
      appending = null
    })
    return appending
  }

  async function readNews(next: News) {
    const asked = generation
    const read: Row[] = []
    try {
      while (next.from + read.length < next.total) {
        const from = next.from + read.length
        const answer = await client.request('thread.page', { thread, from, limit: next.total - from })
        if (answer.rows.length === 0 || asked !== generation) break
        read.push(...answer.rows)
      }
    } catch {
      if (asked === generation) return lose(next)
    }
    // The thread was opened again meanwhile: its answer may be older than this.
    if (asked !== generation) {
      news = both(next, news)
      return
    }
    forgetBodies(next.from)
    store.setState((state) => {
      if (state.phase.kind !== 'ready') return {}
      const rows = new Map(state.rows)
      const added = read.reduce((sum, row) => sum + row.tokens - tokensBefore(state.rows, row), 0)
      for (const index of rows.keys()) if (index >= next.from) rows.delete(index)
      for (const row of read) rows.set(row.index, row)
      const opened = grown(state.phase.opened, next, read, added)
      return { rows: near(rows), phase: { kind: 'ready', opened } }
    })
    counted = Math.max(counted, next.total)
  }

  /** What of a row's tokens is in the sum already. */
  function tokensBefore(rows: ReadonlyMap<number, Row>, row: Row): number {
    return row.index < counted ? (rows.get(row.index)?.tokens ?? row.tokens) : 0
  }

  /** The new rows cannot be read now: they stand there and can be asked for again. */
  function lose(next: News) {
    lost = both(next, lost)
    store.setState((state) => {
      if (state.phase.kind !== 'ready') return {}
      const rows = new Map(state.rows)
      for (const index of rows.keys()) if (index >= next.from) rows.delete(index)
      const failedPages = new Set(state.failedPages)
      for (let page = Math.floor(next.from / PAGE_ROWS); page * PAGE_ROWS < next.total; page += 1)
        failedPages.add(page * PAGE_ROWS)
      const opened = { ...state.phase.opened, messages: Math.max(state.phase.opened.messages, next.total) }
      return { rows, failedPages, phase: { kind: 'ready', opened } }
    })
  }

  function forgetBodies(from: number) {
    for (const key of bodies.keys()) if (Number.parseInt(key, 10) >= from) bodies.delete(key)
  }

  /** Asks for the thread again; rows before the news stay. A failure leaves the news lost and the thread readable. */
  async function reopen(next: News) {
    try {
      await ask(next.from)
    } catch {
      lose(next)
    }
  }

  /** Reads the thread; rows below `keepBelow` are still true. Rejects as the request does. */
  async function ask(keepBelow: number): Promise<void> {
    generation += 1
    const asked = generation
    inFlight.clear()
    isOpening = true
    try {
      let opened: OpenedThread
      do {
        isMeasuredMeanwhile = false
        const { prompts, ...answer } = await client.request('thread.open', { thread })
        opened = { ...answer, prompts: unpackIndexes(prompts) }
      } while (asked === generation && opened.tokens === null && isMeasuredMeanwhile)
      if (asked !== generation) return
      lost = null
      counted = opened.messages
      forgetBodies(keepBelow)
      const before = store.getState()
      const kept = [...before.rows].filter(([index]) => index < Math.min(keepBelow, opened.page.from))
      store.setState({
        phase: { kind: 'ready', opened },
        rows: new Map([...kept, ...opened.page.rows.map((row) => [row.index, row] as const)]),
        failedPages: new Set(),
        folds: foldsIn(before, opened),
        outside: null,
      })
      if (before.phase.kind === 'ready' && before.phase.opened.newest === opened.newest)
        need(wanted.first, wanted.last)
    } catch (error) {
      if (asked === generation) throw error
    } finally {
      if (asked === generation) isOpening = false
    }
  }

  return {
    ...store,
    thread,
    client,
    address,
    need,
    append(from, total) {
      for (const reading of inFlight.values()) reading.validBelow = Math.min(reading.validBelow, from)
      news = both({ from, total }, news)
      return readAllNews()
    },
    async open() {
      try {
        await ask(0)
      } catch (error) {
        news = null
        store.setState({ phase: { kind: 'failed', error } })
      }
      await readAllNews()
    },
    // A failure to close costs main some reading, nothing that a person could see.
    close: () => void client.request('thread.close', { thread }).catch(() => undefined),
    setMeasured({ tokens, notes, messages }) {
      isMeasuredMeanwhile = true
      const { phase } = store.getState()
      if (phase.kind !== 'ready' || isOpening) return
      const end = phase.opened.messages
      let sum = tokens ?? 0
      for (let index = messages; index < end; index += 1) sum += store.getState().rows.get(index)?.tokens ?? 0
      counted = Math.max(messages, end)
      store.setState({
        phase: { kind: 'ready', opened: { ...phase.opened, tokens: tokens === null ? null : sum, notes } },
      })
    },
    retryPages() {
      store.setState({ failedPages: new Set() })
      if (lost !== null) {
        news = both(lost, news)
        void readAllNews()
        return
      }
      need(wanted.first, wanted.last)
    },
    toggleFold: (key, isOpen) =>
      store.setState((state) => ({ folds: new Map(state.folds).set(key, isOpen) })),
    setView: (view) => store.setState({ view }),
    setMenuRow: (menuRow) => store.setState({ menuRow }),
    callBody(index, call) {
      const key = `${index}:${call}`
      const known = bodies.get(key)
      if (known !== undefined) return known
      const body = client.request('thread.call', { thread: address(), index, call })
      bodies.set(key, body)
      body.catch(() => bodies.delete(key))
      const oldest = bodies.keys().next()
      if (bodies.size > MOST_BODIES && oldest.done !== true) bodies.delete(oldest.value)
      return body
    },
  }
}

/** Folds of the newest part stay with their messages when the whole is there: those have other numbers then. */
function foldsIn({ phase, folds }: ThreadState, opened: OpenedThread): ThreadState['folds'] {
  if (phase.kind !== 'ready' || phase.opened.newest === undefined || opened.newest !== undefined) return folds
  const by = opened.messages - phase.opened.messages
  const moved = (key: string) =>
    key.replace(/^(thinking|call):(\d+)/, (_, kind, at) => `${kind}:${Number(at) + by}`)
  return new Map([...folds].map(([key, isOpen]) => [moved(key), isOpen]))
}
