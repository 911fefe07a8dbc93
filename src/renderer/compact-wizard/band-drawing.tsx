import type { BandGeometry, BandSegment, Layer } from './band-geometry.ts'
import { toX, visibleSeams } from './band-geometry.ts'

/** Heights of the drawing in px: the upper bar lies at 28, the lower at 106 (mockup 03). */
export const BAND_HEIGHT_PX = 164
const UPPER = 28
const LOWER = 106
const BAR = 32
const SEAM_GAP_PX = 4
/** A pinned message is never thinner, and stands out above and below. */
const PIN_PX = 4
const MARK_RISE = 4
/** An excluded message takes no room of its own: a gap where it would be. */
const GAP_PX = 9

const CLASS_OF: { readonly [K in Layer]: string } = {
  system: 'band-system',
  meta: 'band-system',
  former: 'band-checkpoint',
  head: 'band-kept',
  pinned: 'band-pin',
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

/** The strata themselves: what is sent now, what will be sent after, and how one sinks into the other. */
export function BandDrawing({ geometry, widthPx, patternId }: BandDrawingProps) {
  const x = (tokens: number) => toX(geometry, tokens, widthPx)
  const { before, after, boundary, sinkFrom, tokensBefore, tokensAfter } = geometry
  const checkpoint = after.find((segment) => segment.layer === 'checkpoint')
  const checkpointFrom = checkpoint?.from ?? 0
  const checkpointEnd = checkpoint?.to ?? checkpointFrom
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
        d={`M${x(sinkFrom)} ${top}H${x(boundary)}L${x(checkpointEnd)} ${LOWER}H${x(checkpointFrom)}Z`}
        fill={`url(#${patternId})`}
        className="band-fall-hatch"
      />
      <path className="band-cut-line" d={`M${x(boundary)} ${top}L${x(checkpointEnd)} ${LOWER}`} />
      <path
        className="band-line"
        d={`M${x(tokensBefore)} ${top}L${x(tokensAfter)} ${LOWER}M${x(sinkFrom)} ${top}L${x(checkpointFrom)} ${LOWER}`}
      />
      <path className="band-line" d={`M${x(tokensBefore)} 44H${axisEnd}M${x(tokensAfter)} 122H${axisEnd}`} />
      {geometry.windowEnd === null ? null : (
        <path className="band-line" d={`M${Math.min(widthPx - 0.5, x(geometry.windowEnd))} 24V142`} />
      )}
      {bar(before, UPPER)}
      {visibleSeams(geometry, widthPx, SEAM_GAP_PX).map((seam) => (
        <path key={seam.x} className="band-seam" d={`M${seam.x} ${UPPER}V${top}`} />
      ))}
      {geometry.marks.map((mark) =>
        mark.kind === 'pin' ? (
          <rect
            key={mark.index}
            className="band-pin"
            x={x(mark.from)}
            y={UPPER - MARK_RISE}
            width={Math.max(PIN_PX, x(mark.to) - x(mark.from) - 1)}
            height={BAR + 2 * MARK_RISE}
          />
        ) : (
          <g key={mark.index}>
            <rect
              className="band-gap"
              x={x(mark.from) - GAP_PX / 2}
              y={UPPER - 1}
              width={GAP_PX}
              height={BAR + 2}
            />
            <path className="band-excluded" d={`M${x(mark.from) - GAP_PX / 2} 44h${GAP_PX}`} />
          </g>
        ),
      )}
      {bar(after, LOWER)}
      {geometry.trigger === null ? null : (
        <path className="band-trigger" d={`M${x(geometry.trigger)} 18V146`} />
      )}
    </g>
  )
}
