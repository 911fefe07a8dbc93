import { type TokenFamily, USUAL_FAMILY } from './token-family.ts'

/**
 * Tokenizers by the model's name, which may stand behind a vendor (`openai/gpt-4`) or in the name of a tuned model
 * (`ft:gpt-3.5-turbo:…`); Azure leaves the dot out. The host plays no part: whoever serves a model under such a name
 * means that model or nothing that is known.
 *
 * Source: the table of models that `gpt-tokenizer` 4 packs after OpenAI's tiktoken (`modelsMap`), where every chat model
 * that is not listed has o200k_base.
 */
const TABLE: readonly { readonly model: RegExp; readonly family: TokenFamily }[] = [
  // gpt-4, gpt-4-0613, gpt-4-32k, gpt-4-turbo; not gpt-4o, gpt-4.1 and gpt-4.5, which came later.
  { model: /(?:^|[/:])gpt-4(?=$|[-:@])/i, family: 'cl100k' },
  { model: /(?:^|[/:])gpt-3\.?5(?=$|[-:@])/i, family: 'cl100k' },
]

/**
 * The tokenizer that a model's tokens are estimated by. A name that is not in the table has the usual one: other
 * vendors do not publish theirs, or have one that neither table fits.
 */
export function familyOfModel(model: string): TokenFamily {
  return TABLE.find((row) => row.model.test(model))?.family ?? USUAL_FAMILY
}
