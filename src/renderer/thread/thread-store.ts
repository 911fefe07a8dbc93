import { createStore, type StoreApi } from 'zustand'
import type { CallBody, OpenedThread } from '../../shared/ipc/thread.ts'
import type { Row } from '../../shared/thread/row.ts'
import type { Client } from '../bridge/client.ts'

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
  /** Reads the thread; also to read it again after it changed on disk. */
  open(): Promise<void>
  /** Nothing shows the thread any more. */
  close(): void
  /** What was still being read when it opened. */
  setMeasured(measured: Pick<OpenedThread, 'tokens' | 'notes'>): void
  /** Messages came to the end, or results to the last one: rows from `from` on are read and then shown at once. */
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
  const inFlight = new Set<number>()
  const bodies = new Map<string, Promise<CallBody>>()
  // Answers of an earlier opening must not mix with a newer one.
  let generation = 0
  let wanted = { first: 0, last: 0 }
  /** What `append` was told while it was still reading. */
  let news: { from: number; total: number } | null = null
  let appending: Promise<void> | null = null

  /** Reads from the first row that is missing to the end of the page; a page of large rows takes more than one answer. */
  async function readPage(page: number, from: number) {
    const asked = generation
    const end = (page + 1) * PAGE_ROWS
    inFlight.add(page)
    try {
      let answer = await client.request('thread.page', { thread, from, limit: end - from })
      const read = [...answer.rows]
      for (let next = from + read.length; next < Math.min(end, answer.total); next = from + read.length) {
        if (answer.rows.length === 0 || asked !== generation) break
        answer = await client.request('thread.page', { thread, from: next, limit: end - next })
        read.push(...answer.rows)
      }
      if (asked !== generation) return
      store.setState((state) => {
        const rows = new Map(state.rows)
        // A row that is there stays the same object, so that it is not drawn again.
        for (const row of read) if (!rows.has(row.index)) rows.set(row.index, row)
        for (const index of rows.keys())
          if (index < wanted.first - KEPT_AROUND || index > wanted.last + KEPT_AROUND) rows.delete(index)
        return { rows }
      })
    } catch {
      // Why it failed is shown by the row itself with a way to try again; one page must not take the rest along.
      if (asked === generation)
        store.setState((state) => ({ failedPages: new Set([...state.failedPages, page * PAGE_ROWS]) }))
    } finally {
      if (asked === generation) inFlight.delete(page)
    }
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

  /** The newest rows, at most one page: those before them are read when a person comes near. */
  async function readNews({ from, total }: { readonly from: number; readonly total: number }) {
    const asked = generation
    const first = Math.max(from, total - PAGE_ROWS)
    const read: Row[] = []
    for (let next = first; next < total; next = first + read.length) {
      const answer = await client.request('thread.page', { thread, from: next, limit: total - next })
      read.push(...answer.rows)
      if (answer.rows.length === 0 || asked !== generation) break
    }
    if (asked !== generation) return
    for (const key of bodies.keys()) if (Number.parseInt(key, 10) >= from) bodies.delete(key)
    store.setState((state) => {
      if (state.phase.kind !== 'ready') return {}
      const rows = new Map(state.rows)
      for (const index of rows.keys()) if (index >= from) rows.delete(index)
      for (const row of read) rows.set(row.index, row)
      return { rows, phase: { kind: 'ready', opened: grown(state.phase.opened, from, total, read) } }
    })
  }

  return {
    ...store,
    thread,
    client,
    need,
    append(from, total) {
      news = news === null ? { from, total } : { from: Math.min(news.from, from), total }
      appending ??= (async () => {
        try {
          while (news !== null) {
            const next = news
            news = null
            await readNews(next)
          }
        } catch {
          // The rows stay to be asked for by scrolling; what was there is still true.
        } finally {
          appending = null
        }
      })()
      return appending
    },
    async open() {
      generation += 1
      const asked = generation
      inFlight.clear()
      bodies.clear()
      try {
        const opened = await client.request('thread.open', { thread })
        if (asked !== generation) return
        store.setState({
          phase: { kind: 'ready', opened },
          rows: new Map(opened.page.rows.map((row) => [row.index, row])),
          failedPages: new Set(),
          outside: null,
        })
      } catch (error) {
        if (asked === generation) store.setState({ phase: { kind: 'failed', error } })
      }
    },
    // A failure to close costs main some reading, nothing that a person could see.
    close: () => void client.request('thread.close', { thread }).catch(() => undefined),
    // While the thread is opening, this can only be about its former content.
    setMeasured({ tokens, notes }) {
      const { phase } = store.getState()
      if (phase.kind !== 'ready') return
      store.setState({ phase: { kind: 'ready', opened: { ...phase.opened, tokens, notes } } })
    },
    retryPages() {
      store.setState({ failedPages: new Set() })
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
      const body = client.request('thread.call', { thread, index, call })
      bodies.set(key, body)
      body.catch(() => bodies.delete(key))
      const oldest = bodies.keys().next()
      if (bodies.size > MOST_BODIES && oldest.done !== true) bodies.delete(oldest.value)
      return body
    },
  }
}

/** Facts about the thread after rows came to its end. */
function grown(opened: OpenedThread, from: number, total: number, read: readonly Row[]): OpenedThread {
  const prompts = [
    ...opened.prompts.filter((index) => index < from),
    ...read.filter((row) => row.kind === 'user' && row.role === 'prompt').map((row) => row.index),
  ]
  const added = read.reduce((sum, row) => (row.index >= opened.messages ? sum + row.tokens : sum), 0)
  const { compaction } = opened
  const isLonger = compaction.kind === 'unavailable' && compaction.reason !== 'read-only-format'
  return {
    ...opened,
    messages: total,
    prompts,
    turns: prompts.length,
    tokens: opened.tokens === null ? null : opened.tokens + added,
    ...(isLonger && prompts.length > 0
      ? {
          compaction:
            prompts.length > 1
              ? ({ kind: 'available', turns: prompts.length } as const)
              : ({ kind: 'unavailable', reason: 'too-few-turns', turns: 1 } as const),
        }
      : {}),
  }
}
