import './styles/index.css'
import { lazy } from 'react'
import type { Bridge } from '../shared/ipc/bridge.ts'
import type { Slots } from './app/slots.ts'
import { startApp } from './app/start.tsx'

declare global {
  interface Window {
    /** Exposed by the preload script. */
    readonly palimpsest: Bridge
  }
}

/** Read when they are first opened: the first rows of a thread do not wait for them. */
const slots: Slots = {
  CompactWizard: lazy(async () => {
    const { CompactWizard } = await import('./compact-wizard/compact-wizard.tsx')
    return { default: CompactWizard }
  }),
  CheckpointCompare: lazy(async () => {
    const { CheckpointCompare } = await import('./compact-wizard/checkpoint-compare.tsx')
    return { default: CheckpointCompare }
  }),
  ExportDialog: lazy(async () => {
    const { ExportDialog } = await import('./export/export-dialog.tsx')
    return { default: ExportDialog }
  }),
  ImportDialog: lazy(async () => {
    const { ImportDialog } = await import('./import/import-dialog.tsx')
    return { default: ImportDialog }
  }),
  SettingsDialog: lazy(async () => {
    const { SettingsDialog } = await import('./settings/settings-dialog.tsx')
    return { default: SettingsDialog }
  }),
  SearchView: lazy(async () => {
    const { SearchView } = await import('./search/search-view.tsx')
    return { default: SearchView }
  }),
}

const root = document.getElementById('root')
if (root !== null) void startApp(root, window.palimpsest, slots)
