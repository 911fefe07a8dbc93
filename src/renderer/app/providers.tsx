import type { i18n } from 'i18next'
import { type ReactNode, useMemo } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Settings } from '../../shared/ipc/settings.ts'
import type { Client } from '../bridge/client.ts'
import { createToasts } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { ClientContext } from './client-context.ts'
import { LinkGate } from './link-gate.tsx'
import { SettingsProvider } from './settings-context.tsx'
import { type Slots, SlotsContext } from './slots.ts'
import { ToastsContext } from './toasts-context.ts'

export interface AppProvidersProps {
  readonly client: Client
  readonly i18n: i18n
  readonly settings: Settings
  readonly slots?: Slots
  readonly children: ReactNode
}

const NO_SLOTS: Slots = {}

/** Everything a feature may expect around itself; tests and the dev page use the same. */
export function AppProviders({ client, i18n, settings, slots = NO_SLOTS, children }: AppProvidersProps) {
  const toasts = useMemo(createToasts, [])
  return (
    <ClientContext value={client}>
      <I18nextProvider i18n={i18n}>
        <SettingsProvider initial={settings} i18n={i18n}>
          <SlotsContext value={slots}>
            <ToastsContext value={toasts}>
              <TooltipProvider>
                <LinkGate>{children}</LinkGate>
              </TooltipProvider>
            </ToastsContext>
          </SlotsContext>
        </SettingsProvider>
      </I18nextProvider>
    </ClientContext>
  )
}
