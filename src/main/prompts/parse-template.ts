import parser from 'nunjucks/src/parser.js'
import type { BinaryOperator, Expression, Piece } from './template-tree.ts'

/** Why a text is not taken as a template. Its text is kept as it stands. */
export class TemplateRefused extends Error {
  override readonly name = 'TemplateRefused'
}

/** Larger texts are pasted data, not templates. */
const MAX_CHARS = 200_000
const MAX_RAW_BLOCKS = 200

/** True when the text holds a mark that a template could start with. Everything else is left alone unparsed. */
export function hasTemplateMarks(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('@include(')
}

/**
 * Parses a prompt template with nunjucks' parser into a small closed tree: what is not in the tree (macros,
 * imports, inheritance, method calls, regular expressions) cannot run. Throws `TemplateRefused`.
 */
export function parseTemplate(text: string): readonly Piece[] {
  refuseSlowTexts(text)
  try {
    return piecesOf(parser.parse(text))
  } catch (error) {
    // Parse errors, and the stack's limit for absurd nesting.
    if (error instanceof TemplateRefused) throw error
    throw new TemplateRefused('not a template', { cause: error })
  }
}

/** The parser takes quadratic time on long white space beside `-` tags and on many raw blocks. */
function refuseSlowTexts(text: string): void {
  if (text.length > MAX_CHARS) throw new TemplateRefused('too long')
  if (/\{[{%#]-|-[%}]\}|-#\}/.test(text) && /\s{1000}/.test(text))
    throw new TemplateRefused('too much white space')
  const rawBlocks = text.match(/\{%-?\s{0,20}(?:raw|verbatim)/g)?.length ?? 0
  if (rawBlocks > MAX_RAW_BLOCKS) throw new TemplateRefused('too many raw blocks')
}

interface ParserNode {
  readonly typename: string
  readonly [field: string]: unknown
}

function nodeOf(value: unknown): ParserNode {
  if (
    typeof value === 'object' &&
    value !== null &&
    'typename' in value &&
    typeof value.typename === 'string'
  ) {
    // Safe: every node of the parser has `typename`; other fields are read as unknown.
    return value as ParserNode
  }
  throw new TemplateRefused('not a node')
}

function nodesOf(value: unknown): readonly ParserNode[] {
  if (!Array.isArray(value)) throw new TemplateRefused('not a list of nodes')
  return value.map(nodeOf)
}

function piecesOf(value: unknown): readonly Piece[] {
  if (value === null || value === undefined) return []
  const node = nodeOf(value)
  switch (node.typename) {
    case 'Root':
    case 'NodeList':
      return nodesOf(node.children).flatMap(piecesOf)
    case 'Output':
      return nodesOf(node.children).flatMap((child): readonly Piece[] =>
        child.typename === 'TemplateData'
          ? splitIncludes(String(child.value))
          : [{ kind: 'output', expression: expressionOf(child) }],
      )
    case 'If':
      return [
        {
          kind: 'if',
          condition: expressionOf(node.cond),
          yes: piecesOf(node.body),
          no: piecesOf(node.else_),
        },
      ]
    case 'For':
      return [
        {
          kind: 'for',
          names: namesOf(node.name),
          list: expressionOf(node.arr),
          body: piecesOf(node.body),
          otherwise: piecesOf(node.else_),
        },
      ]
    case 'Set': {
      const value = node.value === null || node.value === undefined ? node.body : node.value
      return [{ kind: 'set', names: nodesOf(node.targets).map(nameOf), value: expressionOf(value) }]
    }
    default:
      throw new TemplateRefused(`${node.typename} is not available in prompts`)
  }
}

const INCLUDE = /@include\(\s{0,20}(?:"([^"\n]{1,1000})"|'([^'\n]{1,1000})')\s{0,20}\)/g

function splitIncludes(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(INCLUDE)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    pieces.push({ kind: 'include', path: match[1] ?? match[2] ?? '', source: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

const OPERATORS: { readonly [typename: string]: BinaryOperator } = {
  And: 'and',
  Or: 'or',
  In: 'in',
  Add: '+',
  Sub: '-',
  Mul: '*',
  Div: '/',
  FloorDiv: '//',
  Mod: '%',
  Pow: '**',
  Concat: '~',
}

function expressionOf(value: unknown): Expression {
  const node = nodeOf(value)
  const operator = Object.hasOwn(OPERATORS, node.typename) ? OPERATORS[node.typename] : undefined
  if (operator !== undefined) {
    return { kind: 'binary', operator, left: expressionOf(node.left), right: expressionOf(node.right) }
  }
  switch (node.typename) {
    case 'Literal':
      return literalOf(node.value)
    case 'Symbol':
      return { kind: 'name', name: nameOf(node) }
    case 'LookupVal':
      return { kind: 'member', target: expressionOf(node.target), key: expressionOf(node.val) }
    case 'FunCall':
      return { kind: 'call', name: nameOf(node.name), args: argumentsOf(node.args) }
    case 'Filter':
      return { kind: 'filter', name: nameOf(node.name), args: argumentsOf(node.args) }
    case 'Not':
      return { kind: 'unary', operator: 'not', operand: expressionOf(node.target) }
    case 'Neg':
      return { kind: 'unary', operator: '-', operand: expressionOf(node.target) }
    case 'Pos':
      return { kind: 'unary', operator: '+', operand: expressionOf(node.target) }
    case 'Compare':
      return {
        kind: 'compare',
        first: expressionOf(node.expr),
        rest: nodesOf(node.ops).map((op) => ({ operator: String(op.type), operand: expressionOf(op.expr) })),
      }
    case 'Is':
      return testOf(node)
    case 'InlineIf':
      return {
        kind: 'choice',
        condition: expressionOf(node.cond),
        yes: expressionOf(node.body),
        no: node.else_ === null || node.else_ === undefined ? null : expressionOf(node.else_),
      }
    case 'Group': {
      const items = nodesOf(node.children).map(expressionOf)
      const only = items[0]
      return items.length === 1 && only !== undefined ? only : { kind: 'list', items }
    }
    case 'Array':
      return { kind: 'list', items: nodesOf(node.children).map(expressionOf) }
    case 'Dict':
      return {
        kind: 'map',
        entries: nodesOf(node.children).map((pair) => [keyOf(pair.key), expressionOf(pair.value)] as const),
      }
    case 'Capture':
      return { kind: 'capture', body: piecesOf(node.body) }
    default:
      throw new TemplateRefused(`${node.typename} is not available in prompts`)
  }
}

function literalOf(value: unknown): Expression {
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  ) {
    return { kind: 'literal', value }
  }
  throw new TemplateRefused('regular expressions are not available in prompts')
}

function keyOf(value: unknown): Expression {
  const key = expressionOf(value)
  return key.kind === 'name' ? { kind: 'literal', value: key.name } : key
}

function testOf(node: ParserNode): Expression {
  const right = nodeOf(node.right)
  const operand = expressionOf(node.left)
  if (right.typename === 'FunCall') {
    return { kind: 'test', operand, name: nameOf(right.name), args: argumentsOf(right.args) }
  }
  const name = right.typename === 'Literal' && right.value === null ? 'none' : nameOf(right)
  return { kind: 'test', operand, name, args: [] }
}

function argumentsOf(value: unknown): readonly Expression[] {
  return nodesOf(nodeOf(value).children).map((child) => {
    if (child.typename === 'KeywordArgs')
      throw new TemplateRefused('named arguments are not available in prompts')
    return expressionOf(child)
  })
}

function namesOf(value: unknown): readonly string[] {
  const node = nodeOf(value)
  return node.typename === 'Array' ? nodesOf(node.children).map(nameOf) : [nameOf(node)]
}

/** A plain name. A call of a member (`a.b()`) has none and is refused here. */
function nameOf(value: unknown): string {
  const node = nodeOf(value)
  if (node.typename === 'Symbol' && typeof node.value === 'string') return node.value
  throw new TemplateRefused('only plain names can be called or set in prompts')
}
