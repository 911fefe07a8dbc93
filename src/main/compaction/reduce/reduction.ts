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

/** Carries decisions out and writes them down. Without any, the same list comes back. */
export function decide(
  projection: Projection,
  step: ReductionStep,
  decisions: readonly Decision[],
  settledIndex: number,
): Reduction {
  const overrides: Override[] = []
  const files: OutputFile[] = []
  const byPosition = new Map<number, Override[]>()
  for (const { position, call, change, file } of decisions) {
    const item = projection[position]
    if (!item || item.index === null) continue
    const messageId = item.message.id
    const override = { messageId, index: item.index, call, step, change, filePath: file?.filePath ?? null }
    overrides.push(override)
    if (file && call !== null) files.push({ ...file, index: item.index, messageId, call })
    const list = byPosition.get(position)
    if (list) list.push(override)
    else byPosition.set(position, [override])
  }
  const done = carryOut(projection, byPosition)
  const report = { step, changed: byPosition.size, tokensBefore: done.before, tokensAfter: done.after }
  return { projection: done.projection, overrides, report, files, settledIndex }
}

function carryOut(
  projection: Projection,
  byPosition: ReadonlyMap<number, readonly Override[]>,
): { readonly projection: Projection; readonly before: number; readonly after: number } {
  if (byPosition.size === 0) return { projection, before: 0, after: 0 }
  let first = projection.length
  for (const position of byPosition.keys()) first = Math.min(first, position)
  const result: ProjectedMessage[] = projection.slice(0, first)
  let before = 0
  let after = 0
  for (let position = first; position < projection.length; position++) {
    const item = projection[position]
    if (!item) continue
    const own = byPosition.get(position)
    if (!own) {
      result.push(item)
      continue
    }
    const changed = changeMessage(item, own)
    before += item.tokens
    after += changed?.tokens ?? 0
    if (changed) result.push(changed)
  }
  return { projection: result, before, after }
}

/** Place of a call in the fact, from its place in the projected message. */
export function factCall(item: ProjectedMessage, at: number): number {
  return item.callPositions?.[at] ?? at
}
