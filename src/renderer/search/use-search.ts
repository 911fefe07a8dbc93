import { useCallback, useEffect, useReducer, useState } from 'react'
import { useClient } from '../app/client-context.ts'
import { useIndexProgress } from '../app/use-index-progress.ts'
import { FIRST_STATE, type SearchQuestion, searchReducer } from './search-state.ts'

/** Typing goes on while this passes, in milliseconds. */
const ASK_AFTER_MS = 120

/** Asks while a person types; asks again when the index has come to its end. */
export function useSearch() {
  const client = useClient()
  const [state, tell] = useReducer(searchReducer, FIRST_STATE)
  const [attempt, setAttempt] = useState(0)
  const progress = useIndexProgress()
  const isIndexing = progress?.isRunning ?? false
  const { question } = state

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` and `isIndexing` only ask once more.
  useEffect(() => {
    if (question.text.trim() === '') return
    let isCurrent = true
    const timer = setTimeout(() => {
      client.request('search.query', question).then(
        (answer) => isCurrent && tell({ kind: 'answered', question, answer }),
        (error: unknown) => isCurrent && tell({ kind: 'failed', question, error }),
      )
    }, ASK_AFTER_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, question, attempt, isIndexing])

  const change = useCallback((part: Partial<SearchQuestion>) => tell({ kind: 'changed', change: part }), [])
  const retry = useCallback(() => {
    tell({ kind: 'asked' })
    setAttempt((count) => count + 1)
  }, [])
  return { state, change, retry, progress }
}
