import type { CompactPlan } from '../../shared/compact/plan.ts'
import { type Range, rangeSums } from './range.ts'

/** Layers of the band, bottom to top of the core sample (design-language.md, "Strata"). */
export type Layer =
  | 'system'
  | 'meta'
  | 'former'
  | 'head'
  | 'checkpoint'
  | 'summarized'
  | 'pinned'
  | 'kept'
  | 'draft'

/** A stretch of one bar. `from` and `to` are tokens from the start of the request. */
export interface BandSegment {
  readonly layer: Layer
  readonly from: number
  readonly to: number
}

/** A marked message over the upper bar. What is excluded takes no room: it is not sent. */
export interface PlacedMark {
  readonly kind: 'pin' | 'exclude'
  readonly index: number
  readonly from: number
  readonly to: number
}

/** Both bars over one scale. All positions are tokens; `toX` turns them into pixels. */
export interface BandGeometry {
  readonly scaleTokens: number
  readonly before: readonly BandSegment[]
  readonly after: readonly BandSegment[]
  readonly marks: readonly PlacedMark[]
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** Token positions in the upper bar between which the checkpoint is written; a former one lies inside. */
  readonly sinkFrom: number
  readonly boundary: number
  /** Token position of the first message to summarize. */
  readonly start: number
  /** Token positions between turns, `boundaries[k]` after turn k+1, without the last turn's end. */
  readonly boundaries: readonly number[]
  /** Where the first turn begins. */
  readonly firstTurn: number
  /** Null when the window is unknown or lies outside the scale. */
  readonly windowEnd: number | null
  readonly trigger: number | null
}

/** Below this share of the window the band is drawn on the thread's own scale, or it could not be held. */
const SMALLEST_SHARE = 0.3

function chain(parts: readonly (readonly [Layer, number])[]): readonly BandSegment[] {
  const segments: BandSegment[] = []
  let at = 0
  for (const [layer, tokens] of parts) {
    if (tokens > 0) segments.push({ layer, from: at, to: at + tokens })
    at += Math.max(0, tokens)
  }
  return segments
}

/**
 * Lays out the band for a range. Width is tokens; both bars, the window's end and the trigger share one scale. The
 * turns' own tokens decide, so the two bars and the sentence agree. A former checkpoint is written anew with what
 * follows it, or stays where the range begins further on.
 */
export function layOutBand(
  plan: CompactPlan,
  range: Range,
  checkpointTokens = plan.expectedCheckpointTokens,
): BandGeometry {
  const sums = rangeSums(plan, range)
  const firstTurn = plan.systemTokens + plan.metaPromptTokens + plan.checkpointTokens
  const isHeadKept = range.start !== null
  const before = chain([
    ['system', plan.systemTokens],
    ['meta', plan.metaPromptTokens],
    ['former', plan.checkpointTokens],
    ['head', sums.headTokens],
    ['summarized', sums.summarizedTokens],
    ['kept', sums.keptTokens],
    ['draft', plan.draftTokens],
  ])
  const after = chain([
    ['system', plan.systemTokens],
    ['meta', plan.metaPromptTokens],
    ['former', isHeadKept ? plan.checkpointTokens : 0],
    ['head', sums.headTokens],
    ['checkpoint', checkpointTokens],
    ['pinned', sums.pinnedTokens],
    ['kept', sums.keptTokens],
    ['draft', plan.draftTokens],
  ])
  const tokensBefore = before.at(-1)?.to ?? 0
  const tokensAfter = after.at(-1)?.to ?? 0
  const start = firstTurn + sums.headTokens
  const turnStarts = startsOf(plan, firstTurn)
  const longest = Math.max(tokensBefore, tokensAfter, 1)
  const window = plan.windowTokens
  const isWindowDrawn = window !== null && longest >= window * SMALLEST_SHARE
  const scaleTokens = isWindowDrawn ? Math.max(window, longest * 1.14) : longest * 1.24
  const trigger = plan.triggerTokens
  return {
    scaleTokens,
    before,
    after,
    marks: placeMarks(plan, turnStarts),
    tokensBefore,
    tokensAfter,
    sinkFrom: isHeadKept ? start : start - plan.checkpointTokens,
    boundary: start + sums.summarizedTokens,
    start,
    boundaries: turnStarts.slice(1),
    firstTurn,
    windowEnd: isWindowDrawn ? window : null,
    trigger: trigger !== null && trigger <= scaleTokens ? trigger : null,
  }
}

/** Where each turn begins. */
function startsOf(plan: CompactPlan, firstTurn: number): readonly number[] {
  const starts: number[] = []
  let at = firstTurn
  for (const { tokens } of plan.turns) {
    starts.push(at)
    at += tokens
  }
  return starts
}

function placeMarks(plan: CompactPlan, turnStarts: readonly number[]): readonly PlacedMark[] {
  if (plan.marks.length === 0) return []
  const places = new Map(plan.turns.map(({ number }, at) => [number, turnStarts[at] ?? 0]))
  return plan.marks.map(({ kind, index, turn, before, tokens }) => {
    const from = (places.get(turn) ?? 0) + before
    return { kind, index, from, to: kind === 'pin' ? from + tokens : from }
  })
}

/** Pixels of a token position, for a band of `widthPx`. */
export function toX(geometry: BandGeometry, tokens: number, widthPx: number): number {
  return (tokens / geometry.scaleTokens) * widthPx
}

/** The number of turns to keep when the handle is let go at `x`: the nearest place between two turns. */
export function keepAtX(geometry: BandGeometry, x: number, widthPx: number): number {
  const { boundaries } = geometry
  if (boundaries.length === 0 || widthPx <= 0) return 1
  return boundaries.length - nearestPlace(boundaries, (x / widthPx) * geometry.scaleTokens)
}

/** The place of the turn whose beginning is nearest to `x`. */
export function turnAtX(geometry: BandGeometry, x: number, widthPx: number): number {
  if (widthPx <= 0) return 0
  return nearestPlace([geometry.firstTurn, ...geometry.boundaries], (x / widthPx) * geometry.scaleTokens)
}

/** Place of the nearest of ascending positions. */
function nearestPlace(positions: readonly number[], tokens: number): number {
  let low = 0
  let high = positions.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] ?? 0) < tokens) low = middle + 1
    else high = middle
  }
  const previous = positions[low - 1]
  const here = positions[low] ?? 0
  return previous !== undefined && tokens - previous < here - tokens ? low - 1 : low
}

/** Seams between turns worth drawing: at least `gapPx` apart, so that thousands of turns stay readable. */
export function visibleSeams(
  geometry: BandGeometry,
  widthPx: number,
  gapPx: number,
): readonly { readonly x: number; readonly isSummarized: boolean }[] {
  const seams: { x: number; isSummarized: boolean }[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const tokens of geometry.boundaries) {
    const x = toX(geometry, tokens, widthPx)
    if (x - last < gapPx || tokens === geometry.boundary) continue
    seams.push({ x, isSummarized: tokens >= geometry.start && tokens < geometry.boundary })
    last = x
  }
  return seams
}
