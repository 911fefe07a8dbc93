import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Settings } from '../../shared/ipc/settings.ts'
import { resources, type UiLanguage } from './resources.ts'

/** Which pack a setting means. `system` takes Chinese for any `zh` tag, else English. */
export function resolveLanguage(setting: Settings['language'], system: readonly string[]): UiLanguage {
  if (setting !== 'system') return setting
  const first = system.find((tag) => /^(zh|en)\b/i.test(tag))
  return first !== undefined && /^zh\b/i.test(first) ? 'zh-CN' : 'en'
}

/** A ready i18next instance. Packs are bundled, so nothing is loaded and nothing is awaited. */
export function createI18n(language: UiLanguage): i18n {
  const instance = createInstance()
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources,
    ns: ['frame', 'thread', 'runtime', 'wizard', 'settings', 'errors', 'export', 'import'],
    defaultNS: 'frame',
    initAsync: false,
    keySeparator: false,
    // React escapes by itself; escaping twice would show entities.
    interpolation: { escapeValue: false },
  })
  return instance
}
