import { TemplateRefused } from './parse-template.ts'
import { holds, passesTest } from './template-conditions.ts'
import { applyFilter } from './template-filters.ts'
import type { Expression, Piece } from './template-tree.ts'
import {
  type Budget,
  isList,
  isMap,
  isTrue,
  itemsIn,
  member,
  numberIn,
  textOf,
  UnknownName,
  type Value,
} from './template-value.ts'

/** What a template may ask for while it runs. */
export interface TemplateWorld {
  /** Value of a variable; `UnknownName` when nobody defined it. */
  variable(name: string): Value
  /** Text of an included file; null = not there or refused. */
  include(path: string): string | null
  exists(path: string): boolean
  /** A name that nobody defined was used where its value matters. */
  unknown(name: string): void
}

const MAX_RANGE = 10_000

/**
 * Runs a parsed template. Values are written as they are and never read as templates again (B-57). Throws
 * `TemplateRefused` when the budget is used up or something is not available.
 */
export function evaluateTemplate(pieces: readonly Piece[], world: TemplateWorld, budget: Budget): string {
  return new Evaluation(world, budget).write(pieces, [new Map()])
}

/** Innermost scope last. */
type Scopes = readonly Map<string, Value>[]

class Evaluation {
  readonly #world: TemplateWorld
  readonly #budget: Budget

  constructor(world: TemplateWorld, budget: Budget) {
    this.#world = world
    this.#budget = budget
  }

  write(pieces: readonly Piece[], scopes: Scopes): string {
    let text = ''
    for (const piece of pieces) text += this.#writePiece(piece, scopes)
    return text
  }

