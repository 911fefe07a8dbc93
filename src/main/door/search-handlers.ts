import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import { parseQuery } from '../../shared/search/parse-query.ts'
import { termPattern } from '../../shared/search/term-pattern.ts'
import type { Library } from '../library/library.ts'
import { findPlaces } from '../library/query/find-places.ts'
import type { RecentSearches } from '../settings/recent-searches.ts'
import type { OpenThreads } from './open-threads.ts'
import type { ThreadPaths } from './thread-paths.ts'

type SearchHandlers = Pick<Handlers, Extract<keyof Handlers, `search.${string}`>>

export interface SearchDoor {
  readonly library: Library
  readonly recent: RecentSearches
  readonly threads: Pick<OpenThreads, 'opened'>
  readonly paths: Pick<ThreadPaths, 'resolve' | 'idOf'>
}

/** Routes of searching over all threads and of Find in one. */
export function searchHandlers({ library, recent, threads, paths }: SearchDoor): SearchHandlers {
  let asked: AbortController | null = null
  return {
    'search.query': ({ text, order, groups, hasTools, hasThinking }, { signal }) => {
      // There is one field to search in: whoever asks anew waits for the former answer no more.
      asked?.abort(new AppError('cancelled', 'Another question was asked.'))
      asked = new AbortController()
      const either = AbortSignal.any([signal, asked.signal])
      return library.search({ text, order, groups, scope: { hasTools, hasThinking } }, either)
    },
    'search.find': async ({ thread, text, hasTools, hasThinking }) =>
      library.find(paths.idOf(await paths.resolve(thread)), text, { hasTools, hasThinking }),
    'search.places': async ({ thread, index, text }) => {
      const file = await threads.opened(await paths.resolve(thread))
      if (index >= file.count) return { isInText: false, isInThinking: false, calls: [] }
      return findPlaces(file.readMessage(index), parseQuery(text).terms.map(termPattern))
    },
    'search.progress': async () => library.progress,
    'search.recent': async () => recent.list(),
    'search.remember': async ({ text }) => recent.remember(text),
    'search.forgetRecent': async () => recent.clear(),
  }
}
