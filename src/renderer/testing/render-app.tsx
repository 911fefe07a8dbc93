import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { AppProviders } from '../app/providers.tsx'
import type { Slots } from '../app/slots.ts'
import { createClient } from '../bridge/client.ts'
import { createI18n } from '../i18n/i18n.ts'
import { createFakeBridge, type FakeBridge } from './fake-bridge.ts'

// What comes is waited for; a limit that is never reached costs nothing on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

/** Renders a piece of the page with everything it expects around it. The language is the fake settings'. */
export function renderInApp(
  children: ReactNode,
  options: { readonly bridge?: FakeBridge; readonly slots?: Slots } = {},
) {
  const bridge = options.bridge ?? createFakeBridge()
  const settings = bridge.workspace.settings
  const i18n = createI18n(settings.language === 'zh-CN' ? 'zh-CN' : 'en')
  const wrap = (content: ReactNode) => (
    <AppProviders
      client={createClient(bridge)}
      i18n={i18n}
      settings={settings}
      {...(options.slots === undefined ? {} : { slots: options.slots })}
    >
      {content}
    </AppProviders>
  )
  const view = render(wrap(children))
  return { ...view, bridge, i18n, rerenderInApp: (next: ReactNode) => view.rerender(wrap(next)) }
}
