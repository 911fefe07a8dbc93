import { CircleAlert, Pin, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RetainedFact } from '../../shared/compact/retention.ts'
import type { Row } from '../../shared/thread/row.ts'
import { Button } from '../ui/button.tsx'
import { contextOf, needsContext } from './fact-context.ts'
import { useOriginalRows } from './use-original-rows.ts'

/** Facts shown before "n more". */
const FIRST = 3

export interface FactListProps {
  readonly thread: string
  readonly kind: 'missing' | 'changed'
  readonly facts: readonly RetainedFact[]
  readonly total: number
  readonly isEditable: boolean
  readonly onAdd: (fact: RetainedFact) => void
  readonly onPin: (fact: RetainedFact) => void
  readonly onIgnore: (fact: RetainedFact) => void
  readonly onShow: (fact: RetainedFact) => void
}

/** A fact's name for React and for "Ignore". */
export function factId(fact: RetainedFact): string {
  return `${fact.class} ${fact.messageIndex} ${fact.text}`
}

/** Facts that did not survive, heaviest first, with what can be done about each. */
export function FactList(props: FactListProps) {
  const { thread, kind, facts, total, isEditable, onAdd, onPin, onIgnore, onShow } = props
  const { t } = useTranslation('wizard')
  const [isLong, setIsLong] = useState(false)
  const shown = isLong ? facts : facts.slice(0, FIRST)
  const places = [
    ...new Set(shown.filter((fact) => needsContext(fact.text)).map((fact) => fact.messageIndex)),
  ]
  // Without the rows the list is only barer, so a failed read is not worth a notice.
  const { rows } = useOriginalRows(
    thread,
    places.sort((a, b) => a - b),
  )
  if (facts.length === 0) return null
  const Icon = kind === 'missing' ? CircleAlert : TriangleAlert
  return (
    <details className={`wz-facts is-${kind}`} open>
      <summary>
        <Icon size={14} strokeWidth={2} aria-hidden="true" />
        <h4>{t(`${kind}.title`)}</h4>
        <span className="wz-meta">{t('missing.of', { count: facts.length, total })}</span>
      </summary>
      <ul>
        {shown.map((fact) => (
          <li key={factId(fact)}>
            <div className="wz-fact">
              <span className="tag">{t(`fact.${fact.class}`)}</span>
              <span className="grow wz-fact-text">{fact.text}</span>
              {fact.turn === null ? null : (
                <button type="button" className="wz-turn" onClick={() => onShow(fact)}>
                  {t('missing.turn', { number: fact.turn })}
                </button>
              )}
            </div>
            <FactPlace fact={fact} row={rows.get(fact.messageIndex)} />
            {fact.found === null ? null : (
              <p className="wz-meta">{t('missing.changedTo', { found: fact.found })}</p>
            )}
            {fact.class === 'rule' && fact.state === 'missing' ? (
              <p className="wz-meta">{t('missing.notWordForWord')}</p>
            ) : null}
            {isEditable ? (
              <div className="wz-fact-actions">
                <Button
                  size="small"
                  kind="quiet"
                  className="wz-link"
                  icon={<Plus size={12} strokeWidth={2} aria-hidden="true" />}
                  onClick={() => onAdd(fact)}
                >
                  {t('missing.add')}
                </Button>
                {fact.messageIndex < 0 ? null : (
                  <Button
                    size="small"
                    kind="quiet"
                    icon={<Pin size={12} strokeWidth={2} aria-hidden="true" />}
                    onClick={() => onPin(fact)}
                  >
                    {t('missing.pin')}
                  </Button>
                )}
                <Button size="small" kind="quiet" onClick={() => onIgnore(fact)}>
                  {t('missing.ignore')}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {facts.length > FIRST ? (
        <Button size="small" kind="quiet" onClick={() => setIsLong(!isLong)}>
          {isLong ? t('missing.fewer') : t('missing.more', { count: facts.length - FIRST })}
        </Button>
      ) : null}
    </details>
  )
}

interface FactPlaceProps {
  readonly fact: RetainedFact
  readonly row: Row | undefined
}

/** The words around a fact: a bare `50` could be anything. */
function FactPlace({ fact, row }: FactPlaceProps) {
  const { t } = useTranslation('wizard')
  if (row === undefined || !needsContext(fact.text)) return null
  const context = contextOf(row, fact.text, fact.callPosition)
  if (context === null) return null
  if (context.kind === 'result')
    return <p className="wz-fact-place">{t('missing.inResult', { call: context.call })}</p>
  if (context.before.trim() === '' && context.after.trim() === '') return null
  return (
    <p className="wz-fact-place">
      {context.before}
      <mark>{context.text}</mark>
      {context.after}
    </p>
  )
}
