import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNothing } from '../../shared/compact/is-nothing.ts'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import type { Preview } from '../../shared/compact/preview.ts'
import type { RetainedFact } from '../../shared/compact/retention.ts'
import { errorText } from '../i18n/error-text.ts'
import { formatTokens } from '../i18n/format.ts'
import { useSectionTitle } from '../i18n/section-title.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { addToSummary } from './add-to-summary.ts'
import { type CompareFilter, factsByMessage, indexesFor, summarizedRange } from './compare-list.ts'
import { Notice } from './notice.tsx'
import { OriginalRow } from './original-row.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import { SectionText } from './section-text.tsx'
import { useOriginalRows } from './use-original-rows.ts'
import type { WizardEvent } from './wizard-event.ts'

const PAGE = 30
const NO_FACTS: readonly RetainedFact[] = []

export interface CompareTabProps {
  readonly thread: string
  readonly plan: CompactPlan
  readonly preview: Preview
  /** First summarized message; null = from the start. */
  readonly fromIndex: number | null
  readonly isEditable: boolean
  /** The fact whose message is to be shown first; null = none. */
  readonly focus: RetainedFact | null
  readonly send: (event: WizardEvent) => void
}

/** Lower ground left, top sheet right: the originals under the checkpoint, and the checkpoint (mockup 07). */
export function CompareTab(props: CompareTabProps) {
  const { thread, plan, preview, fromIndex, isEditable, focus, send } = props
  const { t } = useTranslation('wizard')
  const sectionTitle = useSectionTitle()
  const { t: tError } = useTranslation('errors')
  const { notable, counts } = preview.retention
  const [filter, setFilter] = useState<CompareFilter>(
    focus === null ? 'all' : focus.state === 'missing' ? 'missing' : 'changed',
  )
  const [shown, setShown] = useState(PAGE)
  const range = useMemo(
    () => summarizedRange(plan, preview.keptTurns, fromIndex),
    [plan, preview.keptTurns, fromIndex],
  )
  const indexes = useMemo(() => indexesFor(filter, range, notable), [filter, range, notable])
  const focusAt = focus === null ? -1 : indexes.indexOf(focus.messageIndex)
  const visible = useMemo(() => indexes.slice(0, Math.max(shown, focusAt + 1)), [indexes, shown, focusAt])
  const { rows, error } = useOriginalRows(thread, visible)
  const facts = useMemo(() => factsByMessage(notable), [notable])
  const list = useRef<HTMLElement>(null)
  const covered = plan.turns.filter((turn) => turn.to > range.from && turn.from < range.to)

  const isFocusRead = focus !== null && rows.has(focus.messageIndex)
  useEffect(() => {
    if (focus === null || !isFocusRead) return
    list.current?.querySelector(`[data-index="${focus.messageIndex}"]`)?.scrollIntoView({ block: 'center' })
  }, [focus, isFocusRead])

  const onAdd = useMemo(
    () =>
      isEditable
        ? (fact: RetainedFact) => send({ kind: 'edit', changes: [addToSummary(preview.sections, fact)] })
        : null,
    [isEditable, preview.sections, send],
  )

  return (
    <div className="wz-compare">
      <div className="wz-originals">
        <div className="wz-compare-head">
          <strong>{t('compare.originals')}</strong>
          <span className="wz-meta grow truncate">
            {covered.length === 1
              ? t('sentence.turn', { number: covered[0]?.number ?? 0 })
              : t('compare.turns', { from: covered.at(0)?.number ?? 0, to: covered.at(-1)?.number ?? 0 })}
          </span>
          <Segmented
            label={t('compare.filter')}
            value={filter}
            options={[
              { value: 'all', label: t('compare.all', { count: range.to - range.from }) },
              { value: 'missing', label: t('compare.missing', { count: counts.missing }) },
              { value: 'changed', label: t('compare.changed', { count: counts.changed }) },
            ]}
            onChange={(next) => {
              setFilter(next)
              setShown(PAGE)
            }}
          />
        </div>
        {error === null ? null : (
          <Notice kind="failed" title={t('compare.failed')} body={errorText(tError, error)} />
        )}
        {indexes.length === 0 ? <p className="wz-meta wz-pad">{t('compare.none')}</p> : null}
        {indexes.length > 0 && rows.size === 0 && error === null ? (
          <p className="wz-meta wz-pad">{t('compare.busy')}</p>
        ) : null}
        <ScrollRegion ref={list} className="wz-originals-scroll" label={t('compare.originals')}>
          <ol>
            {visible.map((index) => {
              const row = rows.get(index)
              return row === undefined ? null : (
                <OriginalRow
                  key={index}
                  row={row}
                  facts={facts.get(index) ?? NO_FACTS}
                  isFocused={focus?.messageIndex === index}
                  onAdd={onAdd}
                />
              )
            })}
            {visible.length < indexes.length ? (
              <li className="wz-more">
                <Button size="small" onClick={() => setShown(visible.length + PAGE)}>
                  {t('compare.more')}
                </Button>
              </li>
            ) : null}
          </ol>
        </ScrollRegion>
      </div>
      <ScrollRegion className="wz-sheet-side" label={t('compare.checkpoint')}>
        <div className="wz-compare-head">
          <strong>{t('compare.checkpoint')}</strong>
          <span className="wz-meta">
            {t('compare.over', {
              checkpoint: `≈${formatTokens(preview.checkpointTokens)}`,
              source: `≈${formatTokens(covered.reduce((sum, turn) => sum + turn.tokens, 0))}`,
            })}
          </span>
        </div>
        <div className="wz-sheet">
          {preview.sections
            .filter((section) => !isNothing(section.text))
            .map((section) => (
              <section key={section.key}>
                <h3>{sectionTitle(section.key, section.heading)}</h3>
                <SectionText text={section.text} />
              </section>
            ))}
        </div>
      </ScrollRegion>
    </div>
  )
}
