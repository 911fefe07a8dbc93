import { changeMessage } from '../projection/change-message.ts'
import type { Override, OverrideChange, ReductionStep } from '../projection/override.ts'
import type { ProjectedMessage, Projection } from '../projection/projected-message.ts'

/** A complete output that has to be on disk before the decisions that point to it may be used (C-06, S-122). */
export interface OutputFile {
  /** Relative to the workspace. */
  readonly filePath: string
  readonly index: number
  readonly messageId: string
  readonly call: number
  readonly text: string
}

/** What one reduction decided. `overrides` and `files` hold only what is new. */
export interface Reduction {
  readonly projection: Projection
  readonly overrides: readonly Override[]
  /** Tokens are those of the changed messages alone: the difference is what was freed. */
  readonly report: {
    readonly step: ReductionStep
    readonly changed: number
    readonly tokensBefore: number
    readonly tokensAfter: number
  }
  readonly files: readonly OutputFile[]
  /**
   * Place in the thread before which this reduction has nothing left to decide, as long as its settings, the marks
   * and the event stay as they are. Given back at the next run, only what is new is looked at.
   */
  readonly settledIndex: number
}

/** What every reduction needs besides its settings. */
export interface ReductionPlace {
  /** `settledIndex` of the last run; 0 when there was none or anything else has changed since. */
  readonly settledIndex: number
}

/** A decision about the message at `position` of the projection. */
export interface Decision {
  readonly position: number
  readonly call: number | null
  readonly change: OverrideChange
  readonly file?: { readonly filePath: string; readonly text: string }
}

/**
 * Carries decisions out and writes them down. Without any, the same list comes back. A decision that alone saves no
 * tokens is dropped, also when another one in its message does; with `asWhole` what counts is all of them together,
 * and that is the caller's to know.
 */
export function decide(
  projection: Projection,
  step: ReductionStep,
  decisions: readonly Decision[],
  settledIndex: number,
  asWhole = false,
): Reduction {
  const overrides: Override[] = []
  const files: OutputFile[] = []
  const changes = new Map<number, ProjectedMessage | null>()
  let tokensBefore = 0
  let tokensAfter = 0
  for (const [position, own] of byPosition(decisions)) {
    const item = projection[position]
    if (!item || item.index === null) continue
    const taken = asWhole ? own : own.filter((decision) => savesTokens(item, step, decision))
    const written = taken.map((decision) => writeDown(item, step, decision))
    const changed = changeMessage(item, written)
    if (changed === item) continue
    changes.set(position, changed)
    tokensBefore += item.tokens
    tokensAfter += changed?.tokens ?? 0
    overrides.push(...written)
    files.push(...taken.flatMap((decision) => fileOf(item, decision)))
  }
  const report = { step, changed: changes.size, tokensBefore, tokensAfter }
  return { projection: replaceAt(projection, changes), overrides, report, files, settledIndex }
}

function byPosition(decisions: readonly Decision[]): ReadonlyMap<number, readonly Decision[]> {
  const grouped = new Map<number, Decision[]>()
  for (const decision of decisions) {
    const list = grouped.get(decision.position)
    if (list) list.push(decision)
    else grouped.set(decision.position, [decision])
  }
  return grouped
}

function savesTokens(item: ProjectedMessage, step: ReductionStep, decision: Decision): boolean {
  const changed = changeMessage(item, [writeDown(item, step, decision)])
  return changed === null || changed.tokens < item.tokens
}

/** A decision as it is stored. */
export function writeDown(
  item: ProjectedMessage,
  step: ReductionStep,
  { call, change, file }: Decision,
): Override {
  const filePath = file?.filePath ?? null
  return { messageId: item.message.id, index: item.index ?? 0, call, step, change, filePath }
}

function fileOf(item: ProjectedMessage, { call, file }: Decision): readonly OutputFile[] {
  if (!file || call === null || item.index === null) return []
  return [{ ...file, index: item.index, messageId: item.message.id, call }]
}

/** The list with some of its messages exchanged or gone; costs what stands behind the first of them. */
function replaceAt(
  projection: Projection,
  changes: ReadonlyMap<number, ProjectedMessage | null>,
): Projection {
  if (changes.size === 0) return projection
  let first = projection.length
  for (const position of changes.keys()) first = Math.min(first, position)
  const result = projection.slice(0, first)
  for (let position = first; position < projection.length; position++) {
    const changed = changes.get(position)
    const item = changed === undefined ? projection[position] : changed
    if (item) result.push(item)
  }
  return result
}

/** Place of a call in the fact, from its place in the projected message. */
export function factCall(item: ProjectedMessage, at: number): number {
  return item.callPositions?.[at] ?? at
}
