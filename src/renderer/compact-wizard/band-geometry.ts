import type { CompactPlan } from '../../shared/compact/plan.ts'

/** Layers of the band, bottom to top of the core sample (design-language.md, "Strata"). */
export type Layer = 'system' | 'meta' | 'checkpoint' | 'summarized' | 'kept' | 'draft'

/** A stretch of one bar. `from` and `to` are tokens from the start of the request. */
export interface BandSegment {
  readonly layer: Layer
  readonly from: number
  readonly to: number
}

/** Both bars over one scale. All positions are tokens; `toX` turns them into pixels. */
export interface BandGeometry {
  readonly scaleTokens: number
  readonly before: readonly BandSegment[]
  readonly after: readonly BandSegment[]
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** Token position of the cut in the upper bar. */
  readonly boundary: number
  /** Token positions between turns, `boundaries[k]` after turn k+1, without the last turn's end. */
  readonly boundaries: readonly number[]
  /** Null when the window is unknown or lies outside the scale. */
  readonly windowEnd: number | null
  readonly trigger: number | null
}

/** Below this share of the window the band is drawn on the thread's own scale, or it could not be held. */
const SMALLEST_SHARE = 0.3

function chain(parts: readonly (readonly [Layer, number])[], start = 0): readonly BandSegment[] {
  const segments: BandSegment[] = []
  let at = start
  for (const [layer, tokens] of parts) {
    if (tokens > 0) segments.push({ layer, from: at, to: at + tokens })
    at += Math.max(0, tokens)
  }
  return segments
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Largest number of turns that can be kept: one must be left to summarize (S-179). */
export function maxKeep(plan: CompactPlan): number {
  return Math.max(1, plan.turns.length - 1)
}

/** `keep` inside 1 … turns−1. */
export function clampKeep(plan: CompactPlan, keep: number): number {
  return Math.min(maxKeep(plan), Math.max(1, Math.round(keep)))
}

/**
 * Lays out the band for a number of kept turns. Width is tokens; both bars, the window's end and the
 * trigger share one scale. The turns' own tokens decide, so the two bars and the sentence agree.
 */
export function layOutBand(
  plan: CompactPlan,
  keepTurns: number,
  checkpointTokens = plan.expectedCheckpointTokens,
): BandGeometry {
  const keep = clampKeep(plan, keepTurns)
  const turnTokens = plan.turns.map((turn) => turn.tokens)
  const cut = Math.max(0, plan.turns.length - keep)
  const summarized = sum(turnTokens.slice(0, cut))
  const kept = sum(turnTokens.slice(cut))
  const start = plan.systemTokens + plan.metaPromptTokens + plan.checkpointTokens

  const before = chain([
    ['system', plan.systemTokens],
    ['meta', plan.metaPromptTokens],
    ['checkpoint', plan.checkpointTokens],
    ['summarized', summarized],
    ['kept', kept],
    ['draft', plan.draftTokens],
  ])
  const after = chain([
    ['system', plan.systemTokens],
    ['meta', plan.metaPromptTokens],
    ['checkpoint', checkpointTokens],
    ['kept', kept],
    ['draft', plan.draftTokens],
  ])
  const tokensBefore = before.at(-1)?.to ?? 0
  const tokensAfter = after.at(-1)?.to ?? 0

  const boundaries: number[] = []
  let at = start
  for (const tokens of turnTokens.slice(0, -1)) {
    at += tokens
    boundaries.push(at)
  }

  const longest = Math.max(tokensBefore, tokensAfter, 1)
  const window = plan.windowTokens
  const isWindowDrawn = window !== null && longest >= window * SMALLEST_SHARE
  const scaleTokens = isWindowDrawn ? Math.max(window, longest * 1.14) : longest * 1.24
  const trigger = plan.triggerTokens
  return {
    scaleTokens,
    before,
    after,
    tokensBefore,
    tokensAfter,
    boundary: start + summarized,
    boundaries,
    windowEnd: isWindowDrawn ? window : null,
    trigger: trigger !== null && trigger <= scaleTokens ? trigger : null,
  }
}

/** Pixels of a token position, for a band of `widthPx`. */
export function toX(geometry: BandGeometry, tokens: number, widthPx: number): number {
  return (tokens / geometry.scaleTokens) * widthPx
}

/** The number of turns to keep when the handle is let go at `x`: the nearest place between two turns. */
export function keepAtX(geometry: BandGeometry, x: number, widthPx: number): number {
  const { boundaries } = geometry
  if (boundaries.length === 0 || widthPx <= 0) return 1
  const tokens = (x / widthPx) * geometry.scaleTokens
  let low = 0
  let high = boundaries.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((boundaries[middle] ?? 0) < tokens) low = middle + 1
    else high = middle
  }
  const previous = boundaries[low - 1]
  const here = boundaries[low] ?? 0
  const nearest = previous !== undefined && tokens - previous < here - tokens ? low - 1 : low
  return boundaries.length - nearest
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
    seams.push({ x, isSummarized: tokens < geometry.boundary })
    last = x
  }
  return seams
}
