import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RetainedFact } from '../../shared/compact/retention.ts'
import type { Row } from '../../shared/thread/row.ts'
import { Button } from '../ui/button.tsx'
import { rowText } from './compare-list.ts'
import { factId } from './fact-list.tsx'
import { SectionText, type SectionTextProps } from './section-text.tsx'

export interface OriginalBodyProps {
  readonly row: Row
  readonly facts: readonly RetainedFact[]
  readonly kinds?: SectionTextProps['kinds']
}

const TEXT_LIMIT = 700
/** The page brings long texts cut already; this is only a bound for drawing. */
const WHOLE_LIMIT = 200_000
const CALLS_SHOWN = 4

/** What a message under a checkpoint says, cut to a few lines until it is asked for whole. */
export function OriginalBody({ row, facts, kinds }: OriginalBodyProps) {
  const { t } = useTranslation('wizard')
  const [isWhole, setIsWhole] = useState(false)
  const [isClipped, setIsClipped] = useState(false)
  const words = useRef<HTMLDivElement>(null)
  const text = rowText(row, isWhole ? WHOLE_LIMIT : TEXT_LIMIT)
  const isCut = text.length > TEXT_LIMIT && !isWhole
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides how high it is.
  useLayoutEffect(() => {
    const element = words.current
    if (element !== null && !isWhole) setIsClipped(element.scrollHeight > element.clientHeight + 1)
  }, [text, isWhole])
  const calls = row.kind === 'assistant' ? row.calls : []
  // A fact may stand in a tool call or beyond the part shown here; then it is named below the text.
  const apart = facts.filter((fact) => !text.includes(fact.text))
  return (
    <>
      {text === '' && calls.length === 0 && row.kind !== 'broken' ? (
        <p className="wz-meta">{t('compare.noText')}</p>
      ) : null}
      {text === '' ? null : (
        <div
          ref={words}
          className={`wz-original-text ${isWhole ? 'is-whole' : ''} ${isClipped && !isWhole ? 'is-clipped' : ''}`}
        >
          <SectionText text={text} facts={facts} kinds={kinds} />
        </div>
      )}
      {calls.slice(0, isWhole ? calls.length : CALLS_SHOWN).map((call, at) => (
        // Ids of calls repeat and can be empty in real files.
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a stored message never change.
        <p key={at} className="wz-original-call mono truncate">
          <strong>{call.name}</strong> {call.summary}
        </p>
      ))}
      {calls.length > CALLS_SHOWN && !isWhole ? (
        <p className="wz-meta">{t('missing.more', { count: calls.length - CALLS_SHOWN })}</p>
      ) : null}
      {isWhole || isClipped || isCut || calls.length > CALLS_SHOWN ? (
        <Button
          size="small"
          kind="quiet"
          className="wz-link wz-whole"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('compare.showLess') : `… ${t('compare.showAll')}`}
        </Button>
      ) : null}
      {apart.length === 0 ? null : (
        <p className="wz-original-apart">
          {apart.map((fact) => (
            <mark key={factId(fact)} className={`is-${fact.state}`}>
              {fact.text}
            </mark>
          ))}
        </p>
      )}
    </>
  )
}
