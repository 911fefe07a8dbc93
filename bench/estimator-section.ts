import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { estimateMessageTokens } from '../src/main/compaction/tokens/estimate-message.ts'
import { estimateTextTokens } from '../src/main/compaction/tokens/estimate-text.ts'
import { PROSE_SAMPLES } from '../src/main/testing/prose-samples.ts'
import { HELD_OUT_SAMPLES } from '../src/main/testing/held-out-samples.ts'
import { openThreadFile } from '../src/main/threads/thread-file.ts'
import { MACHINE_KINDS, seeded } from './estimator-corpus.ts'
import { measure } from './measure.ts'
import type { Section } from './section.ts'

const NO_SPECIAL = { disallowedSpecial: new Set<string>() }
/** Not the seed of the fit. */
const SEED = 90_210

/** The token estimator: its speed beside JSON.stringify and an exact tokenizer, its error by kind of content. */
export async function estimatorSection(path: string): Promise<Section> {
  const file = await openThreadFile(path)
  const messages = file.readMessages({ from: 0, to: file.count })
  file.close()
  const texts = messages.map((message) => JSON.stringify(message))
  const size = { bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) }
  const figures = [
    await measure('JSON.stringify of all messages', () => messages.map((each) => JSON.stringify(each)), size),
    await measure('estimate of all messages', () => messages.map(estimateMessageTokens), size),
    await measure('estimate of the same JSON text', () => texts.map(estimateTextTokens), size),
    await measure(
      'gpt-tokenizer o200k of the same JSON text',
      () => texts.map((text) => countTokens(text, NO_SPECIAL)),
      size,
    ),
  ]
  return { title: 'Estimator, 900 messages', figures, lines: errorLines() }
}

/** Error against o200k for each kind, worst first. */
function errorLines(): readonly string[] {
  const kinds = [
    ...Object.entries(HELD_OUT_SAMPLES).map(([name, text]) => ({ name, text })),
    ...MACHINE_KINDS.map(({ name, make }) => ({ name, text: make(seeded(SEED)) })),
    ...Object.entries(PROSE_SAMPLES).map(([name, text]) => ({ name, text })),
  ]
  const errors = kinds.map(({ name, text }) => ({ name, error: errorOf(text) }))
  errors.sort((a, b) => Math.abs(b.error) - Math.abs(a.error))
  const all = errors.map(({ name, error }) => `${name} ${(100 * error).toFixed(1)} %`).join(', ')
  return [`error against o200k by kind, worst first: ${all}`]
}

/** Relative error, estimated in pieces of message size as a thread is. */
function errorOf(text: string): number {
  let estimate = 0
  let exact = 0
  for (let from = 0; from < text.length; from += 2000) {
    const piece = text.slice(from, from + 2000).toWellFormed()
    estimate += estimateTextTokens(piece)
    exact += countTokens(piece, NO_SPECIAL)
  }
  return estimate / exact - 1
}
