import { useTranslation } from 'react-i18next'
import type { SecretFinding } from '../../shared/ipc/export.ts'
import { Button } from '../ui/button.tsx'
import { Lock, ShieldAlert } from '../ui/icons.ts'
import { Segmented } from '../ui/segmented.tsx'
import type { ExportEvent, ExportState } from './export-state.ts'
import { FailureList } from './failure-list.tsx'

export interface ReviewStepProps {
  readonly state: Extract<ExportState, { step: 'review' }>
  readonly isCheckpoint?: boolean
  readonly send: (event: ExportEvent) => void
}

/** Every suspected secret with its surroundings, to be kept or replaced. Replaced is where each begins. */
export function ReviewStep({ state, isCheckpoint = false, send }: ReviewStepProps) {
  const { t } = useTranslation('export')
  const { findings, more, threads, messages } = state.review
  const free = findings.filter(({ isLocked }) => !isLocked).map(({ id }) => id)
  return (
    <div className="ex-review">
      <div className="ex-review-head">
        <p className="ex-sentence">
          {findings.length === 0 ? t('review.none') : t('review.found', { count: findings.length + more })}
        </p>
        <p className="ex-note">
          {isCheckpoint
            ? t('review.readCheckpoint')
            : t('review.read', { threads: t('count.threads', { count: threads }), count: messages })}
          {more > 0 ? ` ${t('review.more', { count: more })}` : ''}
        </p>
        {free.length < 2 ? null : (
          <div className="ex-all">
            <Button size="small" onClick={() => send({ kind: 'keep', ids: free, isKept: false })}>
              {t('review.replaceAll')}
            </Button>
            <Button size="small" onClick={() => send({ kind: 'keep', ids: free, isKept: true })}>
              {t('review.keepAll')}
            </Button>
          </div>
        )}
      </div>
      <FailureList failures={state.failures} isCheckpoint={isCheckpoint} />
      {findings.length === 0 ? null : (
        <ul className="ex-findings" aria-label={t('review.list')}>
          {findings.map((finding) => (
            <Finding
              key={finding.id}
              finding={finding}
              hasThread={threads > 1}
              isKept={state.kept.has(finding.id)}
              onKeep={(isKept) => send({ kind: 'keep', ids: [finding.id], isKept })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface FindingProps {
  readonly finding: SecretFinding
  readonly hasThread: boolean
  readonly isKept: boolean
  readonly onKeep: (isKept: boolean) => void
}

function Finding({ finding, hasThread, isKept, onKeep }: FindingProps) {
  const { t } = useTranslation('export')
  const { kind, masked, before, after, thread, index, count, isLocked } = finding
  const place = index === null ? t('review.outside') : t('review.message', { number: index + 1 })
  return (
    <li className="ex-finding">
      <ShieldAlert size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className="ex-finding-words">
        <p className="ex-finding-head">
          <b>{t(`kind.${kind}`)}</b>
          <span className="ex-note truncate">
            {hasThread ? `${thread} · ` : ''}
            {place}
            {count > 1 ? ` · ×${count}` : ''}
          </span>
        </p>
        <p className="ex-context mono">
          {before}
          <mark className={isKept ? 'is-kept' : ''}>{masked}</mark>
          {after}
        </p>
      </div>
      {isLocked ? (
        <span className="ex-locked">
          <Lock size={14} strokeWidth={2} aria-hidden="true" />
          {t('review.locked')}
        </span>
      ) : (
        <Segmented
          label={t('review.decide', { masked })}
          value={isKept ? 'keep' : 'replace'}
          onChange={(value) => onKeep(value === 'keep')}
          options={[
            { value: 'replace', label: <span data-text={t('review.replace')}>{t('review.replace')}</span> },
            { value: 'keep', label: <span data-text={t('review.keep')}>{t('review.keep')}</span> },
          ]}
        />
      )}
    </li>
  )
}
