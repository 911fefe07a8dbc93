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
  readonly outside: 'changed' | 'removed' | null
  readonly view: ThreadViewName
}

export interface ThreadStore extends StoreApi<ThreadState> {
  readonly thread: string
  readonly client: Client
  /** Reads the thread; also to read it again after it changed on disk. */
  open(): Promise<void>
  /** Asks for the rows around a range and lets go of those far from it. */
  need(first: number, last: number): void
  retryPages(): void
  toggleFold(key: string, isOpen: boolean): void
  setView(view: ThreadViewName): void
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
  }))
  const inFlight = new Set<number>()
  const bodies = new Map<string, Promise<CallBody>>()
  // Answers of an earlier opening must not mix with a newer one.
  let generation = 0
  let wanted = { first: 0, last: 0 }

  async function readPage(page: number) {
    const asked = generation
    inFlight.add(page)
    try {
      const answer = await client.request('thread.page', { thread, from: page * PAGE_ROWS, limit: PAGE_ROWS })
      if (asked !== generation) return
      store.setState((state) => {
        const rows = new Map(state.rows)
        for (const row of answer.rows) rows.set(row.index, row)
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
          void readPage(page)
          break
        }
    }
  }

  return {
    ...store,
    thread,
    client,
    need,
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
    retryPages() {
      store.setState({ failedPages: new Set() })
      need(wanted.first, wanted.last)
    },
    toggleFold: (key, isOpen) =>
      store.setState((state) => ({ folds: new Map(state.folds).set(key, isOpen) })),
    setView: (view) => store.setState({ view }),
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
