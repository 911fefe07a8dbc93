import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContextReport } from '../../../shared/compact/context.ts'
import { formatCost, formatPercent, formatTokens } from '../../i18n/format.ts'
import { TriangleAlert } from '../../ui/icons.ts'
import { Popover } from '../../ui/popover.tsx'
import { type MeterNumbers, meterNumbers } from '../runtime/meter-numbers.ts'
import { useRuntimeState } from '../runtime/runtime-context.ts'
import { ContextDetails } from './context-details.tsx'

/** The words of the meter: how full, of what, and where compaction fires. */
function useMeterText(report: ContextReport, numbers: MeterNumbers): { short: string; long: string } {
  const { t, i18n } = useTranslation('runtime')
  const tokens = `${report.basis === 'estimate' ? '≈' : ''}${formatTokens(report.usedTokens)}`
  const window = report.windowTokens === null ? null : formatTokens(report.windowTokens)
  const amount = window === null ? t('meter.noWindow', { tokens }) : `${tokens} / ${window}`
  const long = [
    window === null ? t('meter.noWindow', { tokens }) : t('meter.ofWindow', { tokens, window }),
    numbers.share !== null && report.triggerTokens !== null
      ? t('meter.toTrigger', {
          percent: formatPercent(numbers.share, i18n.language),
          trigger: formatTokens(report.triggerTokens),
        })
      : t('meter.neverFires'),
    report.isWindowSuspect ? t('meter.suspect') : '',
  ]
  return { short: amount, long: long.filter((part) => part !== '').join(' ') }
}

/** The percentage as a bar along the upper edge of the input: full where compaction fires (S-158). Never a live region. */
export function ContextBar() {
  const report = useRuntimeState((state) => state.report)
  return report === null ? null : <Bar report={report} />
}

function Bar({ report }: { readonly report: ContextReport }) {
  const { t } = useTranslation('runtime')
  const numbers = meterNumbers(report)
  const text = useMeterText(report, numbers).long
  const share = Math.min(1, numbers.share ?? 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the meter element cannot be dressed in all engines.
    <div
      className={`context-bar is-${numbers.level}`}
      role="meter"
      aria-label={t('meter.label')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={text}
    >
      <span className="mark" style={{ width: `${share * 100}%` }} />
    </div>
  )
}

/** Ring and numbers beside Send; pressing it shows what they are made of. */
export function ContextMeter() {
  const report = useRuntimeState((state) => state.report)
  return report === null ? null : <MeterButton report={report} />
}

function MeterButton({ report }: { readonly report: ContextReport }) {
  const { t, i18n } = useTranslation('runtime')
  const [isOpen, setIsOpen] = useState(false)
  const numbers = meterNumbers(report)
  const text = useMeterText(report, numbers)
  const next =
    report.nextCostUsd === null
      ? ''
      : ` ${t('context.next', { cost: formatCost(report.nextCostUsd, i18n.language) })}`
  const title = `${text.long}${next}`
  const hasSign = numbers.level === 'red' || numbers.level === 'suspect'
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      label={t('context.title')}
      content={<ContextDetails onLeave={() => setIsOpen(false)} />}
    >
      <button type="button" className={`context-meter is-${numbers.level}`} title={title}>
        {hasSign ? (
          <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
        ) : (
          <MeterRing numbers={numbers} />
        )}
        <span className="visually-hidden">{t('meter.label')}: </span>
        {numbers.share === null ? null : <b>{formatPercent(numbers.share, i18n.language)}</b>}
        <span>{text.short}</span>
        {numbers.level === 'suspect' ? <span>{t('meter.suspectShort')}</span> : null}
      </button>
    </Popover>
  )
}

const RADIUS = 6
const BOX = 18

/** The window as a ring, its notch where compaction fires. A dashed one when the window is not known. */
function MeterRing({ numbers }: { readonly numbers: MeterNumbers }) {
  const round = 2 * Math.PI * RADIUS
  const { windowShare, triggerShare } = numbers
  const middle = BOX / 2
  return (
    <svg className="ring" width={BOX} height={BOX} viewBox={`0 0 ${BOX} ${BOX}`} aria-hidden="true">
      <circle
        cx={middle}
        cy={middle}
        r={RADIUS}
        className="ring-rest"
        strokeDasharray={windowShare === null ? '2 2' : undefined}
      />
      {windowShare === null ? null : (
        <circle
          cx={middle}
          cy={middle}
          r={RADIUS}
          className="ring-part"
          strokeDasharray={`${Math.min(1, windowShare) * round} ${round}`}
          transform={`rotate(-90 ${middle} ${middle})`}
        />
      )}
      {triggerShare === null ? null : (
        <line
          className="ring-notch"
          x1={middle}
          x2={middle}
          y1={0}
          y2={5}
          transform={`rotate(${triggerShare * 360} ${middle} ${middle})`}
        />
      )}
    </svg>
  )
}
