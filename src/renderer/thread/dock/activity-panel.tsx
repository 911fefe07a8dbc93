import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActivityEntry } from '../../../shared/ipc/turn.ts'
import { useCopy } from '../../app/use-copy.ts'
import { formatCost, formatDuration, formatMoment, formatTokens } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Copy } from '../../ui/icons.ts'
import { Select } from '../../ui/select.tsx'
import { useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'
import { type ActivityPages, withNewest, withOlder } from './activity-pages.ts'
import { useActivityWords } from './activity-words.ts'

const PAGE = 50
const KINDS = [
  'request',
  'summary',
  'compaction',
  'reduction',
  'repair',
  'tool',
  'approval',
  'undo',
  'settings',
  'error',
] as const satisfies readonly ActivityEntry['kind'][]

/** What has run in this thread, newest first. No words of messages and no keys are in it. */
export function ActivityPanel() {
  const { t } = useTranslation('runtime')
  const { runtime } = useRuntimeAccess()
  const phase = useRuntimeState((state) => state.turn.phase)
  const revision = useRuntimeState((state) => state.revision)
  const [pages, setPages] = useState<ActivityPages | null>(null)
  const [isReading, setIsReading] = useState(false)
  const entries = pages?.entries ?? null
  const [hasFailed, setHasFailed] = useState(false)
  const [kind, setKind] = useState<ActivityEntry['kind'] | 'all'>('all')

  const read = useCallback(
    (before: number | null) =>
      runtime.client.request('activity.list', { thread: runtime.thread, before, limit: PAGE }),
    [runtime],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each end of something adds lines.
  useEffect(() => {
    let isCurrent = true
    read(null).then(
      (page) => {
        if (!isCurrent) return
        // What was asked for beyond the newest lines stays when something ends.
        setPages((before) => withNewest(before, page, PAGE))
        setHasFailed(false)
      },
      () => isCurrent && setHasFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [read, phase, revision])

  async function readMore() {
    const last = entries?.at(-1)
    if (last === undefined || isReading) return
    setIsReading(true)
    try {
      const page = await read(last.id)
      setPages((before) => (before === null ? null : withOlder(before, page, PAGE)))
    } catch {
      setHasFailed(true)
    }
    setIsReading(false)
  }

  const shown = (entries ?? []).filter((entry) => kind === 'all' || entry.kind === kind)
  return (
    <div className="dock-body">
      {hasFailed ? (
        <p className="dock-problem" role="alert">
          {t('activity.failed')}
        </p>
      ) : null}
      {entries !== null && entries.length === 0 ? <p className="dock-empty">{t('activity.empty')}</p> : null}
      {entries === null || entries.length === 0 ? null : (
        <Select
          label={t('activity.filter')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'all', label: t('activity.all') },
            ...KINDS.map((value) => ({ value, label: t(`activity.kind.${value}`) })),
          ]}
        />
      )}
      <ol className="activity" aria-label={t('activity.list')}>
        {shown.map((entry) => (
          <ActivityLine key={entry.id} entry={entry} />
        ))}
      </ol>
      {pages?.hasMore === true ? (
        <Button size="small" onClick={() => void readMore()}>
          {t('activity.more')}
        </Button>
      ) : null}
    </div>
  )
}

function ActivityLine({ entry }: { readonly entry: ActivityEntry }) {
  const { t, i18n } = useTranslation('runtime')
  const copy = useCopy()
  const time = formatMoment(entry.atMs, Date.now(), i18n.language)
  const { result, reason } = useActivityWords()(entry)
  const { tool } = entry.details
  const facts = [
    entry.tokens === null ? null : formatTokens(entry.tokens),
    entry.costUsd === null ? null : formatCost(entry.costUsd, i18n.language),
    entry.durationMs === null ? null : formatDuration(entry.durationMs, i18n.language),
  ].filter((fact) => fact !== null)
  const isBad = entry.result === 'failed' || entry.kind === 'error'
  return (
    <li className={isBad ? 'is-bad' : ''}>
      <time dateTime={new Date(entry.atMs).toISOString()}>{time}</time>
      <span className="activity-words">
        <b>{t(`activity.kind.${entry.kind}`)}</b>{' '}
        {typeof tool === 'string' ? <span className="mono">{tool}</span> : null}{' '}
        <span className="activity-result">{result}</span>
        {reason === null ? null : <span className="activity-reason">{reason}</span>}
        {facts.length === 0 ? null : <span className="dock-meta">{facts.join(' · ')}</span>}
      </span>
      <IconButton
        className="is-small"
        label={t('activity.copy')}
        icon={<Copy size={14} strokeWidth={2} />}
        onClick={() => copy(JSON.stringify(entry, null, 2))}
      />
    </li>
  )
}
