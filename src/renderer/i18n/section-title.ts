import { useTranslation } from 'react-i18next'
import type { SectionKey } from '../../shared/compact/checkpoint.ts'

type OwnKey = Extract<SectionKey, `custom-${number}`>

function isOwn(key: SectionKey): key is OwnKey {
  return key.startsWith('custom-')
}

/** The title of a checkpoint's section; a person's own heading is its title. */
export function useSectionTitle(): (key: SectionKey, heading?: string) => string {
  const { t } = useTranslation('wizard')
  return (key, heading) => (isOwn(key) ? (heading ?? key) : t(`section.${key}`))
}
