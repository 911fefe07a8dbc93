/**
 * Fits a cost table of the token estimator against the exact counts of one tokenizer and writes it as data.
 *
 *   node bench/fit-estimator.ts TEXTS o200k_base|cl100k_base [OUT]
 *
 * The committed tables were fitted on what `fit-corpus.ts` collects from public packages, on the short talks of
 * `fit-samples.ts` and on machine-made kinds. Its header tells how to get the packages. Left out for the tests:
 * Biome's README, axe's locales and everything in `src/main/testing`.
 *
 * TEXTS is a folder of UTF-8 files, one kind of content each (prose by language, code by language, mark-up).
 * Machine-made kinds come from `estimator-corpus.ts`. Kinds weigh alike, unless a file states its weight in its
 * name (`basque@0.3.txt`). Of each file the last fifth is
 * left out of the fit and only measured.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base'
import ranksOfCl100k from 'gpt-tokenizer/esm/bpeRanks/cl100k_base'
import ranksOfO200k from 'gpt-tokenizer/esm/bpeRanks/o200k_base'
import {
  correctionOfLevel,
  costOfLevel,
  LONGEST_RUN,
  levelOfCorrection,
  levelOfCost,
  NEAR_OFFSET,
  nearEntry,
  PAIR_ENTRIES,
  RUN_CLASSES,
  RUN_OFFSETS,
  SURROGATES,
  TABLE_ENTRIES,
  WIDE_ENTRIES,
  WIDE_GROUPS,
  WIDE_OFFSET,
} from '../src/main/compaction/tokens/pair-model.ts'
import { MACHINE_KINDS, seeded } from './estimator-corpus.ts'
import { CL100K_FIT_SAMPLES, FIT_SAMPLES } from './fit-samples.ts'

const CHUNK = 1500
/** The estimator takes a line break to stand before a text. */
const BEFORE_TEXT = 10
const WIDE = WIDE_OFFSET
const SIZE = TABLE_ENTRIES
const NO_SPECIAL = { disallowedSpecial: new Set<string>() }

interface Chunk {
  readonly piece: string
  readonly starts: Uint8Array
  readonly weight: number
  readonly kind: string
  readonly share: number
  readonly isHeldOut: boolean
  readonly tokens: number
  readonly features: Int32Array
  readonly counts: Float32Array
}

const TOKENIZERS = {
  o200k_base: { encode: encodeO200k, ranks: ranksOfO200k },
  cl100k_base: { encode: encodeCl100k, ranks: ranksOfCl100k },
}

const [texts, encoding, out] = process.argv.slice(2)
if (!texts || (encoding !== 'o200k_base' && encoding !== 'cl100k_base'))
  throw new Error('usage: node bench/fit-estimator.ts TEXTS o200k_base|cl100k_base [OUT]')
const { encode, ranks } = TOKENIZERS[encoding]

const utf8 = new TextEncoder()
const tokenBytes = ranks.map((rank: unknown) =>
  typeof rank === 'string'
    ? utf8.encode(rank).length
    : ((rank as readonly number[] | undefined)?.length ?? 0),
)

/** Calls `see` with the table entry of every UTF-16 unit of a text. */
function walk(text: string, see: (entry: number, index: number) => void): void {
  let previous = BEFORE_TEXT
  let run = 0
  let former = BEFORE_TEXT
  let before = BEFORE_TEXT
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 128) {
      run = RUN_CLASSES[code] === RUN_CLASSES[previous] ? Math.min(run + 1, LONGEST_RUN) : 0
      see((RUN_OFFSETS[run] ?? 0) + (previous << 7) + code, index)
      previous = code
    } else {
      const group = WIDE_GROUPS[code >> 6] ?? 2
      see(WIDE + (previous === group ? WIDE_ENTRIES : 0) + code, index)
      if (group !== SURROGATES) see(NEAR_OFFSET + nearEntry(code, former, before, group), index)
      previous = group
      run = 0
    }
    before = former
    former = code
  }
}

