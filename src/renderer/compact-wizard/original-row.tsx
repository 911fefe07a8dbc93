import { Plus } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RetainedFact } from '../../shared/compact/retention.ts'
import type { Row } from '../../shared/thread/row.ts'
import { Button } from '../ui/button.tsx'
import { stateOfMessage } from './compare-list.ts'
import { factId } from './fact-list.tsx'
import { OriginalBody } from './original-body.tsx'

export interface OriginalRowProps {
  readonly row: Row
  readonly facts: readonly RetainedFact[]
  readonly isFocused: boolean
  /** Null when the preview can't be edited. */
  readonly onAdd: ((fact: RetainedFact) => void) | null
}

const TAGS = { missing: 'tag-danger', changed: 'tag-warn', recoverable: '', inSummary: 'tag-accent' } as const

/** One message under the checkpoint, with what became of its facts. */
export const OriginalRow = memo(function OriginalRow({ row, facts, isFocused, onAdd }: OriginalRowProps) {
  const { t } = useTranslation('wizard')
  const state = stateOfMessage(facts)
  const turn = row.kind === 'user' || row.kind === 'assistant' ? row.turn : null
  return (
    <li
      className={`wz-original ${state === null ? '' : `is-${state}`} ${isFocused ? 'is-focused' : ''}`}
      data-index={row.index}
    >
      <span className="wz-original-layer mark" />
      <div className="grow">
        <div className="wz-original-head">
          <strong>
            {row.kind === 'broken'
              ? t('compare.broken')
              : row.kind === 'checkpoint'
                ? t('compare.previous')
                : t(row.kind === 'user' ? 'compare.you' : 'compare.assistant')}
          </strong>
          {turn === null ? null : <span>{t('compare.turn', { number: turn })}</span>}
          <span className="grow" />
          {state === null ? null : <span className={`tag ${TAGS[state]}`}>{t(`count.${state}`)}</span>}
        </div>
        <OriginalBody row={row} facts={facts} />
        {onAdd === null
          ? null
          : facts
              .filter((fact) => fact.state === 'missing')
              .map((fact) => (
                <Button
                  key={factId(fact)}
                  size="small"
                  kind="quiet"
                  className="wz-link wz-add"
                  icon={<Plus size={12} strokeWidth={2} aria-hidden="true" />}
                  onClick={() => onAdd(fact)}
                >
                  <span className="truncate">{`${t('missing.add')}: ${fact.text}`}</span>
                </Button>
              ))}
      </div>
    </li>
  )
})
