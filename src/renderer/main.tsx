import './styles/index.css'
import type { Bridge } from '../shared/ipc/bridge.ts'
import type { Slots } from './app/slots.ts'
import { startApp } from './app/start.tsx'
import { CompactWizard } from './compact-wizard/compact-wizard.tsx'
import { SettingsDialog } from './settings/settings-dialog.tsx'

declare global {
  interface Window {
    /** Exposed by the preload script. */
    readonly palimpsest: Bridge
  }
}

const slots: Slots = { CompactWizard, SettingsDialog }

const root = document.getElementById('root')
if (root !== null) void startApp(root, window.palimpsest, slots)
