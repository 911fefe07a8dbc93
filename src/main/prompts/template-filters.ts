import { TemplateRefused } from './parse-template.ts'
import {
  type Budget,
  isList,
  isMap,
  isMissing,
  isTrue,
  itemsIn,
  member,
  numberIn,
  plainText,
  textOf,
  type Value,
} from './template-value.ts'

type Filter = (input: Value, args: readonly Value[], budget: Budget) => Value

const MAX_INDENT = 200
const MAX_LIST = 10_000

/** Applies a filter of the list below. Throws `TemplateRefused` for any other name. */
export function applyFilter(name: string, input: Value, args: readonly Value[], budget: Budget): Value {
  const filter = FILTERS.get(name)
  if (filter === undefined) throw new TemplateRefused(`there is no filter ${name}`)
  budget.chars(itemsIn(input))
  return filter(input, args, budget)
}

function ofText(change: (text: string) => string): Filter {
  return (input, _args, budget) => (isMissing(input) ? input : change(textOf(input, budget)))
}

function listOf(input: Value): readonly Value[] {
  if (isList(input)) return input
  if (typeof input === 'string') return [...input]
  return isMap(input) ? Object.keys(input) : []
}

function numberOf(value: Value, fallback: number): number {
  const number = typeof value === 'string' ? Number.parseFloat(value) : numberIn(value)
  return Number.isFinite(number) ? number : fallback
}

function order(left: Value, right: Value): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [a, b] = [plainText(left), plainText(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['upper', ofText((text) => text.toUpperCase())],
  ['lower', ofText((text) => text.toLowerCase())],
  ['trim', ofText((text) => text.trim())],
  ['capitalize', ofText((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase())],
  ['title', ofText((text) => text.toLowerCase().replaceAll(/(^|\s)(\S)/g, (match) => match.toUpperCase()))],
  ['string', ofText((text) => text)],
  // Prompts are not HTML: nothing is escaped, so nothing has to be marked as safe.
  ['safe', (input) => input],
  ['default', useDefault],
  ['d', useDefault],
  ['length', countItems],
  ['count', countItems],
  ['wordcount', (input, _args, budget) => textOf(input, budget).split(/\s+/).filter(Boolean).length],
  ['first', (input) => listOf(input)[0]],
  ['last', (input) => listOf(input).at(-1)],
  ['list', (input) => listOf(input)],
  [
    'reverse',
    (input) => (typeof input === 'string' ? [...input].reverse().join('') : listOf(input).toReversed()),
  ],
  ['unique', (input) => [...new Set(listOf(input))]],
  ['int', (input, [fallback]) => Math.trunc(numberOf(input, numberOf(fallback, 0)))],
  ['float', (input, [fallback]) => numberOf(input, numberOf(fallback, 0))],
  ['abs', (input) => Math.abs(numberOf(input, 0))],
  ['round', roundNumber],
  ['sum', (input) => listOf(input).reduce<number>((sum, item) => sum + numberOf(item, 0), 0)],
  ['join', joinList],
  ['replace', replaceText],
  ['sort', sortList],
  ['dump', toJson],
  ['tojson', toJson],
  ['indent', indentText],
  ['truncate', truncateText],
])

function useDefault(input: Value, [fallback, isAlsoForFalse]: readonly Value[]): Value {
  return isMissing(input) || (isTrue(isAlsoForFalse) && !isTrue(input)) ? fallback : input
}

function countItems(input: Value): Value {
  return typeof input === 'string' ? input.length : listOf(input).length
}

function roundNumber(input: Value, [digits, how]: readonly Value[]): Value {
  const factor = 10 ** Math.min(Math.max(Math.trunc(numberOf(digits, 0)), 0), 15)
  const scaled = numberOf(input, 0) * factor
  if (how === 'ceil') return Math.ceil(scaled) / factor
  if (how === 'floor') return Math.floor(scaled) / factor
  return Math.round(scaled) / factor
}

function joinList(input: Value, [separator, attribute]: readonly Value[], budget: Budget): Value {
  const between = isMissing(separator) ? '' : textOf(separator, budget)
  const items = listOf(input)
  budget.chars(items.length * between.length)
  return items
    .map((item) => textOf(isMissing(attribute) ? item : member(item, attribute), budget))
    .join(between)
}

function replaceText(input: Value, [search, replacement]: readonly Value[], budget: Budget): Value {
  const text = textOf(input, budget)
  const from = textOf(search, budget)
  const to = textOf(replacement, budget)
  if (from === '') return text
  const parts = text.split(from)
  budget.chars(parts.length * to.length)
  return parts.join(to)
}

function sortList(input: Value, [isReversed, , attribute]: readonly Value[], budget: Budget): Value {
  const items = listOf(input)
  if (items.length > MAX_LIST) throw new TemplateRefused('too long a list')
  budget.chars(items.length * 20)
  const keyed = items.map((item) => ({ item, key: isMissing(attribute) ? item : member(item, attribute) }))
  const sorted = keyed.sort((left, right) => order(left.key, right.key)).map(({ item }) => item)
  return isTrue(isReversed) ? sorted.reverse() : sorted
}

function toJson(input: Value, [spaces]: readonly Value[], budget: Budget): Value {
  textOf(isMissing(input) ? '' : input, budget)
  return JSON.stringify(isMissing(input) ? null : input, null, Math.min(numberOf(spaces, 0), 8))
}

function indentText(input: Value, [width, isFirst]: readonly Value[], budget: Budget): Value {
  const lines = textOf(input, budget).split('\n')
  const space = ' '.repeat(Math.min(Math.max(Math.trunc(numberOf(width, 4)), 0), MAX_INDENT))
  budget.chars(lines.length * space.length)
  return lines.map((line, index) => (index === 0 && !isTrue(isFirst) ? line : space + line)).join('\n')
}

function truncateText(input: Value, [length, , end]: readonly Value[], budget: Budget): Value {
  const text = textOf(input, budget)
  const limit = Math.max(Math.trunc(numberOf(length, 255)), 0)
  return text.length <= limit ? text : text.slice(0, limit) + (isMissing(end) ? '...' : textOf(end, budget))
}