/** Tokens that begin in each UTF-16 unit of a text; a token inside a character counts for it. */
function tokenStarts(text: string): { starts: Uint8Array; tokens: number } {
  const ids = encode(text, NO_SPECIAL)
  const byteStarts = new Uint8Array(utf8.encode(text).length + 1)
  let at = 0
  for (const id of ids) {
    byteStarts[at] = 1
    at += tokenBytes[id] ?? 0
  }
  const starts = new Uint8Array(text.length)
  let byte = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const isLow = code >= 0xdc00 && code < 0xe000
    const length = code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xe000 ? 2 : 3
    for (let k = 0; k < length; k++) starts[index] = (starts[index] ?? 0) + (byteStarts[byte + k] ?? 0)
    byte += length
    if (isLow) {
      // A pair pays at its second half, which tells the characters apart.
      starts[index] = (starts[index] ?? 0) + (starts[index - 1] ?? 0)
      starts[index - 1] = 0
    }
  }
  return { starts, tokens: ids.length }
}

const hits = new Float64Array(SIZE)
const seen = new Float64Array(SIZE)
const chunks: Chunk[] = []

function learn(kind: string, text: string, share = 1): void {
  const heldFrom = Math.floor(text.length * 0.8)
  const weight = (share * 200_000) / Math.max(20_000, heldFrom)
  for (let from = 0; from + 200 < text.length; from += CHUNK) {
    const piece = text.slice(from, from + CHUNK)
    const isHeldOut = from >= heldFrom
    const { starts, tokens } = tokenStarts(piece)
    const counts = new Map<number, number>()
    walk(piece, (entry, index) => {
      counts.set(entry, (counts.get(entry) ?? 0) + 1)
      if (isHeldOut) return
      seen[entry] = (seen[entry] ?? 0) + weight
      hits[entry] = (hits[entry] ?? 0) + weight * (starts[index] ?? 0)
    })
    chunks.push({
      piece,
      starts,
      weight,
      kind,
      share,
      isHeldOut,
      tokens,
      features: Int32Array.from(counts.keys()),
      counts: Float32Array.from(counts.values()),
    })
  }
}

/** Coarse kind of an ASCII code, for pairs that were never seen. */
function coarse(code: number): number {
  if (code >= 48 && code <= 57) return 1
  if (code >= 65 && code <= 90) return 2
  if (code >= 97 && code <= 122) return 3
  if (code === 32 || code === 9) return 4
  if (code === 10 || code === 13) return 5
  if (code < 8) return 6
  return 0
}

function fallbacks(): Float64Array {
  const groupHits = new Map<number, number>()
  const groupSeen = new Map<number, number>()
  const groupOf = (entry: number): number => {
    if (entry < WIDE) {
      const state = Math.floor(entry / PAIR_ENTRIES)
      return state * 49 + coarse((entry >> 7) & 127) * 7 + coarse(entry & 127)
    }
    const code = (entry - WIDE) % WIDE_ENTRIES
    const block = code >= 0x4e00 && code < 0xa000 ? 0x4e : code >= 0xac00 && code < 0xd7b0 ? 0xac : code >> 8
    return 1000 + block + 1000 * Math.floor((entry - WIDE) / WIDE_ENTRIES)
  }
  for (let entry = 0; entry < NEAR_OFFSET; entry++) {
    const group = groupOf(entry)
    groupHits.set(group, (groupHits.get(group) ?? 0) + (hits[entry] ?? 0))
    groupSeen.set(group, (groupSeen.get(group) ?? 0) + (seen[entry] ?? 0))
  }
  const start = new Float64Array(SIZE)
  for (let entry = 0; entry < NEAR_OFFSET; entry++) {
    const group = groupOf(entry)
    const groupCount = groupSeen.get(group) ?? 0
    let mean = groupCount > 0 ? (groupHits.get(group) ?? 0) / groupCount : -1
    if (mean < 0) mean = entry < WIDE ? 0.6 : (entry - WIDE) % WIDE_ENTRIES < 0x800 ? 0.8 : 1.3
    const prior = 3
    start[entry] = ((hits[entry] ?? 0) + mean * prior) / ((seen[entry] ?? 0) + prior)
  }
  return withNeighbours(start)
}

