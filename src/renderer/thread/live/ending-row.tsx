import { useTranslation } from 'react-i18next'
import { useCommands } from '../../app/commands.ts'
import { CopyButton } from '../../app/copy-button.tsx'
import { fromErrorValue } from '../../bridge/client.ts'
import { errorDetails, useErrorText } from '../../i18n/error-text.ts'
import { useJoined } from '../../i18n/use-joined.ts'
import { Button } from '../../ui/button.tsx'
import { CircleAlert, CircleSlash, Play, RotateCw } from '../../ui/icons.ts'
import { isProviderTrouble } from '../runtime/provider-trouble.ts'
import { useAct, useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'

/** Under a reply that was stopped or failed: what happened, and the ways on. */
export function EndingRow({ hasPartial }: { readonly hasPartial: boolean }) {
  const { t } = useTranslation('runtime')
  const { runtime } = useRuntimeAccess()
  const act = useAct()
  const errorText = useErrorText()
  const joined = useJoined()
  const commands = useCommands()
  const failure = useRuntimeState((state) => state.turn.failure)
  if (failure === null) return null
  const isPaused = failure.code === 'paused-repeating' || failure.code === 'paused-long'
  const isStopped = failure.code === 'cancelled' || failure.code === 'interrupted' || isPaused
  const error = fromErrorValue(failure)
  return (
    <div className="row row-ending">
      <div className="gutter" />
      <div className="row-body">
        <div className={`ending ${isStopped ? '' : 'is-bad'}`} role={isStopped ? undefined : 'alert'}>
          {isStopped ? (
            <CircleSlash size={16} strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
          )}
          <span className="grow">
            {failure.code === 'cancelled'
              ? t('live.stopped')
              : isStopped
                ? errorText(error)
                : joined(t('live.failed'), errorText(error))}
          </span>
          {isProviderTrouble(error) ? (
            <Button size="small" onClick={() => void commands.run('settings', 'providers')}>
              {t('picker.settings')}
            </Button>
          ) : null}
          {hasPartial ? (
            <Button
              size="small"
              icon={<Play size={14} strokeWidth={2} aria-hidden="true" />}
              onClick={() => act(runtime.goOn())}
            >
              {t('live.continue')}
            </Button>
          ) : null}
          {isPaused ? null : (
            <Button
              size="small"
              icon={<RotateCw size={14} strokeWidth={2} aria-hidden="true" />}
              onClick={() => act(runtime.retry())}
            >
              {t('live.retry')}
            </Button>
          )}
          {isStopped ? null : (
            <CopyButton
              size="small"
              kind="quiet"
              label={t('live.details')}
              text={() => errorDetails(error)}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** Under a message nobody has answered, for example the last one of a branch. */
export function UnansweredRow() {
  const { t } = useTranslation('runtime')
  const { runtime } = useRuntimeAccess()
  const act = useAct()
  return (
    <div className="row row-ending">
      <div className="gutter" />
      <div className="row-body">
        <div className="ending">
          <span className="grow">{t('live.unanswered')}</span>
          <Button size="small" onClick={() => act(runtime.retry())}>
            {t('live.getReply')}
          </Button>
        </div>
      </div>
    </div>
  )
}
