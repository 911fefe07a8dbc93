/** What a filter `has:` may ask for. */
export const HAS_VALUES = ['pin', 'checkpoint', 'image', 'error', 'tool'] as const

/** What a filter `role:` may ask for. */
export const ROLE_VALUES = ['user', 'assistant', 'checkpoint'] as const

/** Names of the filters, in the order they are offered. */
export const FILTER_NAMES = ['role', 'tool', 'model', 'folder', 'before', 'after', 'has'] as const

export type FilterName = (typeof FILTER_NAMES)[number]

/** A piece of the typed text, in UTF-16 units: from (inclusive) to (exclusive). */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Something that has to stand in the message. A word may also be a part of a longer one, a phrase may not. */
export interface QueryTerm extends Span {
  readonly kind: 'word' | 'phrase'
  readonly text: string
}

/** A day, a month or a year: `2026-03-01`, `2026-03`, `2026`. */
export type DateText = string

/** What the message, or its thread, has to be. Several of one name: any of them. */
export type QueryFilter = Span &
  (
    | { readonly name: 'role'; readonly value: (typeof ROLE_VALUES)[number] }
    | { readonly name: 'tool' | 'model' | 'folder'; readonly value: string }
    | { readonly name: 'before' | 'after'; readonly value: DateText }
    | { readonly name: 'has'; readonly value: (typeof HAS_VALUES)[number] }
  )

/** A filter that says nothing as it stands; it is left out. `fix` = what to write in its place, null = no idea. */
export interface QueryProblem extends Span {
  readonly kind: 'no-value' | 'unknown-value' | 'bad-date' | 'other-name'
  readonly name: FilterName
  readonly fix: string | null
}

/** What a person asked for. */
export interface SearchQuery {
  readonly terms: readonly QueryTerm[]
  readonly filters: readonly QueryFilter[]
  readonly problems: readonly QueryProblem[]
}

/** True when there is something to look for. */
export function isEmptyQuery({ terms, filters }: SearchQuery): boolean {
  return terms.length === 0 && filters.length === 0
}