/** Adds what a wide character's neighbours tell beyond its own mean; rare neighbours tell little. */
function withNeighbours(start: Float64Array): Float64Array {
  const misses = new Float64Array(SIZE)
  for (const { piece, starts, weight, isHeldOut } of chunks) {
    let own = 0
    if (isHeldOut) continue
    walk(piece, (entry, index) => {
      if (entry < NEAR_OFFSET) own = start[entry] ?? 0
      else misses[entry] = (misses[entry] ?? 0) + weight * ((starts[index] ?? 0) - own)
    })
  }
  for (let entry = NEAR_OFFSET; entry < SIZE; entry++)
    start[entry] = (misses[entry] ?? 0) / ((seen[entry] ?? 0) + 1)
  return start
}

function estimate(chunk: Chunk, weights: Float64Array): number {
  let sum = 0
  for (let k = 0; k < chunk.features.length; k++) {
    sum += (chunk.counts[k] ?? 0) * (weights[chunk.features[k] ?? 0] ?? 0)
  }
  return sum
}

/**
 * A message in prose strays by some percent from its language's mean, either way. Too few tokens do harm, so prose is
 * aimed a little high, but for English, which the other kinds are full of. The fit of o200k_base goes without: it comes
 * out high by the choice of its texts.
 */
function aimOf({ kind }: Chunk): number {
  return encoding === 'cl100k_base' && /^(?:prose-(?!en)|talk-)/.test(kind) ? 1.03 : 1
}

/** Moves the frequencies so that whole chunks come out right, each kind weighing alike. */
function refine(start: Float64Array, rounds: number): Float64Array {
  const weights = Float64Array.from(start)
  const gains = new Float64Array(SIZE)
  const fitted = chunks.filter((chunk) => !chunk.isHeldOut)
  const perKind = new Map<string, number>()
  for (const chunk of fitted) perKind.set(chunk.kind, (perKind.get(chunk.kind) ?? 0) + 1)
  const random = seeded(11)
  for (let round = 0; round < rounds; round++) {
    const rate = 0.02 * (1 - round / rounds) + 0.002
    for (let step = 0; step < fitted.length; step++) {
      const chunk = fitted[random.below(fitted.length)]
      if (!chunk) continue
      const importance =
        chunk.share * Math.min(4, fitted.length / perKind.size / (perKind.get(chunk.kind) ?? 1))
      const error = (estimate(chunk, weights) / (chunk.tokens * aimOf(chunk)) - 1) * importance
      for (let k = 0; k < chunk.features.length; k++) {
        const entry = chunk.features[k] ?? 0
        const slope = ((error * (chunk.counts[k] ?? 0)) / chunk.tokens) * 100
        const pull = ((weights[entry] ?? 0) - (start[entry] ?? 0)) * 0.02
        const gradient = slope + pull
        gains[entry] = (gains[entry] ?? 0) + gradient * gradient
        weights[entry] = Math.max(
          entry < NEAR_OFFSET ? 0 : -1,
          (weights[entry] ?? 0) - (rate * gradient) / Math.sqrt((gains[entry] ?? 0) + 0.5),
        )
      }
    }
    report(`round ${round + 1}`, weights, false)
  }
  return weights
}

