import type { TFunction } from 'i18next'
import type { Output } from '../../shared/ipc/routes.ts'
import { formatTokens } from '../i18n/format.ts'

/** What a policy means for a window: “200k window: compacts at 150k, keeps ≈20k”. */
export function policySentence(t: TFunction<'settings'>, answer: Output<'policy.get'>): string {
  const { policy, triggerTokens, keepTokens, windowTokens } = answer
  const window =
    windowTokens === null
      ? t('compaction.lineNoWindow')
      : t('compaction.lineWindow', { window: formatTokens(windowTokens) })
  if (policy.mode === 'off' || triggerTokens === null) return t('compaction.lineNever', { window })
  const trigger = formatTokens(triggerTokens)
  const isAsking = policy.mode === 'ask'
  if (keepTokens === null)
    return t(isAsking ? 'compaction.lineAsks' : 'compaction.lineFires', { window, trigger })
  const keep = formatTokens(keepTokens)
  return t(isAsking ? 'compaction.lineAsksKeeps' : 'compaction.lineFiresKeeps', { window, trigger, keep })
}
