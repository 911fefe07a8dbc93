import { useCallback, useEffect, useRef, useState } from 'react'
import type { ComparedMessage, ComparedState, ComparisonPage } from '../../shared/compact/comparison.ts'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import { useClient } from '../app/client-context.ts'

const PAGE = 60

export type ComparisonFilter = 'all' | ComparedState

/** What was read of a comparison. `items` by their place in the filtered list. */
export interface Comparison {
  /** Null until the first page is there; that of the former filter until this one's is. */
  readonly page: Omit<ComparisonPage, 'items'> | null
  /** Messages that this filter lets through; null = not known yet. */
  readonly total: number | null
  readonly items: ReadonlyMap<number, ComparedMessage>
  readonly error: ErrorValue | null
}

const NOTHING: Comparison = { page: null, total: null, items: new Map(), error: null }

/**
 * Reads a stored checkpoint's comparison page by page as it comes into view. Another filter begins anew; the counts
 * of the former one stay until then, and an answer to it is dropped.
 */
export function useComparison(
  thread: string,
  id: string,
  filter: ComparisonFilter,
): Comparison & { readonly need: (first: number, last: number) => void; readonly retry: () => void } {
  const client = useClient()
  const [read, setRead] = useState<Comparison>(NOTHING)
  const [attempt, setAttempt] = useState(0)
  const pages = useRef(new Set<number>())

  const readPage = useCallback(
    async (page: number, known: Set<number>) => {
      try {
        const offset = page * PAGE
        const input = { thread, id, filter, offset, limit: PAGE }
        const { items, ...rest } = await client.request('checkpoint.compare', input)
        if (pages.current !== known) return
        setRead((before) => {
          const all = new Map(before.items)
          for (const [at, item] of items.entries()) all.set(offset + at, item)
          return { page: rest, total: rest.total, items: all, error: null }
        })
      } catch (error) {
        if (pages.current !== known) return
        known.delete(page)
        setRead((before) => ({ ...before, error: toErrorValue(error) }))
      }
    },
    [client, thread, id, filter],
  )
  const need = useCallback(
    (first: number, last: number) => {
      const known = pages.current
      for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.max(first, last) / PAGE); page += 1)
        if (!known.has(page)) {
          known.add(page)
          void readPage(page, known)
        }
    },
    [readPage],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt asks for the same once more.
  useEffect(() => {
    pages.current = new Set()
    setRead((before) => ({ ...NOTHING, page: before.page }))
    need(0, 0)
  }, [need, attempt])

  return { ...read, need, retry: () => setAttempt(attempt + 1) }
}
