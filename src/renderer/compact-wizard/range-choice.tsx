import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { Select } from '../ui/select.tsx'
import { maxStart, type Range, startAt } from './range.ts'
import { StartMessage } from './start-message.tsx'
import { TurnsField } from './turns-field.tsx'

export interface RangeChoiceProps {
  readonly thread: string
  readonly plan: CompactPlan
  readonly range: Range
  readonly onRange: (range: Range) => void
}

/** Where summarizing begins: with the thread, or with a message further on, before which all stays (S-037). */
export function RangeChoice({ thread, plan, range, onRange }: RangeChoiceProps) {
  const { t } = useTranslation('wizard')
  const { keepTurns, start } = range
  const numberOf = (place: number) => plan.turns[place]?.number ?? place + 1
  const first = numberOf(0)
  const last = first + maxStart(plan, keepTurns)
  return (
    <>
      <div className="wz-line">
        <span className="wz-label grow">{t('range.label')}</span>
        <Select
          label={t('range.label')}
          className="wz-choice"
          value={start === null ? 'start' : 'message'}
          options={[
            { value: 'start', label: t('range.start') },
            { value: 'message', label: t('range.message') },
          ]}
          // The first turn can stay where there is a second to summarize.
          onChange={(kind) =>
            onRange({ ...range, start: kind === 'start' ? null : startAt(plan, 1, keepTurns) })
          }
        />
      </div>
      {start === null ? null : (
        <div className="wz-start">
          <TurnsField
            lead={<span className="wz-meta grow">{t('range.turn')}</span>}
            label={t('range.turn')}
            value={numberOf(start.turn)}
            min={first}
            max={last}
            outside={(asked) => t('range.outside', { asked, first, last })}
            lessLabel={t('range.earlier')}
            moreLabel={t('range.later')}
            onChange={(number) => onRange({ ...range, start: startAt(plan, number - first, keepTurns) })}
          />
          <StartMessage
            thread={thread}
            plan={plan}
            start={start}
            onStart={(next) => onRange({ ...range, start: next })}
          />
          <p className="wz-meta">{t('range.note')}</p>
        </div>
      )}
    </>
  )
}
