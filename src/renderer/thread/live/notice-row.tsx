import { useTranslation } from 'react-i18next'
import type { CompactionOutcome } from '../../../shared/compact/event.ts'
import type { CompactionNotice } from '../../../shared/ipc/turn.ts'
import { formatTokens } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CircleAlert, Layers2, MessageSquarePlus, Square, X } from '../../ui/icons.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useAct, useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'
import { shownNotice } from '../runtime/runtime-state.ts'
import { useSeconds } from './use-seconds.ts'

/**
 * One compaction as one line, replaced in place as it goes on (I6). When it is completed its checkpoint stands
 * in the conversation, and this line is gone.
 */
export function NoticeRow() {
  const notice = useRuntimeState(shownNotice)
  if (notice === null) return null
  return (
    <div className="row row-notice" data-compaction={notice.id}>
      <div className="gutter">
        <span className={`layer mark ${notice.outcome === null ? 'layer-coming hatch' : ''}`} />
      </div>
      <div className="row-body">
        {notice.outcome === null ? (
          <Running notice={notice} />
        ) : (
          <Ended id={notice.id} outcome={notice.outcome} />
        )}
      </div>
    </div>
  )
}

function Running({ notice }: { readonly notice: CompactionNotice }) {
  const { t } = useTranslation('runtime')
  const { runtime } = useRuntimeAccess()
  const act = useAct()
  const seconds = useSeconds(notice.startedMs) ?? 0
  const { progress } = notice
  return (
    <div className="compaction-notice">
      <Spinner />
      <b>{t('notice.running')}</b>
      <span className="grow">
        {progress === null ? t(`notice.why.${notice.reason}`) : t('notice.pass', { ...progress })}
      </span>
      <span>{t('live.elapsed', { seconds })}</span>
      <Button
        size="small"
        icon={<Square size={12} strokeWidth={2} aria-hidden="true" />}
        onClick={() => act(runtime.stop())}
      >
        {t('notice.stop')}
      </Button>
    </div>
  )
}

interface EndedProps {
  readonly id: string
  readonly outcome: CompactionOutcome
}

function Ended({ id, outcome }: EndedProps) {
  const { t } = useTranslation('runtime')
  const { runtime, places } = useRuntimeAccess()
  const act = useAct()
  const text = useOutcomeText(outcome)
  const isBad = outcome.kind === 'failed' || outcome.kind === 'needs_new_thread'
  return (
    <div className={`compaction-notice ${isBad ? 'is-bad' : ''}`}>
      {isBad ? (
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        <Layers2 size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
      <span className="grow">{text}</span>
      {outcome.kind === 'needs_new_thread' ? (
        <Button
          size="small"
          icon={<MessageSquarePlus size={14} strokeWidth={2} aria-hidden="true" />}
          onClick={() => act(runtime.startNew().then(({ thread }) => places.openThread(thread)))}
        >
          {t('notice.startNew')}
        </Button>
      ) : null}
      {outcome.kind === 'failed' && outcome.provider !== undefined ? (
        <Button size="small" onClick={places.openPolicy}>
          {t('notice.choose')}
        </Button>
      ) : null}
      <IconButton
        className="is-small"
        label={t('notice.close')}
        icon={<X size={14} strokeWidth={2} />}
        onClick={() => runtime.closeNotice(id)}
      />
    </div>
  )
}

/** How a compaction ended, in one or two sentences. */
function useOutcomeText(outcome: CompactionOutcome): string {
  const { t, i18n } = useTranslation('runtime')
  switch (outcome.kind) {
    case 'completed':
      return ''
    case 'reduced':
      return t('notice.reduced', {
        before: formatTokens(outcome.tokensBefore),
        after: formatTokens(outcome.tokensAfter),
      })
    case 'skipped':
      return t('notice.skipped', { reason: t(`skip.${outcome.reason}`) })
    case 'cancelled':
      return t('notice.cancelled')
    case 'needs_new_thread':
      return t('notice.needsNewThread', {
        tokens: formatTokens(outcome.tokens),
        limit: formatTokens(outcome.limit),
      })
    case 'failed': {
      if (outcome.provider !== undefined) return t('notice.providerGone', { provider: outcome.provider })
      const failed = t('notice.failed', { reason: t(`stage.${outcome.stage}`) })
      if (outcome.retryAtMs === null) return failed
      const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(outcome.retryAtMs)
      return `${failed} ${t('notice.next', { time })}`
    }
  }
}
