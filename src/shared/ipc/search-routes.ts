import { z } from 'zod'
import type { FindAnswer, FindPlaces, IndexProgress, SearchAnswer } from '../search/answer.ts'
import { route, type } from './route.ts'

const none = z.undefined()
const thread = z.string().min(1).max(4096)
const text = z.string().max(2_000)
const scope = { hasTools: z.boolean(), hasThinking: z.boolean() }

/** Searching: part of the list in `routes.ts`. Texts are in the language of `shared/search/parse-query.ts`. */
export const searchRoutes = {
  /** Threads of the open workspace and files opened from outside; `groups` = threads to answer with, at most. */
  'search.query': route({
    input: z.object({ text, ...scope, order: z.enum(['newest', 'best']), groups: z.int().min(1).max(200) }),
    output: type<SearchAnswer>(),
  }),
  /** Messages of one thread. Filters of the text are not looked at. */
  'search.find': route({ input: z.object({ thread, text, ...scope }), output: type<FindAnswer>() }),
  /** Parts of one message that hold the words. */
  'search.places': route({
    input: z.object({ thread, index: z.int().min(0), text }),
    output: type<FindPlaces>(),
  }),
  'search.progress': route({ input: none, output: type<IndexProgress>() }),
  /** What was searched for and led somewhere, newest first. */
  'search.recent': route({ input: none, output: type<readonly string[]>() }),
  'search.remember': route({ input: z.object({ text }), output: type<readonly string[]>() }),
  'search.forgetRecent': route({ input: none, output: type<readonly string[]>() }),
} as const
