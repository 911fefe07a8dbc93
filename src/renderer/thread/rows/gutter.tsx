import { useTranslation } from 'react-i18next'

/** Layer of a row in the core sample. */
export type Layer = 'kept' | 'beneath' | 'checkpoint' | 'draft' | 'broken' | 'system'

const WORDS = {
  kept: 'row.stateKept',
  system: 'row.stateKept',
  broken: 'row.stateKept',
  beneath: 'row.stateBeneath',
  checkpoint: 'row.stateCheckpoint',
  draft: 'row.stateDraft',
} as const

/** The fact line that never breaks, and the row's layer left of it. Told in words too. */
export function Gutter({ layer }: { readonly layer: Layer }) {
  const { t } = useTranslation('thread')
  return (
    <div className="gutter">
      <span className={`layer mark layer-${layer} ${layer === 'beneath' ? 'hatch' : ''}`} />
      <span className="visually-hidden">{t(WORDS[layer])}</span>
    </div>
  )
}
