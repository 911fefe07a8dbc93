import { PAIR_COSTS_CL100K } from './pair-costs-cl100k.ts'
import { PAIR_COSTS_O200K } from './pair-costs-o200k.ts'
import {
  correctionOfLevel,
  costOfLevel,
  LEVELS,
  LONGEST_RUN,
  NEAR_OFFSET,
  PAIR_ENTRIES,
  RUN_OFFSETS,
  TABLE_ENTRIES,
  WIDE_ENTRIES,
  WIDE_OFFSET,
} from './pair-model.ts'
import type { ByFamily, TokenFamily } from './token-family.ts'

/** Table entries are costs in tokens times this. */
export const COST_SCALE = 4096

const PACKED: ByFamily<string> = { o200k: PAIR_COSTS_O200K, cl100k: PAIR_COSTS_CL100K }

const tables: Record<TokenFamily, Int16Array | null> = { o200k: null, cl100k: null }
let joint: Int16Array | null = null

/** The fitted costs of a family, unpacked at the first use and kept. */
export function costTable(family: TokenFamily): Int16Array {
  const known = tables[family] ?? withFloors(unpack(PACKED[family]))
  tables[family] = known
  return known
}

/** Both tables side by side, for one pass with two sums: o200k at an even place, cl100k behind it. */
export function jointTable(): Int16Array {
  joint ??= interleave(costTable('o200k'), costTable('cl100k'))
  return joint
}

function interleave(even: Int16Array, odd: Int16Array): Int16Array {
  const both = new Int16Array(2 * even.length)
  for (let entry = 0; entry < even.length; entry++) {
    both[2 * entry] = even[entry] ?? 0
    both[2 * entry + 1] = odd[entry] ?? 0
  }
  return both
}

/**
 * Unpacks the written table. One sign is one entry; `!`, two digits in base 80 and a sign are a run of
 * equal entries. Back-quote and backslash cannot stand in the source, `#` and `%` stand for them.
 */
function unpack(packed: string): Int16Array {
  const costs = new Int16Array(TABLE_ENTRIES)
  let entry = 0
  let at = 0
  function next(): number {
    let code = packed.charCodeAt(at++)
    while (code === LINE_BREAK || code === CARRIAGE_RETURN) code = packed.charCodeAt(at++)
    return code
  }
  while (entry < TABLE_ENTRIES && at < packed.length) {
    const code = next()
    if (Number.isNaN(code)) break
    if (code !== REPETITION) {
      costs[entry] = scaledCost(entry, code)
      entry++
      continue
    }
    const count = valueOfSign(next()) * 80 + valueOfSign(next())
    const cost = scaledCost(entry, next())
    costs.fill(cost, entry, entry + count)
    entry += count
  }
  if (entry !== TABLE_ENTRIES) throw new Error('the table of token costs is damaged')
  return costs
}

/** The longest token of one repeated sign holds 64 of it; of spaces, 128. */
const SIGNS_PER_TOKEN = 64
const SPACES_PER_TOKEN = 128

/** Digits go in groups of three. */
const DIGIT_COST = 0.32

/**
 * Raises what texts show too rarely to be fitted: long runs of one sign or of digits never cost nothing,
 * and a character of a surrogate pair, as emoji are, costs at least one token (B-25).
 */
function withFloors(costs: Int16Array): Int16Array {
  const lastRun = RUN_OFFSETS[LONGEST_RUN] ?? 0
  for (let code = 0; code < 128; code++) {
    const perToken = code === SPACE ? SPACES_PER_TOKEN : SIGNS_PER_TOKEN
    for (let offset = 0; offset <= lastRun; offset += PAIR_ENTRIES) {
      raise(costs, offset + (code << 7) + code, 1 / perToken)
    }
  }
  for (let offset = 2 * PAIR_ENTRIES; offset <= lastRun; offset += PAIR_ENTRIES) {
    // Only the same digit twice: in hex and base64 neighbouring digits share tokens with letters.
    for (let digit = 48; digit < 58; digit++) raise(costs, offset + (digit << 7) + digit, DIGIT_COST)
  }
  for (let code = 0xdc00; code < 0xe000; code++) {
    raise(costs, WIDE_OFFSET + code, 1)
    raise(costs, WIDE_OFFSET + WIDE_ENTRIES + code, 1)
  }
  return costs
}

function raise(costs: Int16Array, entry: number, tokens: number): void {
  costs[entry] = Math.max(costs[entry] ?? 0, Math.round(tokens * COST_SCALE))
}

const SPACE = 32
const LINE_BREAK = 10
const CARRIAGE_RETURN = 13
const REPETITION = 33

const SCALED_COSTS = scaled(costOfLevel)
const SCALED_CORRECTIONS = scaled(correctionOfLevel)

function scaled(ofLevel: (level: number) => number): Int16Array {
  return Int16Array.from({ length: LEVELS }, (_, level) => Math.round(ofLevel(level) * COST_SCALE))
}

function scaledCost(entry: number, code: number): number {
  return (entry < NEAR_OFFSET ? SCALED_COSTS : SCALED_CORRECTIONS)[valueOfSign(code)] ?? 0
}

function valueOfSign(code: number): number {
  if (code === 35) return 96 - 40
  if (code === 37) return 92 - 40
  return code - 40
}
