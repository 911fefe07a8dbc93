import type { BandGeometry, BandSegment, Layer } from './band-geometry.ts'
import { toX, visibleSeams } from './band-geometry.ts'

/** Heights of the drawing in px: the upper bar lies at 28, the lower at 106 (mockup 03). */
export const BAND_HEIGHT_PX = 164
const UPPER = 28
const LOWER = 106
const BAR = 32
const SEAM_GAP_PX = 4

const CLASS_OF: { readonly [K in Layer]: string } = {
  system: 'band-system',
  meta: 'band-system',
  checkpoint: 'band-checkpoint',
  summarized: 'band-summarized',
  kept: 'band-kept',
  draft: 'band-draft',
}

export interface BandDrawingProps {
  readonly geometry: BandGeometry
  readonly widthPx: number
  readonly patternId: string
}

function edge(
  segments: readonly BandSegment[],
  layer: Layer,
  side: 'from' | 'to',
  otherwise: number,
): number {
  const own = segments.filter((segment) => segment.layer === layer)
  const segment = side === 'from' ? own.at(0) : own.at(-1)
  return segment?.[side] ?? otherwise
}

/** The strata themselves: what is sent now, what will be sent after, and how one sinks into the other. */
export function BandDrawing({ geometry, widthPx, patternId }: BandDrawingProps) {
  const x = (tokens: number) => toX(geometry, tokens, widthPx)
  const { before, after, boundary, tokensBefore, tokensAfter } = geometry
  const fixed = edge(after, 'checkpoint', 'from', 0)
  const checkpointEnd = edge(after, 'checkpoint', 'to', fixed)
  const sumFrom = before.some((segment) => segment.layer === 'checkpoint')
    ? edge(before, 'checkpoint', 'from', fixed)
    : edge(before, 'summarized', 'from', fixed)
  const top = UPPER + BAR
  const axisEnd = Math.max(x(geometry.windowEnd ?? geometry.scaleTokens), x(tokensBefore))

  function bar(segments: readonly BandSegment[], y: number) {
    return segments.map((segment) => {
      const width = Math.max(1, x(segment.to) - x(segment.from) - 1)
      return (
        <rect
          key={segment.layer}
          className={CLASS_OF[segment.layer]}
          x={x(segment.from)}
          y={y}
          width={width}
          height={BAR}
          {...(segment.layer === 'summarized' ? { fill: `url(#${patternId})` } : {})}
        />
      )
    })
  }

  return (
    <g>
      <defs>
        <pattern
          id={patternId}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className="band-hatch-ground" width="5" height="5" />
          <path className="band-hatch-line" d="M0 0V5" />
        </pattern>
      </defs>
      <path className="band-fall" d={`M0 ${top}H${x(tokensBefore)}L${x(tokensAfter)} ${LOWER}H0Z`} />
      <path
        d={`M${x(sumFrom)} ${top}H${x(boundary)}L${x(checkpointEnd)} ${LOWER}H${x(fixed)}Z`}
        fill={`url(#${patternId})`}
        className="band-fall-hatch"
      />
      <path className="band-cut-line" d={`M${x(boundary)} ${top}L${x(checkpointEnd)} ${LOWER}`} />
      <path
        className="band-line"
        d={`M${x(tokensBefore)} ${top}L${x(tokensAfter)} ${LOWER}M${x(sumFrom)} ${top}L${x(fixed)} ${LOWER}`}
      />
      <path className="band-line" d={`M${x(tokensBefore)} 44H${axisEnd}M${x(tokensAfter)} 122H${axisEnd}`} />
      {geometry.windowEnd === null ? null : (
        <path className="band-line" d={`M${Math.min(widthPx - 0.5, x(geometry.windowEnd))} 24V142`} />
      )}
      {bar(before, UPPER)}
      {visibleSeams(geometry, widthPx, SEAM_GAP_PX).map((seam) => (
        <path key={seam.x} className="band-seam" d={`M${seam.x} ${UPPER}V${top}`} />
      ))}
      {bar(after, LOWER)}
      {geometry.trigger === null ? null : (
        <path className="band-trigger" d={`M${x(geometry.trigger)} 18V146`} />
      )}
    </g>
  )
}
