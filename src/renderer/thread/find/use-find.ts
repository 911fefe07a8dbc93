import { useCallback, useEffect, useRef, useState } from 'react'
import { useIndexProgress } from '../../app/use-index-progress.ts'
import { useThread } from '../thread-context.ts'
import { FIRST_FIND, type FindQuestion, type FindState, placeNear, stepFind } from './find-state.ts'

const ASK_AFTER_MS = 80

/** What a person came with: words from Search, and the message they were found in. */
export interface FindStart {
  readonly text: string
  readonly index: number | null
}

/**
 * Asks the index which messages hold the words, and goes to one of them: the one nearest to `topIndex()` first. Asks
 * again when the thread grew or the index came further.
 */
export function useFind(start: FindStart, topIndex: () => number, messages: number) {
  const { store } = useThread()
  const [state, setState] = useState<FindState>({
    ...FIRST_FIND,
    text: start.text,
    // What was found may lie in any of them.
    hasThinking: start.index !== null,
  })
  const [near, setNear] = useState<number | null>(start.index)
  const isIndexing = useIndexProgress()?.isRunning ?? false
  /** The words of the answer before. */
  const asked = useRef('')
  const { text, hasTools, hasThinking } = state

  // biome-ignore lint/correctness/useExhaustiveDependencies: `messages` and `isIndexing` only ask once more.
  useEffect(() => {
    if (text.trim() === '') {
      setState((before) => ({ ...before, indexes: [], at: -1, indexed: 0 }))
      return
    }
    let isCurrent = true
    const timer = setTimeout(() => {
      store.client.request('search.find', { thread: store.thread, text, hasTools, hasThinking }).then(
        ({ indexes, indexed }) => {
          if (!isCurrent) return
          setState((before) => {
            const known = before.indexes[before.at]
            const wanted = near ?? known ?? topIndex()
            const at = placeNear(indexes, wanted)
            // More of a thread that grows is no reason to take the reader anywhere.
            const isSame = asked.current === text && indexes[at] === known
            asked.current = text
            return { ...before, indexes, indexed, at, shown: before.shown + (isSame ? 0 : 1) }
          })
          setNear(null)
        },
        // The bar says that nothing was found; the next letter asks again.
        () => isCurrent && setState((before) => ({ ...before, indexes: [], at: -1 })),
      )
    }, ASK_AFTER_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [store, text, hasTools, hasThinking, messages, isIndexing])

  const change = useCallback(
    (part: Partial<FindQuestion>) => setState((before) => ({ ...before, ...part })),
    [],
  )
  const step = useCallback((by: 1 | -1) => setState((before) => stepFind(before, by)), [])
  return { state, change, step }
}
