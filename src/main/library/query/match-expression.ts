import { type QueryFilter, type QueryTerm, ROLE_VALUES } from '../../../shared/search/query.ts'
import { SHORTEST_PART } from '../../../shared/search/term-pattern.ts'
import { type Word, wordsOf } from '../../../shared/search/words.ts'
import { facet } from '../facets.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Texts that are searched. */
export interface SearchScope {
  readonly hasTools: boolean
  readonly hasThinking: boolean
}

/** A query in the index's language. */
export interface MatchExpression {
  /** Null = no word and no facet is asked for. */
  readonly text: string | null
  /** The same where the terms stand in what was said; null = there is none that the index knows. */
  readonly inText: string | null
  /** Only some of the words that hold a part are in it. */
  readonly isNarrowed: boolean
  /** Words have to stand beside each other, which takes time for each message that has them. */
  readonly hasPhrases: boolean
  /** The index puts lists of many words together each time it is asked. */
  readonly isCostly: boolean
  /** Terms without letters and digits: the index knows nothing of them. */
  readonly unindexed: readonly QueryTerm[]
}

/** Words that the last one of several may be the beginning of, before they are left to the index. */
const MOST_ENDINGS = 16

type Words = Pick<Vocabulary, 'holding' | 'endingWith' | 'startingWith'>

/** Words beside the typed one that a part of a word may stand for. Each costs time in every query. */
export const MOST_WORDS = { newest: 64, best: 10 } as const

/**
 * Writes a query for FTS5: all terms, each in any of its forms, and any of the values of each filter that is a facet.
 * `joinedBy` OR: any of the terms. Everything that was typed is quoted, so that no sign of it is read as an operator.
 */
export function matchExpression(
  terms: readonly QueryTerm[],
  filters: readonly QueryFilter[],
  scope: SearchScope,
  vocabulary: Words,
  mostWords: number,
  joinedBy: 'AND' | 'OR' = 'AND',
): MatchExpression {
  const columns = `title text${scope.hasTools ? ' tool' : ''}${scope.hasThinking ? ' thinking' : ''}`
  const pieces: string[] = []
  const alone: string[] = []
  const unindexed: QueryTerm[] = []
  let isNarrowed = false
  let isCostly = false
  for (const term of terms) {
    const forms = formsOf(term, vocabulary, mostWords)
    if (forms === null) unindexed.push(term)
    else {
      pieces.push(`{${columns}} : (${forms.texts.join(' OR ')})`)
      alone.push(`(${forms.texts.join(' OR ')})`)
    }
    isNarrowed ||= forms?.isNarrowed === true
    isCostly ||= forms?.texts.some((text) => text.endsWith('*')) === true
  }
  const words = pieces.length === 0 ? [] : [`(${pieces.join(` ${joinedBy} `)})`]
  const facets = facetPieces(filters)
  const all = [...words, ...facets]
  const said = alone.map((forms) => `text : ${forms}`)
  return {
    text: all.length === 0 ? null : all.join(' AND '),
    inText: said.length === 0 ? null : [...said, ...facets].join(' AND '),
    isNarrowed,
    hasPhrases: terms.some(({ text }) => wordsOf(text).length > 1),
    isCostly,
    unindexed,
  }
}

/** Only messages of these threads; there has to be one. */
export function inThreads(expression: string, threads: readonly number[]): string {
  const own = threads.map((thread) => quote(facet('thread', thread))).join(' OR ')
  return `(${expression}) AND facet : (${own})`
}

/** Titles and nothing else. */
export const TITLES = `facet : ${quote(facet('role', 'title'))}`

/** Every message, for a query of filters that are no facets. */
export const EVERY_MESSAGE = `facet : (${ROLE_VALUES.map((role) => quote(facet('role', role))).join(' OR ')})`

function formsOf(
  { kind, text }: QueryTerm,
  vocabulary: Words,
  mostWords: number,
): { readonly texts: readonly string[]; readonly isNarrowed: boolean } | null {
  const words = wordsOf(text)
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return null
  const plain = words.map((word) => word.text).join(' ')
  if (kind === 'phrase') return { texts: [quote(plain)], isNarrowed: false }
  const endings = endingsOf(last, vocabulary)
  const withEndings = (text: string) => endings.map((ending) => quote(text + ending.rest) + ending.sign)
  if (first.isSign || first.text.length < (words.length === 1 ? SHORTEST_PART : 2)) {
    // `1.2.3` also stands in v1.2.3.
    const version = words.length > 1 && /^\d$/.test(first.text) ? withEndings(`v${plain}`) : []
    return { texts: [...withEndings(plain), ...version], isNarrowed: false }
  }
  if (words.length === 1) {
    const more = vocabulary.holding(first.text, mostWords)
    // The index's own way to words that begin so costs more than naming them, and is left to those that are many.
    const own = quote(plain) + (more.isComplete ? '' : ' *')
    return { texts: [own, ...more.words.map(quote)], isNarrowed: !more.isComplete }
  }
  // The first word of several may be the end of a longer one.
  const more = vocabulary.endingWith(first.text, Math.ceil(mostWords / endings.length))
  const rest = words.slice(1).map((word) => ` ${word.text}`)
  return {
    texts: [plain, ...more.words.map((word) => word + rest.join(''))].flatMap(withEndings),
    isNarrowed: !more.isComplete,
  }
}

/** Ways in which the last word of several may go on: named, or by the index's own sign where they are many. */
function endingsOf(
  { text, isSign }: Word,
  vocabulary: Words,
): readonly { readonly rest: string; readonly sign: string }[] {
  if (isSign || text.length < SHORTEST_PART) return [{ rest: '', sign: '' }]
  const { words, isComplete } = vocabulary.startingWith(text, MOST_ENDINGS)
  if (!isComplete) return [{ rest: '', sign: ' *' }]
  return ['', ...words.map((word) => word.slice(text.length))].map((rest) => ({ rest, sign: '' }))
}

function facetPieces(filters: readonly QueryFilter[]): readonly string[] {
  const byName = new Map<string, string[]>()
  const add = (name: string, text: string) => byName.set(name, [...(byName.get(name) ?? []), text])
  for (const { name, value } of filters) {
    if (name === 'role') add(name, quote(facet('role', value)))
    // `tool:read` also stands for read_file, `model:gpt-5` for all of its versions.
    else if (name === 'tool' || name === 'model') add(name, `${quote(facet(name, value))} *`)
    else if (name === 'has' && value !== 'pin' && value !== 'checkpoint')
      add(`has ${value}`, quote(facet('has', value)))
  }
  return [...byName.values()].map((texts) => `facet : (${texts.join(' OR ')})`)
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
