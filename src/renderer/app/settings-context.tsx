import type { i18n } from 'i18next'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Input } from '../../shared/ipc/routes.ts'
import type { Settings } from '../../shared/ipc/settings.ts'
import { resolveLanguage } from '../i18n/i18n.ts'
import { useClient } from './client-context.ts'
import { dressPage, resolveTheme } from './theme.ts'

interface SettingsAccess {
  readonly settings: Settings
  /** Saves at once; the answer of main is what counts. Rejects with an `AppError`. */
  readonly change: (patch: Input<'settings.set'>) => Promise<void>
}

const SettingsContext = createContext<SettingsAccess | null>(null)

/** The person's settings and the way to change them. */
export function useSettings(): SettingsAccess {
  const access = useContext(SettingsContext)
  if (access === null) throw new Error('useSettings outside AppProviders')
  return access
}

function useMedia(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query])
  const [matches, setMatches] = useState(list.matches)
  useEffect(() => {
    const update = () => setMatches(list.matches)
    update()
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [list])
  return matches
}

export interface SettingsProviderProps {
  readonly initial: Settings
  readonly i18n: i18n
  readonly children: ReactNode
}

/** Holds the settings and dresses the page by them: theme, language, reading size. */
export function SettingsProvider({ initial, i18n, children }: SettingsProviderProps) {
  const client = useClient()
  const [settings, setSettings] = useState(initial)
  const prefersDark = useMedia('(prefers-color-scheme: dark)')
  const wantsContrast = useMedia('(prefers-contrast: more)')
  const [systemDark, setSystemDark] = useState<boolean | null>(null)

  useEffect(() => client.on('settings.changed', setSettings), [client])
  useEffect(() => client.on('theme.changed', (event) => setSystemDark(event.isDark)), [client])
  useEffect(() => setSystemDark(prefersDark), [prefersDark])

  const theme = resolveTheme(settings.theme, { isDark: systemDark ?? prefersDark, wantsContrast })
  const language = resolveLanguage(settings.language, navigator.languages)

  useEffect(() => {
    dressPage(document.documentElement, { theme, language, textSizePx: settings.textSizePx })
  }, [theme, language, settings.textSizePx])
  useEffect(() => {
    if (i18n.language !== language) void i18n.changeLanguage(language)
  }, [i18n, language])

  const access = useMemo<SettingsAccess>(
    () => ({
      settings,
      change: async (patch) => setSettings(await client.request('settings.set', patch)),
    }),
    [client, settings],
  )
  return <SettingsContext value={access}>{children}</SettingsContext>
}
