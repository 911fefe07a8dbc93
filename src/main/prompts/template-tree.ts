/** Operators between two values. */
export type BinaryOperator = 'and' | 'or' | 'in' | '+' | '-' | '*' | '/' | '//' | '%' | '**' | '~'

/** Something with a value. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly target: Expression; readonly key: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'filter'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'unary'; readonly operator: 'not' | '-' | '+'; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'compare'
      readonly first: Expression
      readonly rest: readonly { readonly operator: string; readonly operand: Expression }[]
    }
  | {
      readonly kind: 'test'
      readonly operand: Expression
      readonly name: string
      readonly args: readonly Expression[]
    }
  | {
      readonly kind: 'choice'
      readonly condition: Expression
      readonly yes: Expression
      readonly no: Expression | null
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'capture'; readonly body: readonly Piece[] }

/** Something that writes text. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly expression: Expression }
  /** `@include("path")` in running text; `source` is how it stands there. */
  | { readonly kind: 'include'; readonly path: string; readonly source: string }
  | {
      readonly kind: 'if'
      readonly condition: Expression
      readonly yes: readonly Piece[]
      readonly no: readonly Piece[]
    }
  | {
      readonly kind: 'for'
      readonly names: readonly string[]
      readonly list: Expression
      readonly body: readonly Piece[]
      readonly otherwise: readonly Piece[]
    }
  | { readonly kind: 'set'; readonly names: readonly string[]; readonly value: Expression }
