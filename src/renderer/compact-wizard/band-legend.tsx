import { useTranslation } from 'react-i18next'
import type { BandGeometry, Layer } from './band-geometry.ts'

const ORDER: readonly Layer[] = ['system', 'meta', 'summarized', 'checkpoint', 'kept', 'draft']

/** What the patterns of the band mean; only layers that are drawn. */
export function BandLegend({ geometry }: { readonly geometry: BandGeometry }) {
  const { t } = useTranslation('wizard')
  const drawn = new Set([...geometry.before, ...geometry.after].map((segment) => segment.layer))
  return (
    <ul className="band-legend">
      {ORDER.filter((layer) => drawn.has(layer)).map((layer) => (
        <li key={layer}>
          <span className={`swatch swatch-${layer} mark`} />
          {t(`layer.${layer}`)}
        </li>
      ))}
    </ul>
  )
}
