import { createRoot } from 'react-dom/client'
import type { Bridge } from '../../shared/ipc/bridge.ts'
import { createClient } from '../bridge/client.ts'
import { createI18n, resolveLanguage } from '../i18n/i18n.ts'
import { App } from './app.tsx'
import { beginAgainWithCore } from './begin-again.ts'
import { warmUpMarkdown } from './markdown.tsx'
import { AppProviders } from './providers.tsx'
import type { Slots } from './slots.ts'
import { dressPage, resolveTheme } from './theme.ts'
import { loadWorkbench } from './workbench.ts'

/** Reads the settings, dresses the page and mounts the app, so that the first paint is the right one. */
export async function startApp(root: HTMLElement, bridge: Bridge, slots: Slots): Promise<void> {
  const client = createClient(bridge)
  beginAgainWithCore(client, window, () => window.location.reload())
  const settings = await client.request('settings.get')
  const language = resolveLanguage(settings.language, navigator.languages)
  const theme = resolveTheme(settings.theme, {
    isDark: window.matchMedia('(prefers-color-scheme: dark)').matches,
    wantsContrast: window.matchMedia('(prefers-contrast: more)').matches,
  })
  dressPage(document.documentElement, { theme, language, textSizePx: settings.textSizePx })
  const { store, flush } = await loadWorkbench(client)
  window.addEventListener('pagehide', flush)
  createRoot(root).render(
    <AppProviders client={client} i18n={createI18n(language)} settings={settings} slots={slots}>
      <App workbench={store} />
    </AppProviders>,
  )
  warmUpMarkdown()
  requestIdleCallback(readFonts)
}

/** Code would else be laid out twice in the first thread: before and after its font came. */
function readFonts(): void {
  for (const weight of [400, 500]) void document.fonts.load(`${weight} 1em "IBM Plex Mono"`)
}
