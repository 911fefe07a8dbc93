import { useTranslation } from 'react-i18next'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import { useSettings } from '../app/settings-context.tsx'
import { useIndexProgress } from '../app/use-index-progress.ts'
import { useProviders } from '../app/use-providers.ts'
import { shownThread, useWorkbench } from '../app/workbench.ts'
import { formatPercent, formatTokens } from '../i18n/format.ts'
import { Check } from '../ui/icons.ts'

/** Where the meter turns amber and red, as shares of the window. */
const AMBER_FROM = 0.6
const RED_FROM = 0.8

/** The lower edge: size of the active thread, how full its window is, and who would summarize. */
export function StatusBar() {
  const { t } = useTranslation('frame')
  const opened = useWorkbench((state) => {
    const thread = shownThread(state)
    return thread === null ? undefined : state.opened.get(thread)
  })
  const hasMeter = useWorkbench((state) => {
    const thread = shownThread(state)
    return thread !== null && state.running?.has(thread) === true
  })
  return (
    <footer className="status" data-region>
      {opened === undefined ? (
        <span className="status-item">
          <Check size={14} strokeWidth={2} aria-hidden="true" />
          {t('status.ready')}
        </span>
      ) : opened.newest !== undefined ? (
        <span>{t('status.reading')}</span>
      ) : (
        <>
          <span>{t('status.messages', { count: opened.messages - unreadable(opened) })}</span>
          <span>{t('status.turns', { count: opened.turns })}</span>
        </>
      )}
      <span className="grow" />
      <IndexState />
      {opened === undefined || hasMeter ? null : <Meter opened={opened} />}
      <Summarizer />
    </footer>
  )
}

/** Entries that are no messages: they could not be read. 0 until all were looked at. */
function unreadable({ notes }: OpenedThread): number {
  return notes?.find(({ code }) => code === 'broken-messages')?.count ?? 0
}

/** Shown only while something is left to index. */
function IndexState() {
  const { t } = useTranslation('search')
  const progress = useIndexProgress()
  if (progress === null || !progress.isRunning) return null
  const { indexed, total } = progress
  return (
    <span className="status-item">
      {total === 0 ? t('status.indexingStart') : t('status.indexing', { indexed, total })}
    </span>
  )
}

function Meter({ opened }: { readonly opened: OpenedThread }) {
  const { t, i18n } = useTranslation('frame')
  const { windowTokens } = opened
  if (opened.tokens === null) return <span className="status-item">{t('status.counting')}</span>
  const tokens = formatTokens(opened.tokens)
  if (windowTokens === null) return <span>{t('status.windowUnknown', { tokens })}</span>
  const share = opened.tokens / windowTokens
  const level = share >= RED_FROM ? 'is-red' : share >= AMBER_FROM ? 'is-amber' : ''
  const text = t('status.ofWindow', {
    percent: formatPercent(share, i18n.language),
    tokens,
    window: formatTokens(windowTokens),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: the meter element cannot hold the ring and the words.
    <span
      className={`meter ${level}`}
      role="meter"
      aria-label={t('status.meter')}
      aria-valuemin={0}
      aria-valuemax={windowTokens}
      aria-valuenow={Math.min(opened.tokens, windowTokens)}
      aria-valuetext={text}
    >
      <Ring share={share} />
      {text}
    </span>
  )
}

const RADIUS = 5

function Ring({ share }: { readonly share: number }) {
  const round = 2 * Math.PI * RADIUS
  return (
    <svg className="ring" width={14} height={14} viewBox="0 0 14 14" aria-hidden="true">
      <circle cx={7} cy={7} r={RADIUS} className="ring-rest" />
      <circle
        cx={7}
        cy={7}
        r={RADIUS}
        className="ring-part"
        strokeDasharray={`${Math.min(1, share) * round} ${round}`}
        transform="rotate(-90 7 7)"
      />
    </svg>
  )
}

function Summarizer() {
  const { t } = useTranslation('frame')
  const { settings } = useSettings()
  const providers = useProviders()
  const provider = providers.find((entry) => entry.id === settings.defaultSummarizer)
  if (provider === undefined) return <span className="status-item">{t('status.noProvider')}</span>
  const hasKey = provider.keyState !== 'none'
  return (
    <span className="status-item">
      <span className={`status-dot ${hasKey ? '' : 'is-off'}`} aria-hidden="true" />
      {hasKey ? provider.name : t('status.providerNoKey', { name: provider.name })}
    </span>
  )
}
