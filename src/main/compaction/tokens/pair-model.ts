/**
 * The shape of the cost table: which entry a character of a text reads. The estimator and the program that
 * fits it (`bench/fit-estimator.ts`) share it, so that they cannot differ.
 *
 * A character costs the chance that a token begins with it. That chance depends on the character before
 * it and on how long the run of letters and digits, or of one repeated sign, already is.
 */

/** Entries for one run state: 128 former characters times 128 characters. */
export const PAIR_ENTRIES = 128 * 128

/** Runs are told apart at these lengths, in characters. */
const RUN_BORDERS = [3, 6, 11, 20, 40] as const

export const RUN_STATES = RUN_BORDERS.length + 1

/** Longest run that is still told from a longer one. */
export const LONGEST_RUN = 64

/** Offset of a run's part of the pair table, by run length 0 to `LONGEST_RUN`. */
export const RUN_OFFSETS: Int32Array = makeRunOffsets()

/** Two characters of one class continue a run: letters and digits together, every other sign for itself. */
export const RUN_CLASSES: Uint8Array = makeRunClasses()

/** Entries for one context of the characters above ASCII, by UTF-16 unit. */
export const WIDE_ENTRIES = 65_536

/** Where the wide characters begin in the table: first those behind another script, then behind their own. */
export const WIDE_OFFSET: number = RUN_STATES * PAIR_ENTRIES

/** Where the corrections by neighbours begin: what a wide character costs more or less than its own entry says. */
export const NEAR_OFFSET: number = WIDE_OFFSET + 2 * WIDE_ENTRIES

export const NEAR_ENTRIES = 65_536

export const TABLE_ENTRIES: number = NEAR_OFFSET + NEAR_ENTRIES

/**
 * Entry of a correction, 0 to `NEAR_ENTRIES`. Letters of alphabets look two characters back, because a word's
 * beginning decides how it is cut; Han, kana and Hangul look one back (group above 2). Places are shared by
 * chance; the fit allows for it.
 */
export function nearEntry(code: number, previous: number, before: number, group: number): number {
  const further = group > 2 ? 0 : Math.imul(before, 668_265_263)
  return Math.imul((Math.imul(code, 40_503) ^ (previous << 15)) + further, -1_640_531_535) >>> 16
}

/** Group of the halves of characters beyond the first plane, emoji for the most part. */
export const SURROGATES = 7

/**
 * What stands for a character above ASCII when it is the former one: a control code that no text uses, by
 * script. Also the context by which a wide character reads its own cost.
 */
export const WIDE_GROUPS: Uint8Array = makeWideGroups()

function makeRunOffsets(): Int32Array {
  const offsets = new Int32Array(LONGEST_RUN + 1)
  for (let run = 0; run <= LONGEST_RUN; run++) {
    const state = RUN_BORDERS.filter((border) => run >= border).length
    offsets[run] = state * PAIR_ENTRIES
  }
  return offsets
}

function makeRunClasses(): Uint8Array {
  const classes = new Uint8Array(128)
  for (let code = 0; code < 128; code++) classes[code] = isAlphanumeric(code) ? 1 : code + 2
  return classes
}

function isAlphanumeric(code: number): boolean {
  const lower = code | 32
  return (code >= 48 && code <= 57) || (lower >= 97 && lower <= 122)
}

/** Latin, other alphabets with spaces, Han, kana, Hangul, signs, surrogates: 1 to 7, indexed by code >> 6. */
function makeWideGroups(): Uint8Array {
  const groups = new Uint8Array(WIDE_ENTRIES >> 6).fill(2)
  function set(from: number, to: number, group: number): void {
    groups.fill(group, from >> 6, (to >> 6) + 1)
  }
  set(0x80, 0xbf, 6)
  set(0xc0, 0x24f, 1)
  set(0x1e00, 0x1eff, 1)
  set(0x2000, 0x2e7f, 6)
  set(0x2e80, 0x303f, 6)
  set(0x3040, 0x30ff, 4)
  set(0x3100, 0x9fff, 3)
  set(0xac00, 0xd7ff, 5)
  set(0xd800, 0xdfff, SURROGATES)
  set(0xf900, 0xfaff, 3)
  set(0xfe00, 0xffff, 6)
  return groups
}

/**
 * Costs are written as one printable sign each, in steps of 8 %: a sign's cost in tokens. Signs run from
 * `(` (nothing) to `~`; `!` begins a repetition, see `cost-table.ts`.
 */
export function costOfLevel(level: number): number {
  return level === 0 ? 0 : SMALLEST_COST * LEVEL_STEP ** (level - 1)
}

/** The level whose cost is nearest. */
export function levelOfCost(cost: number): number {
  if (cost < SMALLEST_COST / 2) return 0
  const level = 1 + Math.round(Math.log(cost / SMALLEST_COST) / Math.log(LEVEL_STEP))
  return Math.min(Math.max(level, 1), HIGHEST_LEVEL)
}

/** Corrections are written in even steps; the middle sign is none. */
export function correctionOfLevel(level: number): number {
  return (level - NO_CORRECTION) * CORRECTION_STEP
}

/** The level whose correction is nearest. */
export function levelOfCorrection(tokens: number): number {
  return Math.min(Math.max(Math.round(tokens / CORRECTION_STEP) + NO_CORRECTION, 0), HIGHEST_LEVEL)
}

const NO_CORRECTION = 42
const CORRECTION_STEP = 0.03
const SMALLEST_COST = 0.005
const LEVEL_STEP = 1.082
const HIGHEST_LEVEL = 84
export const LEVELS: number = HIGHEST_LEVEL + 1
