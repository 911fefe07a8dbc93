import { useTranslation } from 'react-i18next'
import { Pin } from '../../ui/icons.ts'

/** Layer of a row in the core sample. */
export type Layer = 'kept' | 'beneath' | 'checkpoint' | 'draft' | 'broken' | 'system' | 'pinned' | 'excluded'

const WORDS = {
  kept: 'row.stateKept',
  system: 'row.stateKept',
  broken: 'row.stateKept',
  beneath: 'row.stateBeneath',
  checkpoint: 'row.stateCheckpoint',
  draft: 'row.stateDraft',
} as const

/** Further hatched columns beside the first; more would leave the gutter. */
const MOST_COLUMNS = 3

export interface GutterProps {
  readonly layer: Layer
  /** Numbers of the checkpoints over the row, oldest first. */
  readonly numbers?: readonly number[]
  /** The newest one's number is written beside its last row. */
  readonly isEdge?: boolean
}

const NONE: readonly number[] = []

/** The fact line that never breaks, and the row's layers left of it. Told in words too. */
export function Gutter({ layer, numbers = NONE, isEdge = false }: GutterProps) {
  const { t } = useTranslation(['thread', 'runtime'])
  const number = numbers.at(-1)
  const words =
    layer === 'pinned'
      ? t('runtime:mark.pinned')
      : layer === 'excluded'
        ? t('runtime:mark.excluded')
        : number === undefined
          ? t(`thread:${WORDS[layer]}`)
          : t('runtime:row.beneath', { number })
  return (
    <div className="gutter">
      {layer === 'excluded' ? null : (
        <span className={`layer mark layer-${layer} ${layer === 'beneath' ? 'hatch' : ''}`} />
      )}
      {numbers.slice(1, MOST_COLUMNS).map((over, at) => (
        <span
          key={over}
          className="layer mark layer-beneath hatch"
          style={{ left: `calc(7px - ${at + 1} * var(--stratum-step))` }}
        />
      ))}
      {layer === 'pinned' ? (
        <Pin className="gutter-pin" size={12} strokeWidth={2} aria-hidden="true" />
      ) : null}
      {isEdge && number !== undefined ? (
        <span className="gutter-number" aria-hidden="true">
          {number}
        </span>
      ) : null}
      <span className="visually-hidden">{words}</span>
    </div>
  )
}