  #writePiece(piece: Piece, scopes: Scopes): string {
    this.#budget.step()
    switch (piece.kind) {
      case 'text':
        this.#budget.chars(piece.text.length)
        return piece.text
      case 'output':
        return textOf(this.#value(piece.expression, scopes), this.#budget)
      case 'include': {
        const text = this.#world.include(piece.path)
        this.#budget.chars(text?.length ?? 0)
        return text ?? piece.source
      }
      case 'if':
        return this.write(isTrue(this.#value(piece.condition, scopes)) ? piece.yes : piece.no, scopes)
      case 'for':
        return this.#writeLoop(piece, scopes)
      case 'set': {
        const value = this.#value(piece.value, scopes)
        for (const name of piece.names) scopes.at(-1)?.set(name, value)
        return ''
      }
    }
  }

  #writeLoop(piece: Extract<Piece, { kind: 'for' }>, scopes: Scopes): string {
    const list = this.#value(piece.list, scopes)
    this.#budget.chars(itemsIn(list))
    const rows: readonly (readonly Value[])[] = isMap(list)
      ? Object.entries(list)
      : (isList(list) ? list : typeof list === 'string' ? [...list] : []).map((item) =>
          piece.names.length > 1 && isList(item) ? item : [item],
        )
    if (rows.length === 0) return this.write(piece.otherwise, scopes)
    let text = ''
    rows.forEach((row, index) => {
      const scope = new Map<string, Value>([
        [
          'loop',
          {
            index: index + 1,
            index0: index,
            revindex: rows.length - index,
            revindex0: rows.length - index - 1,
            first: index === 0,
            last: index === rows.length - 1,
            length: rows.length,
          },
        ],
      ])
      piece.names.forEach((name, position) => {
        scope.set(name, row[position])
      })
      text += this.write(piece.body, [...scopes, scope])
    })
    return text
  }

  #value(expression: Expression, scopes: Scopes): Value {
    this.#budget.step()
    switch (expression.kind) {
      case 'literal':
        return expression.value
      case 'name':
        return this.#variable(expression.name, scopes, true)
      case 'member':
        return member(this.#value(expression.target, scopes), this.#value(expression.key, scopes))
      case 'call':
        return this.#call(expression.name, expression.args, scopes)
      case 'filter':
        return this.#filter(expression.name, expression.args, scopes)
      case 'unary': {
        const value = this.#value(expression.operand, scopes)
        if (expression.operator === 'not') return !isTrue(value)
        return expression.operator === '-' ? -numberIn(value) : numberIn(value)
      }
      case 'binary':
        return this.#binary(expression, scopes)
      case 'compare':
        return this.#compare(expression, scopes)
      case 'test':
        return this.#test(expression, scopes)
      case 'choice':
        if (isTrue(this.#value(expression.condition, scopes))) return this.#value(expression.yes, scopes)
        return expression.no === null ? '' : this.#value(expression.no, scopes)
      case 'list':
        return expression.items.map((item) => this.#value(item, scopes))
      case 'map':
        return Object.fromEntries(
          expression.entries.map(([key, value]) => [
            textOf(this.#value(key, scopes), this.#budget),
            this.#value(value, scopes),
          ]),
        )
      case 'capture':
        return this.write(expression.body, scopes)
    }
  }

  #variable(name: string, scopes: Scopes, isNeeded: boolean): Value {
    for (const scope of scopes.toReversed()) {
      if (scope.has(name)) return scope.get(name)
    }
    const value = this.#world.variable(name)
    if (value instanceof UnknownName && isNeeded) this.#world.unknown(name)
    return value
  }

  /** A value that may be missing without being reported: the subject of `default` and `is defined`. */
  #optional(expression: Expression, scopes: Scopes): Value {
    if (expression.kind === 'name') return this.#variable(expression.name, scopes, false)
    if (expression.kind === 'member') {
      return member(this.#optional(expression.target, scopes), this.#value(expression.key, scopes))
    }
    return this.#value(expression, scopes)
  }

  #call(name: string, args: readonly Expression[], scopes: Scopes): Value {
    const values = args.map((arg) => this.#value(arg, scopes))
    const path = typeof values[0] === 'string' ? values[0] : ''
    switch (name) {
      case '@include':
      case 'include':
        return this.#world.include(path) ?? `[${path}]`
      case 'exists':
        return this.#world.exists(path)
      case 'range':
        return range(values.map(numberIn))
      default:
        throw new TemplateRefused(`there is no function ${name}`)
    }
  }

  #filter(name: string, args: readonly Expression[], scopes: Scopes): Value {
    const [subject, ...rest] = args
    if (subject === undefined) throw new TemplateRefused('a filter without a value')
    const isDefault = name === 'default' || name === 'd'
    const input = isDefault ? this.#optional(subject, scopes) : this.#value(subject, scopes)
    const values = rest.map((arg) => this.#value(arg, scopes))
    return applyFilter(name, input, values, this.#budget)
  }

  #binary(expression: Extract<Expression, { kind: 'binary' }>, scopes: Scopes): Value {
    const left = this.#value(expression.left, scopes)
    if (expression.operator === 'and') return isTrue(left) ? this.#value(expression.right, scopes) : left
    if (expression.operator === 'or') return isTrue(left) ? left : this.#value(expression.right, scopes)
    const right = this.#value(expression.right, scopes)
    switch (expression.operator) {
      case '~':
        return textOf(left, this.#budget) + textOf(right, this.#budget)
      case '+':
        if (typeof left === 'number' && typeof right === 'number') return left + right
        return textOf(left, this.#budget) + textOf(right, this.#budget)
      case '-':
        return numberIn(left) - numberIn(right)
      case '*':
        return numberIn(left) * numberIn(right)
      case '/':
        return numberIn(left) / numberIn(right)
      case '//':
        return Math.floor(numberIn(left) / numberIn(right))
      case '%':
        return numberIn(left) % numberIn(right)
      case '**':
        return numberIn(left) ** numberIn(right)
      case 'in':
        return this.#contains(right, left)
    }
  }

  #contains(whole: Value, part: Value): boolean {
    if (typeof whole === 'string') {
      this.#budget.chars(whole.length)
      return whole.includes(textOf(part, this.#budget))
    }
    if (isList(whole)) {
      this.#budget.chars(whole.length)
      return whole.includes(part)
    }
    return isMap(whole) && Object.hasOwn(whole, textOf(part, this.#budget))
  }

  #compare(expression: Extract<Expression, { kind: 'compare' }>, scopes: Scopes): boolean {
    let left = this.#value(expression.first, scopes)
    for (const { operator, operand } of expression.rest) {
      const right = this.#value(operand, scopes)
      if (typeof left === 'string') this.#budget.chars(left.length)
      if (!holds(left, operator, right)) return false
      left = right
    }
    return true
  }

  #test(expression: Extract<Expression, { kind: 'test' }>, scopes: Scopes): boolean {
    const value = this.#optional(expression.operand, scopes)
    const other = expression.args[0] === undefined ? undefined : this.#value(expression.args[0], scopes)
    return passesTest(expression.name, value, other)
  }
}

function range(args: readonly number[]): readonly number[] {
  const [start, end, step] =
    args.length < 2 ? [0, args[0] ?? 0, 1] : [args[0] ?? 0, args[1] ?? 0, args[2] ?? 1]
  const count = Math.ceil((end - start) / step)
  if (!Number.isFinite(count) || count > MAX_RANGE) throw new TemplateRefused('too long a range')
  return Array.from({ length: Math.max(count, 0) }, (_, index) => start + index * step)
}
