import { TemplateRefused } from './parse-template.ts'
import { isList, isMap, isMissing, isTrue, numberIn, plainText, type Value } from './template-value.ts'

/** Jinja's `value is name(other)`. Throws `TemplateRefused` for a test that is not in the list. */
export function passesTest(name: string, value: Value, other: Value): boolean {
  switch (name) {
    case 'defined':
      return !isMissing(value)
    case 'undefined':
      return isMissing(value)
    case 'none':
    case 'null':
      return value === null
    case 'string':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'mapping':
      return isMap(value)
    case 'iterable':
    case 'sequence':
      return isList(value) || typeof value === 'string'
    case 'odd':
      return Math.abs(numberIn(value)) % 2 === 1
    case 'even':
      return numberIn(value) % 2 === 0
    case 'divisibleby':
      return numberIn(value) % numberIn(other) === 0
    case 'eq':
    case 'equalto':
    case 'sameas':
      return value === other
    case 'truthy':
      return isTrue(value)
    case 'falsy':
      return !isTrue(value)
    default:
      throw new TemplateRefused(`there is no test ${name}`)
  }
}

/** A comparison as nunjucks has it; missing values equal each other. */
export function holds(left: Value, operator: string, right: Value): boolean {
  switch (operator) {
    case '==':
    case '===':
      return left === right || (isMissing(left) && isMissing(right))
    case '!=':
    case '!==':
      return left !== right
  }
  const isNumbers = typeof left === 'number' || typeof right === 'number'
  const [a, b] = isNumbers ? [numberIn(left), numberIn(right)] : [plainText(left), plainText(right)]
  if (operator === '<') return a < b
  if (operator === '>') return a > b
  return operator === '<=' ? a <= b : a >= b
}
