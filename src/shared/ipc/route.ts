import type { z } from 'zod'

/** Carries an output or frame type; exists at compile time only. */
export interface TypeMark<T> {
  readonly mark?: (value: T) => T
}

/** The type mark of an output or frame. */
export function type<T>(): TypeMark<T> {
  return {}
}

/** A route that answers once. */
export interface Route<I extends z.ZodType, O> {
  readonly kind: 'request'
  readonly input: I
  readonly output: TypeMark<O>
}

/** A route that answers with frames. */
export interface StreamRoute<I extends z.ZodType, F> {
  readonly kind: 'stream'
  readonly input: I
  readonly frame: TypeMark<F>
}

/** One route of the list. */
export function route<I extends z.ZodType, O>(spec: { input: I; output: TypeMark<O> }): Route<I, O> {
  return { kind: 'request', ...spec }
}

/** One stream of the list. */
export function stream<I extends z.ZodType, F>(spec: { input: I; frame: TypeMark<F> }): StreamRoute<I, F> {
  return { kind: 'stream', ...spec }
}
