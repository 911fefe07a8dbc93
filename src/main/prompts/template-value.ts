import { TemplateRefused } from './parse-template.ts'

/** A value inside a template: JSON, or what a missing name gives. */
export type Value = undefined | null | boolean | number | string | UnknownName | readonly Value[] | ValueMap

/** A JSON object of a template. Only its own keys exist. */
export interface ValueMap {
  readonly [key: string]: Value
}

/** What a name that nobody defined gives: false in conditions, `[name]` in text. */
export class UnknownName {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

/**
 * What one rendering may cost. A template comes from a file of unknown origin: loops and growth end here.
 * Steps count nodes, chars count text that is made or searched.
 */
export class Budget {
  #steps: number
  #chars: number
  readonly #parent: Budget | null

  /** What is spent here is spent from `parent` too. */
  constructor(steps: number, chars: number, parent: Budget | null = null) {
    this.#steps = steps
    this.#chars = chars
    this.#parent = parent
  }

  step(): void {
    this.#parent?.step()
    this.#steps -= 1
    if (this.#steps < 0) throw new TemplateRefused('too many steps')
  }

  /** Pays for text before it is made. */
  chars(count: number): void {
    this.#parent?.chars(count)
    this.#chars -= count
    if (!(this.#chars >= 0)) throw new TemplateRefused('too much text')
  }
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function isMap(value: Value): value is ValueMap {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof UnknownName)
}

/** What looking at every item of a value costs. */
export function itemsIn(value: Value): number {
  if (typeof value === 'string' || isList(value)) return value.length
  return isMap(value) ? Object.keys(value).length : 0
}

/** Jinja's truth as nunjucks has it: JavaScript's, and a missing name is false. */
export function isTrue(value: Value): boolean {
  return !(value instanceof UnknownName) && Boolean(value)
}

export function isMissing(value: Value): boolean {
  return value === undefined || value instanceof UnknownName
}

/** Own keys, list positions and `length`; nothing of any prototype can be reached. */
export function member(target: Value, key: Value): Value {
  if (target instanceof UnknownName) return new UnknownName(`${target.path}.${plainText(key)}`)
  if (typeof target === 'string' || isList(target)) {
    if (key === 'length') return target.length
    return typeof key === 'number' && Number.isInteger(key) ? target.at(key) : undefined
  }
  if (!isMap(target)) return undefined
  const name = plainText(key)
  return Object.hasOwn(target, name) ? target[name] : undefined
}

/** Keeps the text a JSON variable was written as, so that printing it whole gives it back word for word. */
const WRITTEN = new WeakMap<object, string>()

/** A parsed JSON value that prints as the text it came from. */
export function writtenAs(value: Value, text: string): Value {
  if (typeof value === 'object' && value !== null) WRITTEN.set(value, text)
  return value
}

/** The text of a value in a prompt. Lists and maps print as JSON. Paid for from the budget. */
export function textOf(value: Value, budget: Budget): string {
  if (typeof value === 'object' && value !== null && !(value instanceof UnknownName)) {
    budget.chars(sizeOf(value))
    return WRITTEN.get(value) ?? JSON.stringify(value, jsonValue, 2)
  }
  const text = plainText(value)
  budget.chars(text.length)
  return text
}

/** A number, or NaN. Lists and maps are never asked for theirs: their own conversions are not trusted. */
export function numberIn(value: Value): number {
  return typeof value === 'object' && value !== null ? Number.NaN : Number(value)
}

/** Text of a value that is no list and no map; empty for those. */
export function plainText(value: Value): string {
  if (value === undefined || value === null) return ''
  if (value instanceof UnknownName) return `[${value.path}]`
  return typeof value === 'object' ? '' : String(value)
}

function jsonValue(_key: string, value: unknown): unknown {
  return value instanceof UnknownName ? `[${value.path}]` : value
}

const MAX_PARTS = 100_000

/**
 * An upper guess of the JSON text's length. Counts parts while it walks: a list may hold one list many times,
 * so that a few lines of a template describe more than any memory holds.
 */
function sizeOf(root: Value): number {
  let parts = 0
  const walk = (value: Value, depth: number): number => {
    parts += 1
    if (parts > MAX_PARTS) throw new TemplateRefused('too large a value')
    if (typeof value === 'string') return value.length * 2 + 2
    if (isList(value))
      return value.reduce<number>((sum, item) => sum + walk(item, depth + 1) + depth * 2 + 4, 4)
    if (!isMap(value)) return 24
    return Object.entries(value).reduce(
      (sum, [key, item]) => sum + key.length * 2 + walk(item, depth + 1) + depth * 2 + 8,
      4,
    )
  }
  return walk(root, 0)
}
