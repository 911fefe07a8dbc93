import '../../styles/index.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { ErrorCode } from '../../../shared/ipc/errors.ts'
import type { Settings } from '../../../shared/ipc/settings.ts'
import { AppProviders } from '../../app/providers.tsx'
import { createClient } from '../../bridge/client.ts'
import { createI18n } from '../../i18n/i18n.ts'
import { SettingsDialog } from '../../settings/settings-dialog.tsx'
import { fakeProviders } from '../../settings/testing/fake-providers.ts'
import { createFakeBridge } from '../../testing/fake-bridge.ts'
import { DEFAULT_SETTINGS, openFake } from '../../testing/fake-requests.ts'
import { sampleRows } from '../../testing/sample-rows.ts'
import { Button } from '../../ui/button.tsx'
import { CompactWizard } from '../compact-wizard.tsx'
import { fakeCompact } from './fake-compact.ts'

/**
 * The wizard alone over the fake bridge: `npx vite -c vite.dev-page.config.ts`, then
 * `/compact-wizard/testing/dev.html?theme=dark&lang=zh-CN&pace=40&fail=rate-limit&settings=1`.
 */
const query = new URLSearchParams(window.location.search)
// The query is typed by hand; an unknown word falls through to the default look.
const language = (query.get('lang') ?? 'en') as 'en' | 'zh-CN'
const settings: Settings = {
  ...DEFAULT_SETTINGS,
  theme: (query.get('theme') ?? 'light') as Settings['theme'],
  language,
  skipIntroduction: query.has('skip'),
}
const failure = query.get('fail') as ErrorCode | null
const applyFailure = query.get('applyfail') as ErrorCode | null
const compact = fakeCompact({
  language,
  pieceMs: Number(query.get('pace') ?? 20),
  turns: Number(query.get('turns') ?? 47),
  windowTokens: query.has('window') ? Number(query.get('window')) || null : 200_000,
  rewriteMs: Number(query.get('pace') ?? 20) * 40,
  ...(query.has('rewritefail') ? { rewriteFailure: 'rate-limit' as const } : {}),
  passes: Number(query.get('passes') ?? 1),
  ...(failure === null ? {} : { failure }),
  ...(applyFailure === null ? {} : { applyFailure }),
  ...(query.has('stale') ? { outcome: { kind: 'stale' } as const } : {}),
  plan: {
    hasCheckpoint: query.has('checkpoint'),
    inThread: query.has('inthread')
      ? {
          savings: [
            { step: 'collapse', changed: 14, tokens: 9400 },
            { step: 'truncate-arguments', changed: 6, tokens: 3100 },
            { step: 'microcompact', changed: 0, tokens: 0 },
          ],
          usedTokens: 41_200,
          basis: 'usage' as const,
          checkpoint: null,
        }
      : null,
    ...(query.has('marks')
      ? {
          marks: [
            { kind: 'pin', index: 18, turn: 5, before: 600, tokens: 900 },
            { kind: 'exclude', index: 55, turn: 14, before: 900, tokens: 2000 },
            { kind: 'pin', index: 101, turn: 26, before: 40, tokens: 160 },
          ] as const,
        }
      : {}),
    checkpointTokens: query.has('checkpoint') ? 5200 : 0,
    ...(query.has('problems')
      ? {
          problems: [
            { kind: 'unknown-variable', name: 'ticket_id', place: 'systemPrompt' },
            { kind: 'missing-include', name: 'docs/style.md', place: 'message:m-12' },
          ] as const,
        }
      : {}),
  },
})
const bridge = createFakeBridge({
  workspace: { settings },
  requests: { ...compact.requests, ...fakeProviders(query.has('providers')).requests },
  streams: compact.streams,
})
const path = 'backup/nightly-backup.json'
bridge.workspace.threads.set(path, sampleRows({ turns: 180, hasMeta: true }))
const thread = openFake(path, bridge.workspace.threads.get(path) ?? [])

function Page() {
  const [open, setOpen] = useState<'wizard' | 'settings' | null>(
    query.has('settings') ? 'settings' : 'wizard',
  )
  return (
    <>
      <Button onClick={() => setOpen('wizard')}>Compact</Button>
      {open === 'wizard' ? (
        <CompactWizard thread={thread} onClose={() => setOpen(null)} onApplied={() => setOpen(null)} />
      ) : null}
      <SettingsDialog
        open={open === 'settings'}
        section={query.get('section') ?? 'general'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'settings' : null)}
      />
    </>
  )
}

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <AppProviders
      client={createClient(bridge)}
      i18n={createI18n(language)}
      settings={settings}
      slots={{ SettingsDialog }}
    >
      <Page />
    </AppProviders>,
  )
