import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { estimateMessageTokens } from '../src/main/compaction/tokens/estimate-message.ts'
import { estimateTextTokens } from '../src/main/compaction/tokens/estimate-text.ts'
import { costsOfMessage } from '../src/main/compaction/tokens/message-cost.ts'
import { type ByFamily, byFamily, type TokenFamily } from '../src/main/compaction/tokens/token-family.ts'
import { HELD_OUT_LANGUAGES } from '../src/main/testing/held-out-languages.ts'
import { HELD_OUT_SAMPLES } from '../src/main/testing/held-out-samples.ts'
import { PROSE_SAMPLES } from '../src/main/testing/prose-samples.ts'
import { openThreadFile } from '../src/main/threads/thread-file.ts'
import { MACHINE_KINDS, seeded } from './estimator-corpus.ts'
import { measure } from './measure.ts'
import type { Section } from './section.ts'

const NO_SPECIAL = { disallowedSpecial: new Set<string>() }
/** Not the seed of the fit. */
const SEED = 90_210

const COUNTS: ByFamily<(text: string) => number> = {
  o200k: (text) => countO200k(text, NO_SPECIAL),
  cl100k: (text) => countCl100k(text, NO_SPECIAL),
}

/** The token estimator: its speed beside JSON.stringify and an exact tokenizer, its error by kind of content. */
export async function estimatorSection(path: string): Promise<Section> {
  const file = await openThreadFile(path)
  const messages = file.readMessages({ from: 0, to: file.count })
  file.close()
  const texts = messages.map((message) => JSON.stringify(message))
  const size = { bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) }
  const estimate = (family: TokenFamily) => () =>
    messages.map((message) => estimateMessageTokens(message, family))
  const figures = [
    await measure('JSON.stringify of all messages', () => messages.map((each) => JSON.stringify(each)), size),
    await measure('estimate of all messages, o200k', estimate('o200k'), size),
    await measure('estimate of all messages, cl100k', estimate('cl100k'), size),
    await measure('costs of all messages in both families', () => messages.map(costsOfMessage), size),
    await measure(
      'estimate of the same JSON text, o200k',
      () => texts.map((text) => estimateTextTokens(text)),
      size,
    ),
    await measure('gpt-tokenizer o200k of the same JSON text', () => texts.map(COUNTS.o200k), size),
  ]
  const [stringify, one, , both, same, exact] = figures
  const ratio = (over: number | undefined, under: number | undefined): string =>
    over === undefined || under === undefined ? '' : (over / under).toFixed(1)
  const speed = [
    `against JSON.stringify ${ratio(one?.medianMs, stringify?.medianMs)} ×`,
    `faster than the exact count ${ratio(exact?.medianMs, same?.medianMs)} ×`,
    `both families in ${ratio(both?.medianMs, one?.medianMs)} × the time of one`,
  ]
  return { title: 'Estimator, 900 messages', figures, lines: [speed.join(', '), ...errorLines()] }
}

/**
 * Error by kind, each family by its own table against its own tokenizer, the worst first. None of the texts was in the
 * fit: prose and code of `src/main/testing` were written to be measured on, machine-made kinds have another seed, that
 * is other words in other places. The fit's texts are manuals, game dialogues and quotations of public packages,
 * installed code, and talks written for it.
 */
function errorLines(): readonly string[] {
  const kinds = [
    ...MACHINE_KINDS.map(({ name, make }) => ({ name, text: make(seeded(SEED)) })),
    ...Object.entries(PROSE_SAMPLES).map(([name, text]) => ({ name, text })),
    ...Object.entries(HELD_OUT_SAMPLES).map(([name, text]) => ({ name, text })),
    ...Object.entries(HELD_OUT_LANGUAGES).map(([name, text]) => ({ name, text })),
  ]
  const rows = kinds.map(({ name, text }) => ({ name, errors: byFamily((family) => errorOf(text, family)) }))
  const worst = ({ errors }: (typeof rows)[number]) =>
    Math.max(Math.abs(errors.o200k.whole), Math.abs(errors.cl100k.whole))
  rows.sort((a, b) => worst(b) - worst(a))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padStart(9))).join(' ')
  return [
    'error on texts that no fit has seen; p95 of pieces of 2,000 characters, without its sign',
    line(['kind', 'o200k', 'p95', 'cl100k', 'p95']),
    ...rows.map(({ name, errors: { o200k, cl100k } }) =>
      line([name, ...[o200k.whole, o200k.p95, cl100k.whole, cl100k.p95].map(percent)]),
    ),
  ]
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** Relative errors, estimated in pieces of message size as a thread is. */
function errorOf(text: string, family: TokenFamily): { readonly whole: number; readonly p95: number } {
  let estimate = 0
  let exact = 0
  const errors: number[] = []
  for (let from = 0; from < text.length; from += 2000) {
    const piece = text.slice(from, from + 2000).toWellFormed()
    const counted = COUNTS[family](piece)
    const guessed = estimateTextTokens(piece, family)
    estimate += guessed
    exact += counted
    // The last piece is short; alone it counts only where the whole text is no longer.
    if (piece.length === 2000 || from === 0) errors.push(Math.abs(guessed / counted - 1))
  }
  errors.sort((a, b) => a - b)
  return { whole: estimate / exact - 1, p95: errors[Math.floor(errors.length * 0.95)] ?? 0 }
}
