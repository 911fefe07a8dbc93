import type { QueryFilter, QueryProblem, QueryTerm, SearchQuery } from './query.ts'
import { readFilter } from './read-filter.ts'

/** Words a query may have; further ones are left out. Each costs time in the index. */
const MOST_TERMS = 24

/** A filter's name and sign, a quoted text, or anything up to the next space. Curly quotes come from phones. */
const PIECE = /(?:([a-z]+):)?(?:["“”]([^"“”]*)["“”]?)|(\S+)/giu

/**
 * Reads what was typed: words, "phrases" and `name:value` filters, in any order. Never fails: a colon that follows no
 * filter's name is part of a word, an open quote ends with the text, and a filter that says nothing becomes a problem.
 */
export function parseQuery(typed: string): SearchQuery {
  const terms: QueryTerm[] = []
  const filters: QueryFilter[] = []
  const problems: QueryProblem[] = []
  for (const match of typed.matchAll(PIECE)) {
    const [whole, name, quoted, plain] = match
    const span = { from: match.index, to: match.index + whole.length }
    const filter =
      quoted === undefined
        ? readFilter(plain ?? '', null, span)
        : name === undefined
          ? null
          : readFilter(name, quoted, span)
    if (filter?.kind === 'filter') filters.push(filter.filter)
    else if (filter?.kind === 'problem') problems.push(filter.problem)
    else if (quoted === undefined) terms.push({ kind: 'word', text: whole, ...span })
    else if (quoted.trim() !== '') terms.push({ kind: 'phrase', text: quoted.trim(), ...span })
  }
  return { terms: terms.slice(0, MOST_TERMS), filters, problems }
}
