import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { plainWords } from '../../shared/thread/plain-words.ts'
import type { Row } from '../../shared/thread/row.ts'
import { rowText } from '../app/row-text.ts'
import { Select } from '../ui/select.tsx'
import type { RangeStart } from './range.ts'
import { useOriginalRows } from './use-original-rows.ts'

export interface StartMessageProps {
  readonly thread: string
  readonly plan: CompactPlan
  readonly start: RangeStart
  readonly onStart: (start: RangeStart) => void
}

/** Most messages of one turn to choose from: a longer turn begins at one of its first. */
const MOST = 200
const WORDS = 60

/** The message of the turn that summarizing begins with. A call and its result are one message. */
export function StartMessage({ thread, plan, start, onStart }: StartMessageProps) {
  const { t } = useTranslation('wizard')
  const turn = plan.turns[start.turn]
  const from = turn?.from ?? start.index
  const to = Math.min(turn?.to ?? from, from + MOST)
  const indexes = useMemo(
    () => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at),
    [from, to],
  )
  const { rows } = useOriginalRows(thread, indexes)

  function labelOf(index: number): string {
    const row = rows.get(index)
    const who = row === undefined ? '' : t(row.kind === 'assistant' ? 'compare.assistant' : 'compare.you')
    return t('range.option', { number: index + 1, who, words: row === undefined ? '' : wordsOf(row) }).trim()
  }
  function choose(index: number) {
    const unsent = new Set(plan.marks.flatMap((mark) => (mark.kind === 'exclude' ? [mark.index] : [])))
    const before = indexes
      .filter((one) => one < index && !unsent.has(one))
      .reduce((sum, one) => sum + (rows.get(one)?.tokens ?? 0), 0)
    onStart({ ...start, index, before })
  }

  return (
    <Select
      label={t('range.from')}
      className="wz-start-message"
      value={String(start.index)}
      options={indexes.map((index) => ({
        value: String(index),
        label: labelOf(index),
        // Its size is not known yet, so the forecast could not follow.
        isDisabled: index !== start.index && !rows.has(index),
      }))}
      onChange={(value) => choose(Number(value))}
    />
  )
}

function wordsOf(row: Row): string {
  const words = plainWords(rowText(row), WORDS)
  if (words !== '' || row.kind !== 'assistant') return words
  const [call] = row.calls
  return call === undefined ? '' : `${call.name} ${call.summary}`.slice(0, WORDS)
}
