import errors from './en/errors.json'
import exporting from './en/export.json'
import frame from './en/frame.json'
import importing from './en/import.json'
import runtime from './en/runtime.json'
import search from './en/search.json'
import settings from './en/settings.json'
import thread from './en/thread.json'
import wizard from './en/wizard.json'
import zhErrors from './zh-CN/errors.json'
import zhExport from './zh-CN/export.json'
import zhFrame from './zh-CN/frame.json'
import zhImport from './zh-CN/import.json'
import zhRuntime from './zh-CN/runtime.json'
import zhSearch from './zh-CN/search.json'
import zhSettings from './zh-CN/settings.json'
import zhThread from './zh-CN/thread.json'
import zhWizard from './zh-CN/wizard.json'

/** Both languages, bundled. English is the source of the keys. */
export const resources = {
  en: { errors, export: exporting, import: importing, frame, runtime, search, settings, thread, wizard },
  'zh-CN': {
    errors: zhErrors,
    export: zhExport,
    import: zhImport,
    frame: zhFrame,
    runtime: zhRuntime,
    search: zhSearch,
    settings: zhSettings,
    thread: zhThread,
    wizard: zhWizard,
  },
} as const

/** Languages the program speaks. */
export type UiLanguage = keyof typeof resources

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'frame'
    resources: (typeof resources)['en']
    returnNull: false
    keySeparator: false
  }
}
