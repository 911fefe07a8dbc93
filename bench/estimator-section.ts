import { countTokens as countOlderTokens } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { estimateMessageTokens } from '../src/main/compaction/tokens/estimate-message.ts'
import { estimateTextTokens } from '../src/main/compaction/tokens/estimate-text.ts'
import { HELD_OUT_SAMPLES } from '../src/main/testing/held-out-samples.ts'
import { PROSE_SAMPLES } from '../src/main/testing/prose-samples.ts'
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
  const [stringify, estimated, same, exact] = figures
  const ratio = (one: number | undefined, other: number | undefined): string =>
    one === undefined || other === undefined ? '' : (one / other).toFixed(1)
  const speed = `against JSON.stringify ${ratio(estimated?.medianMs, stringify?.medianMs)} ×, faster than the exact count ${ratio(exact?.medianMs, same?.medianMs)} ×`
  return { title: 'Estimator, 900 messages', figures, lines: [speed, ...errorLines()] }
}

/** Error by kind, worst against o200k first: of the kind, of its pieces, and beside what cl100k counts. */
function errorLines(): readonly string[] {
  const kinds = [
    ...MACHINE_KINDS.map(({ name, make }) => ({ name, text: make(seeded(SEED)) })),
    ...Object.entries(PROSE_SAMPLES).map(([name, text]) => ({ name, text })),
    ...Object.entries(HELD_OUT_SAMPLES).map(([name, text]) => ({ name, text })),
  ]
  const rows = kinds.map(({ name, text }) => ({ name, ...errorOf(text) }))
  rows.sort((a, b) => Math.abs(b.o200k) - Math.abs(a.o200k))
  const head = `${'kind'.padEnd(18)} ${'o200k'.padStart(8)} ${'p95 of 2,000'.padStart(13)} ${'cl100k'.padStart(8)}`
  return [
    head,
    ...rows.map(
      ({ name, o200k, p95, cl100k }) =>
        `${name.padEnd(18)} ${percent(o200k).padStart(8)} ${percent(p95).padStart(13)} ${percent(cl100k).padStart(8)}`,
    ),
  ]
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** Relative errors, estimated in pieces of message size as a thread is; p95 is without its sign. */
function errorOf(text: string): { readonly o200k: number; readonly p95: number; readonly cl100k: number } {
  let estimate = 0
  let exact = 0
  let older = 0
  const errors: number[] = []
  for (let from = 0; from < text.length; from += 2000) {
    const piece = text.slice(from, from + 2000).toWellFormed()
    const counted = countTokens(piece, NO_SPECIAL)
    const guessed = estimateTextTokens(piece)
    estimate += guessed
    exact += counted
    older += countOlderTokens(piece, NO_SPECIAL)
    // The last piece is short; alone it counts only where the whole text is no longer.
    if (piece.length === 2000 || from === 0) errors.push(Math.abs(guessed / counted - 1))
  }
  errors.sort((a, b) => a - b)
  const p95 = errors[Math.floor(errors.length * 0.95)] ?? 0
  return { o200k: estimate / exact - 1, p95, cl100k: estimate / older - 1 }
}
