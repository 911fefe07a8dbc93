import type { SearchAnswer, SearchOrder } from '../../shared/search/answer.ts'

/** What a person asks, as it stands in the fields. */
export interface SearchQuestion {
  readonly text: string
  readonly hasTools: boolean
  readonly hasThinking: boolean
  readonly order: SearchOrder
  /** Threads to show, at most. */
  readonly groups: number
}

/** What came of it. While a newer question is asked the former answer stays. */
export interface SearchState {
  readonly question: SearchQuestion
  readonly phase: 'idle' | 'asking' | 'answered' | 'failed'
  readonly answer: SearchAnswer | null
  readonly error: unknown
}

export type SearchEvent =
  | { readonly kind: 'changed'; readonly change: Partial<SearchQuestion> }
  | { readonly kind: 'asked' }
  | { readonly kind: 'answered'; readonly question: SearchQuestion; readonly answer: SearchAnswer }
  | { readonly kind: 'failed'; readonly question: SearchQuestion; readonly error: unknown }

export const GROUPS_PER_PAGE = 20

export const FIRST_STATE: SearchState = {
  question: { text: '', hasTools: true, hasThinking: false, order: 'newest', groups: GROUPS_PER_PAGE },
  phase: 'idle',
  answer: null,
  error: null,
}

/** An answer to a question that was changed meanwhile is not taken. */
export function searchReducer(state: SearchState, event: SearchEvent): SearchState {
  switch (event.kind) {
    case 'changed': {
      const isPage = event.change.groups !== undefined
      const question = {
        ...state.question,
        ...(isPage ? {} : { groups: GROUPS_PER_PAGE }),
        ...event.change,
      }
      if (question.text.trim() === '') return { ...FIRST_STATE, question }
      return { ...state, question, phase: 'asking' }
    }
    case 'asked':
      return { ...state, phase: 'asking' }
    case 'answered':
      if (event.question !== state.question) return state
      return { ...state, phase: 'answered', answer: event.answer, error: null }
    case 'failed':
      if (event.question !== state.question) return state
      return { ...state, phase: 'failed', answer: null, error: event.error }
  }
}
