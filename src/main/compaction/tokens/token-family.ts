/**
 * The tokenizers that estimates are fitted to, by OpenAI's two vocabularies: o200k_base, and cl100k_base before it,
 * which needs up to three times as many tokens for scripts other than Latin (ADR 19).
 */
export type TokenFamily = 'o200k' | 'cl100k'

/** Where nothing says which tokenizer a model has. */
export const USUAL_FAMILY: TokenFamily = 'o200k'

/** One value for each family. */
export type ByFamily<T> = Readonly<Record<TokenFamily, T>>

/** Makes a value for each family. */
export function byFamily<T>(make: (family: TokenFamily) => T): ByFamily<T> {
  return { o200k: make('o200k'), cl100k: make('cl100k') }
}

/** The member that says whose tokens a value holds; none for the usual family. */
export function ofFamily(family: TokenFamily | undefined): { readonly family?: TokenFamily } {
  return family === undefined || family === USUAL_FAMILY ? {} : { family }
}
