import { useTranslation } from 'react-i18next'
import type { ContextCategory, ContextReport } from '../../../shared/compact/context.ts'
import { formatCost, formatPercent, formatTokens } from '../../i18n/format.ts'
import { useJoined } from '../../i18n/use-joined.ts'
import { Button } from '../../ui/button.tsx'
import { Layers2, TriangleAlert } from '../../ui/icons.ts'
import { meterNumbers } from '../runtime/meter-numbers.ts'
import { useAct, useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'
import { useThread } from '../thread-context.ts'

export interface ContextDetailsProps {
  /** Called before the person is taken elsewhere. */
  readonly onLeave?: () => void
}

/** What the next request is made of: the popover of the meter and, larger, the dock's first panel. */
export function ContextDetails({ onLeave }: ContextDetailsProps) {
  const { t } = useTranslation('runtime')
  const report = useRuntimeState((state) => state.report)
  const { store } = useThread()
  const { places } = useRuntimeAccess()
  if (report === null) return <p className="context-wait">{t('context.reading')}</p>
  const { openWizard } = places
  return (
    <div className="context">
      <Head report={report} />
      {report.isWindowSuspect ? (
        <p className="context-warning">
          <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
          {t('context.suspect')}
        </p>
      ) : null}
      <Stack report={report} />
      {report.categories.length === 0 ? (
        <p className="context-wait">{t('context.reading')}</p>
      ) : (
        <Categories report={report} />
      )}
      <Biggest report={report} {...(onLeave === undefined ? {} : { onLeave })} />
      <Spent report={report} />
      <p className="context-note">{t('context.limits')}</p>
      <div className="context-actions">
        {openWizard === null ? null : (
          <Button
            kind="primary"
            icon={<Layers2 size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => {
              onLeave?.()
              openWizard()
            }}
          >
            {t('context.compact')}
          </Button>
        )}
        <Button
          onClick={() => {
            onLeave?.()
            store.setView('model')
          }}
        >
          {t('context.look')}
        </Button>
      </div>
    </div>
  )
}

function Head({ report }: { readonly report: ContextReport }) {
  const { t, i18n } = useTranslation('runtime')
  const joined = useJoined()
  const { windowTokens, triggerTokens, windowSource, basis } = report
  const numbers = meterNumbers(report)
  return (
    <div className="context-head">
      <p>
        <b>
          {basis === 'estimate' ? '≈' : ''}
          {formatTokens(report.usedTokens)}
        </b>{' '}
        {windowTokens === null
          ? t('context.windowUnknown')
          : t('context.ofWindow', {
              window: formatTokens(windowTokens),
              percent: formatPercent(numbers.windowShare ?? 0, i18n.language),
            })}
      </p>
      <p className="context-source">
        {joined(
          basis === 'usage' ? t('context.counted') : t('context.estimated'),
          ...(windowSource === null ? [] : [t(`window.${windowSource}`)]),
        )}
      </p>
      <p className="context-source">
        {triggerTokens === null
          ? t('meter.neverFires')
          : t('context.fires', {
              // Of a window that is not known the meter shows no share, but where it fires is told here.
              percent: formatPercent(numbers.share ?? report.usedTokens / triggerTokens, i18n.language),
              trigger: formatTokens(triggerTokens),
              left: formatTokens(Math.max(0, triggerTokens - report.usedTokens)),
            })}
      </p>
    </div>
  )
}

/** One bar for the window: what is used, what is left, the line where compaction fires. */
function Stack({ report }: { readonly report: ContextReport }) {
  const { windowTokens, triggerTokens, usedTokens } = report
  const full = Math.max(windowTokens ?? 0, triggerTokens ?? 0, usedTokens, 1)
  return (
    <div className="stack" aria-hidden="true">
      {triggerTokens === null ? null : (
        <span className="stack-trigger" style={{ left: `${(triggerTokens / full) * 100}%` }}>
          <span>{formatTokens(triggerTokens)}</span>
        </span>
      )}
      <div className="stack-bar">
        {report.categories
          .filter(({ tokens }) => tokens > 0)
          .map(({ category, tokens }) => (
            <span
              key={category}
              className={`mark swatch swatch-${category}`}
              style={{ width: `${(tokens / full) * 100}%` }}
            />
          ))}
      </div>
    </div>
  )
}

function Categories({ report }: { readonly report: ContextReport }) {
  const { t } = useTranslation('runtime')
  // The rest is the provider's own with its count, and the pad of the estimate without one.
  const rest = report.basis === 'usage' ? 'uncounted' : 'margin'
  return (
    <>
      <dl className="categories">
        {report.categories.map(({ category, tokens }) => (
          <div key={category}>
            <dt>
              <span className={`mark swatch swatch-${category}`} aria-hidden="true" />
              {t(`category.${category === 'uncounted' ? rest : category}`)}
            </dt>
            <dd>{formatTokens(tokens)}</dd>
          </div>
        ))}
      </dl>
      {report.categories.some(({ category }) => category === 'uncounted') ? (
        <p className="context-note">{t(`context.${rest}`)}</p>
      ) : null}
    </>
  )
}

/** Categories a person can leave out of the next request by excluding a message. */
const EXCLUDABLE: readonly ContextCategory[] = ['messages', 'tool-results', 'attachments']

function Biggest({ report, onLeave }: ContextDetailsProps & { readonly report: ContextReport }) {
  const { t } = useTranslation('runtime')
  const { runtime, places } = useRuntimeAccess()
  const act = useAct()
  if (report.biggest.length === 0) return null
  return (
    <section className="biggest" aria-label={t('context.biggest')}>
      <h2>{t('context.biggest')}</h2>
      <ul>
        {report.biggest.map(({ label, index, category, tokens, call }, at) => (
          // Two items may carry the same words; their order is by size.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole.
          <li key={at}>
            {index === null ? (
              // What stands for no message of the thread has no words of its own to show.
              <span className="truncate grow">{t(`category.${category}`)}</span>
            ) : (
              <button
                type="button"
                className="biggest-jump truncate grow"
                title={t('context.jump', { label })}
                onClick={() => {
                  onLeave?.()
                  places.goTo(index)
                }}
              >
                {label}
              </button>
            )}
            <span className="biggest-tokens">{formatTokens(tokens)}</span>
            {index === null || call === undefined ? null : (
              <Button
                kind="quiet"
                size="small"
                aria-label={t('clear.resultOf', { label })}
                onClick={() => act(runtime.clearResult(index, call, true))}
              >
                {t('clear.result')}
              </Button>
            )}
            {index !== null && EXCLUDABLE.includes(category) ? (
              <Button
                kind="quiet"
                size="small"
                aria-label={t('context.excludeOne', { label })}
                onClick={() => act(runtime.mark(index, 'exclude', true))}
              >
                {t('context.exclude')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Spent({ report }: { readonly report: ContextReport }) {
  const { t, i18n } = useTranslation('runtime')
  const { spent } = report
  const money = (usd: number | null) => (usd === null ? '—' : formatCost(usd, i18n.language))
  return (
    <div className="spent">
      <p>{t('context.spent', { tokens: formatTokens(spent.tokens), cost: money(spent.costUsd) })}</p>
      {report.nextCostUsd === null ? null : (
        <p>{t('context.next', { cost: formatCost(report.nextCostUsd, i18n.language) })}</p>
      )}
      {spent.summaryTokens === 0 ? null : (
        <p>
          {t('context.spentSummaries', {
            tokens: formatTokens(spent.summaryTokens),
            cost: money(spent.summaryCostUsd),
          })}
        </p>
      )}
    </div>
  )
}
