import { useTranslation } from 'react-i18next'
import type { BandGeometry, Layer } from './band-geometry.ts'

const ORDER = ['system', 'meta', 'summarized', 'checkpoint', 'kept', 'draft'] as const

/** Layers that are one thing to a person. */
const MEANS: { readonly [K in Layer]?: Layer } = { former: 'checkpoint', head: 'kept' }

/** What the patterns of the band mean; only layers that are drawn, and marks with their number. */
export function BandLegend({ geometry }: { readonly geometry: BandGeometry }) {
  const { t } = useTranslation('wizard')
  const drawn = new Set<Layer>(
    [...geometry.before, ...geometry.after].map(({ layer }) => MEANS[layer] ?? layer),
  )
  const count = (kind: 'pin' | 'exclude') => geometry.marks.filter((mark) => mark.kind === kind).length
  return (
    <ul className="band-legend">
      {ORDER.filter((layer) => drawn.has(layer)).map((layer) => (
        <li key={layer}>
          <span className={`swatch swatch-${layer} mark`} />
          {t(`layer.${layer}`)}
        </li>
      ))}
      {(['pin', 'exclude'] as const)
        .filter((kind) => count(kind) > 0)
        .map((kind) => (
          <li key={kind}>
            <span className={`swatch swatch-${kind} mark`} />
            {t(`mark.${kind}`, { count: count(kind) })}
          </li>
        ))}
    </ul>
  )
}
