import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Layers2 } from '../../ui/icons.ts'
import { useAct, useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'

/** The policy is "ask" and the trigger is reached: the person decides, above the composer. */
export function AskBar() {
  const { t, i18n } = useTranslation('runtime')
  const { runtime, places } = useRuntimeAccess()
  const act = useAct()
  const asks = useRuntimeState((state) => state.turn.asksToCompact)
  const share = useRuntimeState(({ report }) => {
    if (report === null) return null
    if (report.windowTokens !== null) return report.usedTokens / report.windowTokens
    return report.percent === null ? null : report.percent / 100
  })
  if (!asks) return null
  const { openWizard } = places
  return (
    <section className="ask" aria-label={t('ask.label')}>
      <Layers2 size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="grow" role="status">
        {share === null ? t('ask.full') : t('ask.share', { percent: formatPercent(share, i18n.language) })}
      </span>
      {openWizard === null ? null : (
        <Button size="small" kind="quiet" onClick={openWizard}>
          {t('ask.review')}
        </Button>
      )}
      <Button size="small" onClick={() => act(runtime.answerAsk('compact'))}>
        {t('ask.now')}
      </Button>
      <Button size="small" kind="quiet" onClick={() => act(runtime.answerAsk('later'))}>
        {t('ask.later')}
      </Button>
    </section>
  )
}
