import '../styles/index.css'
import { lazy } from 'react'
import type { Settings } from '../../shared/ipc/settings.ts'
import type { Slots } from '../app/slots.ts'
import { startApp } from '../app/start.tsx'
import { createFakeBridge } from './fake-bridge.ts'
import { DEFAULT_SETTINGS } from './fake-requests.ts'
import { createRuntimeBridge } from './runtime-bridge.ts'
import { playScene, SCENES } from './runtime-scenes.ts'

/**
 * The app over the fake bridge, for looking at it in a plain browser: `npx vite -c vite.dev-page.config.ts`,
 * then `/testing/dev.html?theme=dark&lang=zh-CN&open=backup/nightly-backup.json&first=1&delay=800`. With
 * `scene=` one of `runtime-scenes.ts` the thread can run turns.
 */
const query = new URLSearchParams(window.location.search)
const open = query.getAll('open')
const workspace = {
  ...(query.has('first') ? { workspace: null, entries: [] } : {}),
  tabs: {
    tabs: open.map((thread) => ({ thread, isPinned: false, position: null })),
    active: open.length - 1,
  },
  delayMs: Number(query.get('delay') ?? 0),
  settings: {
    ...DEFAULT_SETTINGS,
    // The query is typed by hand; an unknown word falls through to the default look.
    theme: (query.get('theme') ?? 'light') as Settings['theme'],
    language: (query.get('lang') ?? 'en') as Settings['language'],
  },
}
const slots: Slots = {
  SettingsDialog: lazy(async () => {
    const { SettingsDialog } = await import('../settings/settings-dialog.tsx')
    return { default: SettingsDialog }
  }),
}

const root = document.getElementById('root')
const scene = SCENES.find((name) => name === query.get('scene'))
const thread = open.at(-1)
if (root !== null && scene !== undefined && thread !== undefined) {
  const bridge = createRuntimeBridge({ workspace })
  playScene(bridge, scene, thread)
  void startApp(root, bridge, slots)
} else if (root !== null) void startApp(root, createFakeBridge({ workspace }), slots)
