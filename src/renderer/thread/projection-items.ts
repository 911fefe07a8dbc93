import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProjectionItem } from '../../shared/compact/preview.ts'
import type { RuntimeStore } from './runtime/runtime-store.ts'

const PAGE = 100

/** The next request as far as it was read. Items stay while newer ones are being read. */
export interface ProjectionItems {
  readonly items: ReadonlyMap<number, ProjectionItem>
  /** Null until the first page is there. */
  readonly total: number | null
  readonly tokens: number
  readonly error: unknown
}

const NOTHING: ProjectionItems = { items: new Map(), total: null, tokens: 0, error: null }

/**
 * Reads the pages that come into view, and reads them again when `revision` says that the request has changed. An
 * answer about an older request is dropped.
 */
export function useProjectionItems(
  runtime: RuntimeStore,
  revision: number,
): ProjectionItems & { readonly need: (first: number, last: number) => void; readonly retry: () => void } {
  const [read, setRead] = useState<ProjectionItems>(NOTHING)
  const [attempt, setAttempt] = useState(0)
  const pages = useRef(new Map<number, Promise<void>>())
  const wanted = useRef({ first: 0, last: PAGE - 1 })

  const readPage = useCallback(
    async (page: number, known: Map<number, Promise<void>>) => {
      try {
        const { thread } = runtime
        const answer = await runtime.client.request('projection.page', {
          thread,
          from: page * PAGE,
          limit: PAGE,
        })
        if (pages.current !== known) return
        setRead((before) => {
          const items = new Map([...before.items].filter(([index]) => index < answer.total))
          for (const [at, item] of answer.items.entries()) items.set(page * PAGE + at, item)
          return { items, total: answer.total, tokens: answer.tokens, error: null }
        })
      } catch (error) {
        if (pages.current === known) setRead((before) => ({ ...before, error }))
      }
    },
    [runtime],
  )
  const need = useCallback(
    (first: number, last: number) => {
      wanted.current = { first, last }
      const known = pages.current
      for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.max(first, last) / PAGE); page += 1)
        if (!known.has(page)) known.set(page, readPage(page, known))
    },
    [readPage],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: both only ask for the same pages once more.
  useEffect(() => {
    pages.current = new Map()
    need(wanted.current.first, wanted.current.last)
  }, [need, revision, attempt])

  return { ...read, need, retry: () => setAttempt(attempt + 1) }
}