function report(title: string, weights: Float64Array, isFull: boolean): void {
  const kinds = new Map<string, { estimate: number; tokens: number; errors: number[] }>()
  for (const chunk of chunks) {
    if (!chunk.isHeldOut) continue
    const kind = kinds.get(chunk.kind) ?? { estimate: 0, tokens: 0, errors: [] }
    const value = estimate(chunk, weights)
    kind.estimate += value
    kind.tokens += chunk.tokens
    kind.errors.push(Math.abs(value / chunk.tokens - 1))
    kinds.set(chunk.kind, kind)
  }
  const lines = [...kinds].map(([kind, sums]) => {
    const sorted = sums.errors.sort((a, b) => a - b)
    return { kind, bias: sums.estimate / sums.tokens - 1, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 }
  })
  const worst = Math.max(...lines.map((line) => Math.abs(line.bias)))
  const worstChunk = Math.max(...lines.map((line) => line.p95))
  console.log(
    `${title}: worst kind ${(worst * 100).toFixed(1)} %, worst p95 chunk ${(worstChunk * 100).toFixed(1)} %`,
  )
  if (!isFull) return
  for (const line of lines)
    console.log(
      `  ${line.kind.padEnd(16)} ${(line.bias * 100).toFixed(1)} %  p95 ${(line.p95 * 100).toFixed(0)} %`,
    )
}

for (const name of readdirSync(texts).sort()) {
  const [kind = name, share = '1'] = name.replace(/\.txt$/, '').split('@')
  learn(kind, readFileSync(path.join(texts, name), 'utf8').toWellFormed().slice(0, 400_000), Number(share))
}
for (const kind of MACHINE_KINDS)
  learn(kind.name, [1, 2, 3, 4].map((seed) => kind.make(seeded(seed))).join(''))
// Repeated, so that their last fifth, which is held out, is among what was fitted too.
const talks = encoding === 'o200k_base' ? FIT_SAMPLES : { ...FIT_SAMPLES, ...CL100K_FIT_SAMPLES }
for (const [language, text] of Object.entries(talks)) learn(`talk-${language}`, `${text}\n\n`.repeat(25), 6)
console.log(`${chunks.length} chunks`)
const start = fallbacks()
report('frequencies', start, true)
const weights = refine(start, 12)
report('fitted', weights, true)
const rounded = weights.map((weight, entry) =>
  entry < NEAR_OFFSET ? costOfLevel(levelOfCost(weight)) : correctionOfLevel(levelOfCorrection(weight)),
)
report('rounded', rounded, true)
if (out) writeFileSync(out, asModule(weights))

/** The table as source: one sign an entry, runs of four and more as `!`, two digits in base 80, the sign. */
function asModule(costs: Float64Array): string {
  const levels = Array.from(costs, (cost, entry) =>
    entry < NEAR_OFFSET ? levelOfCost(cost) : levelOfCorrection(cost),
  )
  let text = ''
  for (let from = 0; from < levels.length; ) {
    let to = from + 1
    // The two ways of writing meet at NEAR_OFFSET; no run goes across.
    while (to < levels.length && to !== NEAR_OFFSET && levels[to] === levels[from] && to - from < 6399) to++
    const mark = sign(levels[from] ?? 0)
    const count = to - from
    text += count < 4 ? mark.repeat(count) : `!${sign(Math.floor(count / 80))}${sign(count % 80)}${mark}`
    from = to
  }
  const lines = text.match(/.{1,106}/g) ?? []
  return `/**
 * Costs of neighbouring characters, fitted by \`bench/fit-estimator.ts\` against exact ${encoding} counts.
 * Read by \`cost-table.ts\`; docs of the format there. Not to be edited by hand.
 */
export const PAIR_COSTS_${encoding === 'o200k_base' ? 'O200K' : 'CL100K'} = \`
${lines.join('\n')}
\`
`
}

/** Printable sign of a number from 0 to 84; back-quote and dollar give way to signs below \`(\`. */
function sign(value: number): string {
  const mark = String.fromCharCode(40 + value)
  return mark === '`' ? '#' : mark === '\\' ? '%' : mark
}
