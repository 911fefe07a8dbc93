import type { TFunction } from 'i18next'
import type { Output } from '../../shared/ipc/routes.ts'
import { formatTokens } from '../i18n/format.ts'

/** What a policy means for a window: “200k window: compacts at 150k, keeps ≈20k”. */
export function policySentence(t: TFunction<['runtime', 'settings']>, answer: Output<'policy.get'>): string {
  const { policy, triggerTokens, keepTokens, windowTokens } = answer
  const window =
    windowTokens === null
      ? t('settings:compaction.lineNoWindow')
      : t('settings:compaction.lineWindow', { window: formatTokens(windowTokens) })
  if (policy.mode === 'off' || triggerTokens === null) return t('settings:compaction.lineNever', { window })
  const trigger = formatTokens(triggerTokens)
  const key = policy.mode === 'ask' ? 'settings:compaction.lineAsks' : 'settings:compaction.lineFires'
  const fires = t(key, { window, trigger })
  return keepTokens === null
    ? fires
    : `${fires} ${t('settings:compaction.lineKeeps', { keep: formatTokens(keepTokens) })}`
}
