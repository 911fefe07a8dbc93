import { closest } from './closest.ts'
import { letterDistance } from './letter-distance.ts'
import {
  FILTER_NAMES,
  type FilterName,
  HAS_VALUES,
  type QueryFilter,
  type QueryProblem,
  ROLE_VALUES,
  type Span,
} from './query.ts'
import { readDate } from './read-date.ts'

/** Names that other programs use, and what they are called here. */
const OTHER_NAMES: { readonly [name: string]: FilterName } = {
  from: 'role',
  by: 'role',
  in: 'folder',
  path: 'folder',
  since: 'after',
  until: 'before',
  is: 'has',
}

/** Filters whose values tell them from a sentence with a colon. */
const MISTYPED_NAMES = ['role', 'before', 'after'] as const

export type ReadFilter =
  | { readonly kind: 'filter'; readonly filter: QueryFilter }
  | { readonly kind: 'problem'; readonly problem: QueryProblem }

/**
 * One piece of a query as a filter; null = it is none. `piece` is `name:value`, or the name alone with its quoted
 * value beside it.
 */
export function readFilter(piece: string, quoted: string | null, span: Span): ReadFilter | null {
  const colon = quoted === null ? piece.indexOf(':') : piece.length
  if (colon < 1) return null
  const typedName = piece.slice(0, colon).toLowerCase()
  const value = (quoted ?? piece.slice(colon + 1)).trim()
  const name = FILTER_NAMES.find((known) => known === typedName)
  if (name !== undefined) return readValue(name, value, span)
  const other = Object.hasOwn(OTHER_NAMES, typedName) ? OTHER_NAMES[typedName] : undefined
  if (other === undefined && value !== '') return readMistyped(typedName, value, span)
  // `from:` alone is somebody who writes a sentence.
  if (other === undefined || value === '') return null
  const meant = readValue(other, value, span)
  if (meant.kind === 'problem' && meant.problem.fix === null) return null
  const fix = meant.kind === 'filter' ? write(other, value) : meant.problem.fix
  return { kind: 'problem', problem: { kind: 'other-name', name: other, fix, ...span } }
}

/** A name that is nearly a filter's, before a value that only this filter has: `roel:user`. */
function readMistyped(typedName: string, value: string, span: Span): ReadFilter | null {
  const name = MISTYPED_NAMES.find((known) => letterDistance(typedName, known) <= 2)
  if (name === undefined || readValue(name, value, span).kind !== 'filter') return null
  return { kind: 'problem', problem: { kind: 'other-name', name, fix: write(name, value), ...span } }
}

function readValue(name: FilterName, value: string, span: Span): ReadFilter {
  const problem = (kind: QueryProblem['kind'], fix: string | null): ReadFilter => ({
    kind: 'problem',
    problem: { kind, name, fix, ...span },
  })
  const filter = (read: QueryFilter): ReadFilter => ({ kind: 'filter', filter: read })
  if (value === '') return problem('no-value', null)
  switch (name) {
    case 'tool':
    case 'model':
    case 'folder':
      return filter({ name, value, ...span })
    case 'role': {
      const near = closest(value.toLowerCase(), ROLE_VALUES)
      if (near?.isSame === true) return filter({ name, value: near.value, ...span })
      return problem('unknown-value', near === null ? null : `role:${near.value}`)
    }
    case 'has': {
      const near = closest(value.toLowerCase(), HAS_VALUES)
      if (near?.isSame === true) return filter({ name, value: near.value, ...span })
      return problem('unknown-value', near === null ? null : `has:${near.value}`)
    }
    case 'before':
    case 'after': {
      const date = readDate(value)
      if (date === value) return filter({ name, value: date, ...span })
      return problem('bad-date', date === null ? null : `${name}:${date}`)
    }
  }
}

function write(name: FilterName, value: string): string {
  return /\s/.test(value) ? `${name}:"${value}"` : `${name}:${value}`
}
