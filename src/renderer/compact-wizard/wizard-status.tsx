import { useTranslation } from 'react-i18next'
import { formatTokens } from '../i18n/format.ts'
import type { WizardState } from './wizard-event.ts'

/** One polite sentence per change of state, for people who do not see the cards fill. */
export function WizardStatus({ state }: { readonly state: WizardState }) {
  const { t } = useTranslation('wizard')
  const run = state.kind === 'open' ? state.run : null
  let text = ''
  if (run?.kind === 'streaming') text = t('status.started')
  if (run?.kind === 'stopped') text = t('status.stopped')
  if (run?.kind === 'failed') text = t('status.failed')
  if (run?.kind === 'stale') text = t('status.stale')
  if (run?.kind === 'applying') text = t('status.applying')
  if (run?.kind === 'ready')
    text = t('status.ready', {
      before: formatTokens(run.preview.tokensBefore),
      after: formatTokens(run.preview.tokensAfter),
    })
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}
