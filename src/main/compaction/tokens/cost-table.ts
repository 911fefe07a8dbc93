import { PAIR_COSTS } from './pair-costs.ts'
import { costOfLevel, TABLE_ENTRIES } from './pair-model.ts'

/** Table entries are costs in tokens times this. */
export const COST_SCALE = 8192

let table: Uint16Array | null = null

/** The fitted costs, unpacked at the first use and kept. */
export function costTable(): Uint16Array {
  table ??= unpack(PAIR_COSTS)
  return table
}

/**
 * Unpacks the written table. One sign is one entry; `!`, two digits in base 80 and a sign are a run of
 * equal entries. Back-quote and backslash cannot stand in the source, `#` and `%` stand for them.
 */
function unpack(packed: string): Uint16Array {
  const costs = new Uint16Array(TABLE_ENTRIES)
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
      costs[entry++] = scaledCost(code)
      continue
    }
    const count = valueOfSign(next()) * 80 + valueOfSign(next())
    const cost = scaledCost(next())
    costs.fill(cost, entry, entry + count)
    entry += count
  }
  if (entry !== TABLE_ENTRIES) throw new Error('the table of token costs is damaged')
  return costs
}

const LINE_BREAK = 10
const CARRIAGE_RETURN = 13
const REPETITION = 33

function scaledCost(code: number): number {
  return Math.round(costOfLevel(valueOfSign(code)) * COST_SCALE)
}

function valueOfSign(code: number): number {
  if (code === 35) return 96 - 40
  if (code === 37) return 92 - 40
  return code - 40
}
